import { FormatError } from '../../format.errors.js';
import type {
  DocumentSummary,
  FormatOptions,
  FormatWarning,
  PageRange,
  Recognition,
  SkippedText,
} from '../../format.port.js';
import { skipReasons } from '../../skip-reasons.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { elementTexts } from '../structure/element-texts.js';
import { MarkedUses } from '../structure/marked-uses.js';
import { type ContentTexts, textsOf } from './content-texts.js';
import { type Content, ContentReader } from './contents.js';
import { damageOf } from './damage.js';
import { joinPages } from './joined-texts.js';
import { type Page, pagesOf } from './pages.js';
import { annotationTexts, bookmarkTexts, type StringText, titleTexts } from './string-texts.js';

/** Some texts of a file, in the order in which both passes meet them. */
export type DocumentUnit =
  | { kind: 'content'; texts: ContentTexts; part: string }
  /** `part` is missing for what belongs to no page. */
  | { kind: 'string'; text: StringText; part?: string };

const partOf = ({ number }: Page): string => `page ${number}`;

export const isInRange = ({ number }: Page, range: PageRange | undefined): boolean =>
  range === undefined || range.some(({ from, to }) => number >= from && number <= to);

/**
 * Everything of a file that is translated: its pages, then its bookmarks, descriptions and title.
 * `marked` learns how the words of marked contents are used.
 * @throws FormatError `invalid` for a file in which nothing is text, or of which none is left
 */
export function* unitsOf(
  file: PdfFile,
  options: FormatOptions,
  marked = markedUsesOf(file),
): Generator<DocumentUnit, DocumentSummary> {
  const pages = pagesOf(file);
  const reader = new ContentReader(file);
  const skipped = new SkippedTexts();
  const scannedPages: number[] = [];
  let shown = 0;
  const inRange = pages.filter((page) => isInRange(page, options.pageRange));
  const open = new Map<Page, OpenPage>();
  const opened = (page: Page): OpenPage => {
    const found = open.get(page) ?? openPage(reader, page, options);
    open.set(page, found);
    return found;
  };
  for (const [at, page] of inRange.entries()) {
    const shownBefore = shown;
    let isDrawn = false;
    const current = opened(page);
    open.delete(page);
    const next = nextOf(page, inRange.slice(at + 1, at + 3));
    const following = next && opened(next);
    if (current.first && following?.first) joinPages(current.first, following.first);
    for (const texts of textsOfPage(current, options)) {
      marked.addTexts(texts);
      shown += texts.layout.paragraphs.length;
      isDrawn ||= texts.content.bytes.length > 0;
      skipped.add(page, texts);
      yield { kind: 'content', texts, part: partOf(page) };
    }
    for (const text of annotationTexts(file, page, options)) yield { kind: 'string', text, part: partOf(page) };
    if (shown === shownBefore && isDrawn) scannedPages.push(page.number);
  }
  assertHasText(file, options, shown);
  if (options.pageRange === undefined) {
    for (const text of bookmarkTexts(file)) yield { kind: 'string', text };
    if (hasElementTexts(options)) for (const text of elementTexts(file, marked)) yield { kind: 'string', text };
    for (const text of titleTexts(file)) yield { kind: 'string', text };
  }
  return {
    pageCount: pages.length,
    skipped: skipped.list,
    warnings: [...damageOf(file, pages), ...skipped.warnings, ...warningsOf(options.recognition ?? [])],
    ...(areScansToBeRead(options) ? { scannedPages } : {}),
  };
}

/** A page of which the content that is its own was read, and those of the forms on it were not. */
interface OpenPage {
  first: ContentTexts | undefined;
  others: Iterable<Content>;
}

/** The page that goes on from one: in a file in two languages, each has that of the other language before it. */
const nextOf = ({ number, isSource }: Page, following: readonly Page[]): Page | undefined => {
  const at = following.findIndex((page) => page.isSource === isSource);
  return following[at]?.number === number + at + 1 ? following[at] : undefined;
};

const openPage = (reader: ContentReader, page: Page, options: FormatOptions): OpenPage => {
  const contents = reader.contentsOf(page);
  const { value, done } = contents.next();
  return { first: done ? undefined : textsOf(value, options), others: contents };
};

function* textsOfPage({ first, others }: OpenPage, options: FormatOptions): Generator<ContentTexts, void> {
  if (first) yield first;
  for (const content of others) yield textsOf(content, options);
}

export const markedUsesOf = (file: PdfFile): MarkedUses => new MarkedUses(file.catalogue.has('StructTreeRoot'));

/** Whether texts of the structure tree are translated: they belong to no page. */
export const hasElementTexts = ({ translateAltText, pageRange }: FormatOptions): boolean =>
  translateAltText && pageRange === undefined;

const areScansToBeRead = ({ ocr, recognition }: FormatOptions): boolean => ocr && recognition === undefined;

/** @throws FormatError `invalid` where a whole file, with the text of its scans, shows none */
export const assertHasText = (file: PdfFile, options: FormatOptions, shown: number): void => {
  if (shown > 0 || options.pageRange !== undefined || areScansToBeRead(options)) return;
  throw new FormatError('invalid', file.isSearched ? noTextLeft : options.ocr ? noTextOnScans : noText);
};

const noText =
  'The PDF has no text that could be translated, only pictures or empty pages. The option format_options.ocr reads scanned pages.';
const noTextLeft =
  'The file is damaged: it ends too early, or its tables are broken, and no text was found in what is left of it.';
const noTextOnScans = 'No text was found in the PDF, nor on its scanned pages.';

/** Warnings about text that was read from scans. */
const warningsOf = (recognition: Recognition): FormatWarning[] =>
  recognition.flatMap(({ page, lines, uncertainWords }) => {
    const part = `page ${page}`;
    const read = {
      code: 'text_recognised',
      message: 'The lines of a scanned page were read by OCR, and may have mistakes.',
      part,
      count: lines.length,
    };
    const uncertain = {
      code: 'text_uncertain',
      message: 'Words of a scanned page were hard to read and may be wrong.',
      part,
      count: uncertainWords,
    };
    return [read, uncertain].filter(({ count }) => count > 0);
  });

const maxSkipped = 1_000;

class SkippedTexts {
  readonly list: SkippedText[] = [];
  private readonly unknown = new Map<string, number>();

  /** A warning for each page with glyphs that nothing tells. */
  get warnings(): FormatWarning[] {
    return [...this.unknown].map(([part, count]) => ({
      code: 'characters_unknown',
      message: `The fonts of the page do not tell which characters ${count} of its glyphs are: the text around them stays as it is.`,
      part,
      count,
    }));
  }

  add(page: Page, { unreadable, unknownGlyphs, leftHeaders, invisible }: ContentTexts): void {
    const part = partOf(page);
    if (unknownGlyphs > 0 && (this.unknown.has(part) || this.unknown.size < maxSkipped))
      this.unknown.set(part, (this.unknown.get(part) ?? 0) + unknownGlyphs);
    this.push({ part, reason: skipReasons.unknownGlyphs, count: unreadable });
    this.push({ part, reason: skipReasons.headers, count: leftHeaders });
    this.push({ part, reason: skipReasons.invisible, count: invisible });
  }

  private push(text: SkippedText): void {
    if (text.count > 0 && this.list.length < maxSkipped) this.list.push(text);
  }
}
