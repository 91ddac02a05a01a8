import { hasWording } from '#libs/text/segments/program-spans.js';
import type { DocumentSummary, FormatOptions, SkimmedText } from '../../format.port.js';
import type { ShownGlyph, ShowOperator } from '../content/show-operator.js';
import type { PdfFile } from '../objects/pdf-file.js';
import { elementTexts } from '../structure/element-texts.js';
import { marginOf, shownTexts } from './content-texts.js';
import { type Content, ContentReader } from './contents.js';
import { assertHasText, hasElementTexts, isInRange, markedUsesOf } from './document-units.js';
import { pagesOf } from './pages.js';
import { annotationTexts, bookmarkTexts, type StringText, titleTexts } from './string-texts.js';

/**
 * The text of a file in the order in which it is drawn, a page at a time: no columns, no paragraphs, and so no segments either. Its
 * words are nearly those of the segments.
 * @throws FormatError as `unitsOf`
 */
export function* skimmedPages(file: PdfFile, options: FormatOptions): Generator<SkimmedText, DocumentSummary> {
  const pages = pagesOf(file);
  const pageCount = pages.length;
  const reader = new ContentReader(file);
  const marked = markedUsesOf(file);
  let shown = 0;
  for (const page of pages.filter((candidate) => isInRange(candidate, options.pageRange))) {
    const texts: string[] = [];
    for (const content of reader.contentsOf(page)) {
      marked.addRead(content);
      const lines = linesOf(content, options);
      shown += lines.length;
      const isAsked = (line: Line) => options.translateHeaders || marginOf(content, line) === undefined;
      for (const run of runsOf(lines.filter(isAsked))) texts.push(run);
    }
    yield { texts: [...texts, ...stringsOf(annotationTexts(file, page, options))], pageCount };
  }
  assertHasText(file, options, shown);
  if (options.pageRange === undefined) {
    yield { texts: stringsOf(bookmarkTexts(file)) };
    if (hasElementTexts(options)) yield { texts: stringsOf(elementTexts(file, marked)) };
    yield { texts: stringsOf(titleTexts(file)) };
  }
  return { pageCount };
}

const stringsOf = (texts: Iterable<StringText>): string[] => Array.from(texts, ({ text }) => text);

/** Text that is drawn on one line without a wide gap. */
interface Line {
  text: string;
  /** The place of its first glyph on its baseline, and the end of its last. */
  start: number;
  end: number;
  across: number;
  height: number;
  direction: ShowOperator['direction'];
  isArtifact: boolean;
}

/** In parts of the font size: the gap between two words, that between two columns, and how far a glyph stands from its line. */
const wordGap = 0.18;
const columnGap = 1.3;
const maxShift = 0.6;
/** How far a line is below the one that it goes on, at most. */
const maxDown = 2;

/** The dots between a heading and its page in a table of contents. */
const leader = / ?(?:[.·…_] ?){4,}/g;

const linesOf = (content: Content, options: FormatOptions): Line[] => {
  const lines: Line[] = [];
  const drawn = new Set<string>();
  let line: Line | undefined;
  for (const show of shownTexts(content, options)) {
    if (show.height === 0 || show.glyphs.length === 0 || isDrawnAgain(show, drawn)) continue;
    for (const glyph of show.glyphs) {
      const next = withGlyph(line, show, glyph);
      if (next !== line && next) lines.push(next);
      line = next;
    }
  }
  return lines;
};

/** The line that a glyph is on: that of before, a new one, or none where a blank begins one. */
const withGlyph = (
  line: Line | undefined,
  show: ShowOperator,
  { text, x, y, advance }: ShownGlyph,
): Line | undefined => {
  const { direction, height, isArtifact } = show;
  const along = x * direction.x + y * direction.y;
  const across = y * direction.x - x * direction.y;
  const isBlank = text === undefined || text.trim() === '';
  const gap = line ? (along - line.end) / height : 0;
  if (line && isOn(line, show, across) && Math.abs(gap) < columnGap) {
    // Formulas are no words.
    if (text !== undefined && show.state.font?.isMath !== true)
      line.text += gap > wordGap && !isBlank ? ` ${text}` : text;
    line.end = along + advance;
    return line;
  }
  if (isBlank) return undefined;
  return { text, start: along, end: along + advance, across, height, direction, isArtifact };
};

const isOn = (line: Line, { direction, height }: ShowOperator, across: number): boolean =>
  Math.abs(line.across - across) < maxShift * Math.max(line.height, height) &&
  line.direction.x === direction.x &&
  line.direction.y === direction.y;

/** Whether the same was drawn in the same place: bold type and shadows are made so. */
const isDrawnAgain = ({ glyphs, height }: ShowOperator, drawn: Set<string>): boolean => {
  const [first] = glyphs;
  const text = glyphs.map((glyph) => glyph.text ?? '').join('');
  if (!first || text.trim() === '') return false;
  const place = `${Math.round((4 * first.x) / height)} ${Math.round((4 * first.y) / height)} ${text}`;
  const isKnown = drawn.has(place);
  drawn.add(place);
  return isKnown;
};

/** Lines of words, joined where one stands right below another. */
const runsOf = (lines: readonly Line[]): string[] => {
  const runs: string[][] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const text = line.text.replace(leader, ' ').trim();
    if (!hasWording(text)) {
      last = undefined;
      continue;
    }
    const run = last && goesOn(last, line) ? runs.at(-1) : undefined;
    if (run === undefined) runs.push([text]);
    else addLine(run, text);
    last = line;
  }
  return runs.map((run) => run.join(''));
};

/** A word that is cut at the end of a line is one word. */
const addLine = (run: string[], text: string): void => {
  const before = run.at(-1) ?? '';
  const isCut = /\p{L}[-\u00ad\u2010]$/u.test(before.slice(-3)) && /^\p{Ll}/u.test(text);
  if (isCut) run[run.length - 1] = before.slice(0, -1);
  run.push(isCut ? text : ` ${text}`);
};

const goesOn = (last: Line, { across, height, start }: Line): boolean => {
  const down = (last.across - across) / height;
  return down > 0 && down < maxDown && Math.abs(last.height - height) < 0.1 * height && start <= last.start;
};
