import { matrixFrom } from '#libs/documents/formats/geometry/matrix.js';
import { interpretContent, mirrors } from '../content/content-interpreter.js';
import type { InterpretedContent } from '../content/interpreted-content.js';
import { type PdfFont, readFont } from '../fonts/pdf-font.js';
import { SourceTypefaces } from '../fonts/source-typefaces.js';
import type { LinkAreas } from '../layout/link-areas.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfReference, PdfStream, type PdfValue } from '../objects/pdf-values.js';
import type { MarkedPlace } from '../structure/marked-uses.js';
import { formSides, pictureBoxes } from './drawn-forms.js';
import { fieldSides } from './form-fields.js';
import { linksOf } from './link-annotations.js';
import type { Page } from './pages.js';

/** A content stream of a page, or of a form that it draws. */
export interface Content extends InterpretedContent {
  page: Page;
  /** The form; undefined for the page itself. */
  form: { reference: PdfReference; dictionary: PdfDictionary } | undefined;
  /** Links of the page; undefined for a form, and where the page has none. */
  links: LinkAreas | undefined;
  resources: PdfDictionary;
  bytes: Uint8Array;
  /** The marked content that draws the form. */
  within: MarkedPlace | undefined;
  /** Whether the page draws the form mirrored, so that what is mirrored in it shows as it is. */
  isMirrored: boolean;
}

const maxFonts = 500;
const maxFormDepth = 12;

/** Reads contents; a form that several pages draw belongs to the first of them. */
export class ContentReader {
  private readonly fonts = new Map<number, PdfFont>();
  private readonly typefaces = new SourceTypefaces();
  private readonly seenForms = new Set<number>();

  constructor(private readonly file: PdfFile) {}

  *contentsOf(page: Page): Generator<Content, void> {
    const bytes = this.pageBytes(page);
    yield* this.withForms(
      {
        page,
        form: undefined,
        links: linksOf(this.file, page),
        resources: page.resources,
        bytes,
        within: undefined,
        isMirrored: false,
      },
      0,
    );
    yield* this.annotationContents(page);
  }

  private *withForms(from: Omit<Content, keyof InterpretedContent>, depth: number): Generator<Content, void> {
    const { resources, bytes, page, form } = from;
    const names = {
      font: (name: string) => this.font(resources, name),
      properties: (name: string) => this.file.dictionary(this.file.dictionary(resources.get('Properties'))?.get(name)),
      graphicsState: (name: string) =>
        this.file.dictionary(this.file.dictionary(resources.get('ExtGState'))?.get(name)),
    };
    const fill = form === undefined ? '0 g' : undefined;
    const interpreted = interpretContent(bytes, names, { fill, isMirrored: from.isMirrored });
    const fields = form === undefined ? fieldSides(this.file, page) : [];
    const forms = formSides(this.file, resources, interpreted.drawn, page.box.top - page.box.bottom);
    const pictures = pictureBoxes(this.file, resources, interpreted.drawn);
    const shapes = [...interpreted.shapes, ...pictures];
    yield { ...from, ...interpreted, shapes, rules: [...interpreted.rules, ...fields, ...forms] };
    if (depth >= maxFormDepth) return;
    const objects = this.file.dictionary(resources.get('XObject'));
    for (const { name, mcid, matrix } of interpreted.drawn) {
      const within = mcid === undefined ? from.within : { owner: (form ?? page).reference.number, mcid };
      const isMirrored = mirrors(matrix);
      yield* this.formContents({ page, resources, within, isMirrored }, objects?.get(name), depth + 1);
    }
  }

  private *formContents(
    { page, resources, within, isMirrored }: Pick<Content, 'page' | 'resources' | 'within' | 'isMirrored'>,
    reference: PdfValue | undefined,
    depth: number,
  ): Generator<Content, void> {
    if (!(reference instanceof PdfReference) || this.seenForms.has(reference.number)) return;
    const form = this.file.resolve(reference);
    if (!(form instanceof PdfStream) || this.file.name(form.dictionary.get('Subtype')) !== 'Form') return;
    this.seenForms.add(reference.number);
    const matrix = matrixFrom(this.file.numbers(form.dictionary.get('Matrix')));
    const from = {
      page,
      form: { reference, dictionary: form.dictionary },
      links: undefined,
      resources: this.file.dictionary(form.dictionary.get('Resources')) ?? resources,
      bytes: this.file.streamData(form),
      within,
      isMirrored: matrix !== undefined && mirrors(matrix) ? !isMirrored : isMirrored,
    };
    yield* this.withForms(from, depth);
  }

  /** Appearances of the text annotations on the page. */
  private *annotationContents(page: Page): Generator<Content, void> {
    for (const value of this.file.array(page.dictionary.get('Annots')) ?? []) {
      const annotation = this.file.dictionary(value);
      if (this.file.name(annotation?.get('Subtype')) !== 'FreeText') continue;
      const appearance = this.file.dictionary(annotation?.get('AP'))?.get('N');
      yield* this.formContents(
        { page, resources: page.resources, within: undefined, isMirrored: false },
        appearance,
        1,
      );
    }
  }

  /** The streams of a page, one after the other: a token may not go on in the next, but an operator may. */
  private pageBytes({ dictionary }: Page): Uint8Array {
    const contents = this.file.resolve(dictionary.get('Contents'));
    const streams = Array.isArray(contents) ? contents.map((item) => this.file.resolve(item)) : [contents];
    const chunks = streams.flatMap((stream) =>
      stream instanceof PdfStream ? [this.file.streamData(stream), Buffer.from('\n')] : [],
    );
    return Buffer.concat(chunks.slice(0, -1));
  }

  private font(resources: PdfDictionary, name: string): PdfFont | undefined {
    const value = this.file.dictionary(resources.get('Font'))?.get(name);
    const known = value instanceof PdfReference ? this.fonts.get(value.number) : undefined;
    if (known) return known;
    const dictionary = this.file.dictionary(value);
    const font = dictionary && readFont(this.file, dictionary, this.typefaces);
    if (font && value instanceof PdfReference) {
      if (this.fonts.size >= maxFonts) this.fonts.clear();
      this.fonts.set(value.number, font);
    }
    return font;
  }
}
