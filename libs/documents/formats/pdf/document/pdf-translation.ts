import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { FormatError } from '../../format.errors.js';
import type { FormatWarning, MergeOptions, MergeSummary } from '../../format.port.js';
import { Overflows } from '../../overflows.js';
import { addSourcePages } from '../bilingual/source-pages.js';
import { cjkRegionOf } from '../fonts/cjk-fonts.js';
import { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import { missingFontOf } from '../fonts/font-catalogue.js';
import { IncrementalUpdate } from '../objects/incremental-update.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfReference, textOf, textString } from '../objects/pdf-values.js';
import { isSameLanguage, relabelElements } from '../structure/element-texts.js';
import type { MarkedUses } from '../structure/marked-uses.js';
import { archivePartOf, conformanceOf, keptClaims } from './conformance.js';
import type { ContentTexts } from './content-texts.js';
import { hasElementTexts, isInRange } from './document-units.js';
import { moveLink } from './link-annotations.js';
import { metadataOf, withLanguage, withTitle } from './metadata.js';
import { ObjectEdits } from './object-edits.js';
import { pagesOf } from './pages.js';
import type { StringText } from './string-texts.js';
import { type FittedPart, fittedTexts, type Typesetting, translatedContent } from './translated-content.js';

const signatureBroken: FormatWarning = {
  code: 'signature_broken',
  message: 'The signature of the PDF does not cover its translation.',
  count: 1,
};
const xfaNotTranslated: FormatWarning = {
  code: 'xfa_not_translated',
  message: 'The PDF has an XFA form, which is not translated: a viewer that shows such forms shows the source.',
  count: 1,
};

/** Writes the translations of one file as an update behind its bytes. */
export class PdfTranslation {
  private readonly update: IncrementalUpdate;
  private readonly edits: ObjectEdits;
  private readonly setting: Typesetting;
  private title: { from: string; to: string } | undefined;
  private readonly overflowed = new Overflows();
  private readonly changedForms = new Set<number>();
  private hasChangedContent = false;
  private missing = 0;
  /** Parts of translations that begin on the page before. */
  private readonly fromBefore = new Map<ContentTexts, FittedPart[]>();

  /** @throws FormatError `invalid` when there is no font for the target language */
  constructor(
    private readonly file: PdfFile,
    private readonly options: MergeOptions,
    private readonly marked: MarkedUses,
  ) {
    const { sourceLanguage, targetLanguage, preserveLayout } = options;
    const missingFont = missingFontOf(targetLanguage);
    if (missingFont !== undefined) throw new FormatError('invalid', missingFont);
    this.update = new IncrementalUpdate(file);
    this.edits = new ObjectEdits(file);
    this.setting = {
      embedded: new EmbeddedFonts(this.update),
      isRightToLeft: isRightToLeft(targetLanguage),
      turnsRound: isRightToLeft(targetLanguage) !== isRightToLeft(sourceLanguage),
      mayShrink: preserveLayout,
      region: cjkRegionOf(targetLanguage) ?? cjkRegionOf(sourceLanguage) ?? 'sc',
      language: targetLanguage,
    };
  }

  /** Returns the bytes that were written since the last call. */
  take(): Uint8Array[] {
    return this.update.isEmpty ? [] : this.update.take();
  }

  translateContent(texts: ContentTexts, translations: readonly Segment[], part: string): void {
    const { content } = texts;
    const { parts, onNext, overflowed } = fittedTexts(texts, translations, this.setting);
    const fromBefore = this.fromBefore.get(texts) ?? [];
    this.fromBefore.delete(texts);
    for (const next of onNext)
      this.fromBefore.set(next.texts, [...(this.fromBefore.get(next.texts) ?? []), ...next.parts]);
    const translated = translatedContent(content, [...fromBefore, ...parts], this.setting);
    if (!translated) return;
    const { bytes, paragraphs, fonts, links, missing } = translated;
    this.marked.addChanged(content, paragraphs);
    this.hasChangedContent = true;
    this.overflowed.add(part, overflowed);
    this.missing += missing;
    for (const [link, areas] of links) moveLink(link, areas, this.edits);
    const resources = this.withFonts(content.resources, fonts);
    if (content.form) {
      this.changedForms.add(content.form.reference.number);
      const { reference, dictionary } = content.form;
      this.update.writeStream(reference, new Map(dictionary).set('Resources', resources), bytes);
      return;
    }
    const { reference, dictionary } = content.page;
    const stream = this.update.reserve();
    this.update.writeStream(stream, new Map(), bytes);
    this.update.write(reference, new Map(dictionary).set('Contents', stream).set('Resources', resources));
  }

  translateString(text: StringText, translation: string): void {
    if (translation === text.text) return;
    if (text.role === 'title') this.title = { from: text.text, to: translation };
    text.write(translation, this.edits);
  }

  /** Writes what is left; nothing where nothing changed. */
  finish(): MergeSummary {
    if (this.update.isEmpty && this.edits.isEmpty) {
      const { xml = '' } = metadataOf(this.file) ?? {};
      return { conformance: conformanceOf(xml, xml) };
    }
    const isBilingual = this.options.includeSource && this.hasChangedContent;
    if (isBilingual) this.addSource();
    this.relabel();
    const { conformance, warnings: ofClaims } = this.writeFontsAndMetadata(isBilingual);
    const warnings = [...this.formWarnings(), ...ofClaims];
    this.edits.write(this.update);
    this.update.finish();
    if (this.missing > 0)
      warnings.push({
        code: 'characters_without_font',
        message: 'There is no font for some characters of the translation; an empty box stands for each.',
        count: this.missing,
      });
    return { ...this.overflowed.summary, conformance, warnings };
  }

  /** Every page of the range has its source before it, so that both stand side by side all through. */
  private addSource(): void {
    const { pageRange, sourceLanguage: language } = this.options;
    addSourcePages(this.file, this.update, this.edits, {
      pages: pagesOf(this.file),
      isCopied: (page) => isInRange(page, pageRange),
      changedForms: this.changedForms,
      language,
    });
  }

  private withFonts(resources: PdfDictionary, names: ReadonlySet<string>): PdfDictionary {
    const fonts = new Map(this.file.dictionary(resources.get('Font')));
    for (const name of names) fonts.set(name, new PdfReference(Number(name.slice(2)), 0));
    return new Map(resources).set('Font', fonts);
  }

  /** The languages of the file and its elements. */
  private relabel(): void {
    const { sourceLanguage, targetLanguage } = this.options;
    const root = this.file.trailer.get('Root');
    const language = textOf(this.file.resolve(this.file.catalogue.get('Lang')));
    const isOfSource = language !== undefined && isSameLanguage(language, sourceLanguage);
    const languages = { source: sourceLanguage, target: targetLanguage };
    relabelElements(this.file, this.marked, this.edits, { languages, haveTexts: hasElementTexts(this.options) });
    if (root instanceof PdfReference && isOfSource && sourceLanguage.toLowerCase() !== targetLanguage.toLowerCase())
      this.edits.set(root, 'Lang', textString(targetLanguage));
  }

  /** Warnings of a signature that a translation breaks, and of a form in XFA, which it leaves as it was. */
  private formWarnings(): FormatWarning[] {
    const form = this.file.dictionary(this.file.catalogue.get('AcroForm'));
    const isSigned = ((this.file.number(form?.get('SigFlags')) ?? 0) & 1) !== 0;
    return [...(isSigned ? [signatureBroken] : []), ...(form?.has('XFA') ? [xfaNotTranslated] : [])];
  }

  /** The fonts, and the metadata with what they allow these to say. */
  private writeFontsAndMetadata(isBilingual: boolean): Required<Pick<MergeSummary, 'conformance' | 'warnings'>> {
    const { embedded } = this.setting;
    const metadata = metadataOf(this.file);
    embedded.write({ withCidSets: metadata !== undefined && archivePartOf(metadata.xml) === 1 });
    if (!metadata) return { conformance: [], warnings: [] };
    const titled = this.title ? withTitle(metadata.xml, this.title.from, this.title.to) : metadata.xml;
    const { sourceLanguage, targetLanguage } = this.options;
    const relabelled = withLanguage(titled, (tag) => isSameLanguage(tag, sourceLanguage), targetLanguage);
    const { xml, warnings } = keptClaims(relabelled, {
      areAllKnown: this.missing === 0 && !this.options.recognition?.length,
      haveAllText: embedded.haveAllText,
      areAllTagged: !isBilingual,
    });
    if (xml !== metadata.xml)
      this.update.writeStream(metadata.reference, metadata.stream.dictionary, Buffer.from(xml), false);
    return { conformance: conformanceOf(metadata.xml, xml), warnings };
  }
}
