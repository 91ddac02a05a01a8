import type { ColumnStarts } from './column-starts.js';
import { type Fragment, isSameLine, type PlacedGlyph } from './fragments.js';
import { isSign } from './signs.js';
import { logicalOrder } from './visual-order.js';

const bullet = /^[•‣⁃∙◦▪▫■□●○◆◇►▶➢✓✔★\-–—*·o\ue000-\uf8ff\ufffd]$/u;
const counter = /^\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]$/;
/** The number of a section: `4`, `6.1`, `6.1.2.` */
const section = /^\d{1,2}(?:\.\d{1,3}){0,4}\.?$/;
/** In parts of the height of a line: the least gap behind the number of a section, and how many times as wide as the others it is. */
const minSectionGap = 0.6;
const minSectionRatio = 1.6;
const leader = /^[.·…_]$/;
/** Leader dots in a row. */
const minLeader = 4;
/** Signs that are one marker: some fonts have a blank that nothing explains either. */
const maxMarkerSigns = 3;
/** Signs of a line that is drawn in them. */
const minDrawnLine = 4;

/**
 * The parts of a fragment that are text of their own: without a list marker before it, cut at leaders and
 * where columns begin; none of a line that is drawn in signs, and of a mark alone. What is
 * left out stays as it is on the page.
 */
export const partsOfFragment = (fragment: Fragment, columns: ColumnStarts): Fragment[] => {
  const glyphs = logicalOrder(fragment.glyphs);
  if (fragment.paragraph !== undefined) return [partOf(fragment, glyphs)];
  if (isDrawnLine(glyphs) || isMark(wordOf(glyphs))) return [];
  const cut = markerEnd(glyphs, fragment.height);
  const between = cutAtLeaders(glyphs.slice(cut));
  const inColumns = between.flatMap((part) => columns.cut(part, fragment));
  const parts = inColumns.map((part) => partOf(fragment, part));
  if (inColumns.length > between.length) for (const part of parts) part.isBeside = true;
  const [first] = parts;
  if (first && cut > 0) first.isListItem = true;
  return parts;
};

/** Whether it is nothing but the list marker of what follows far behind it on its line: a bullet of any font, a number or a letter. */
export const isLoneMarker = (fragment: Fragment, next: Fragment | undefined): boolean => {
  if (!next || fragment.end >= next.start || !isSameLine(fragment, next)) return false;
  const word = wordOf(fragment.glyphs);
  if (word === '') return false;
  const isSigns = word.length <= maxMarkerSigns && !/[\p{L}\p{N}]/u.test(word);
  return isSigns || isMark(word);
};

const isMark = (word: string): boolean => counter.test(word) || bullet.test(word) || /^[a-z]$/.test(word);

const wordOf = (glyphs: readonly PlacedGlyph[]): string =>
  glyphs
    .map(({ text }) => text)
    .join('')
    .trim();

const markerEnd = (glyphs: readonly PlacedGlyph[], height: number): number => {
  const end = glyphs.findIndex(({ text, isApart }, at) => at > 0 && (isApart || text.trim() === ''));
  if (end < 0) return 0;
  const word = wordOf(glyphs.slice(0, end));
  let next = end;
  while (glyphs[next]?.text.trim() === '') next += 1;
  const last = glyphs[end - 1];
  const following = glyphs[next];
  if (!last || !following) return 0;
  const gap = following.along - last.end;
  const isSigns = end <= maxMarkerSigns && glyphs.slice(0, end).every(isSign);
  const isMarker =
    bullet.test(word) ||
    isSigns ||
    (counter.test(word) && gap > 0.45 * height) ||
    (end === 1 && isMisread(last, following));
  return isMarker || (section.test(word) && isWideGap(gap, glyphs.slice(next), height)) ? next : 0;
};

/** Whether it is a letter without case, alone before words of another font that have case: some programs say so of a bullet. */
const isMisread = (mark: PlacedGlyph, following: PlacedGlyph): boolean =>
  /^\p{Lo}$/u.test(mark.text) &&
  /^[\p{Lu}\p{Ll}]/u.test(following.text) &&
  mark.show.state.fontName !== following.show.state.fontName;

/** Whether the gap behind the number of a section is wider than those between the words that follow. */
const isWideGap = (gap: number, following: readonly PlacedGlyph[], height: number): boolean => {
  let widest = 0;
  let end = Number.POSITIVE_INFINITY;
  for (const glyph of following) {
    if (glyph.text.trim() === '') continue;
    widest = Math.max(widest, glyph.along - end);
    end = glyph.end;
  }
  return gap > Math.max(minSectionGap * height, minSectionRatio * widest);
};

const cutAtLeaders = (glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] => {
  const parts: PlacedGlyph[][] = [];
  let part: PlacedGlyph[] = [];
  let dots: PlacedGlyph[] = [];
  const endDots = (): void => {
    if (dots.filter(({ text }) => leader.test(text)).length >= minLeader) {
      parts.push(part);
      part = [];
    } else part.push(...dots);
    dots = [];
  };
  for (const glyph of glyphs) {
    if (leader.test(glyph.text) || (dots.length > 0 && glyph.text.trim() === '')) dots.push(glyph);
    else {
      endDots();
      part.push(glyph);
    }
  }
  endDots();
  parts.push(part);
  return parts.filter((glyphsOfPart) => glyphsOfPart.some(({ text }) => text.trim() !== ''));
};

/** Whether it is a line that is drawn in signs: `-----`, `=====`. */
const isDrawnLine = (glyphs: readonly PlacedGlyph[]): boolean =>
  glyphs.length >= minDrawnLine && glyphs.every(({ text }) => /^(?:[-=_~*#.·+—–─═]+|\s*)$/u.test(text));

const partOf = (fragment: Fragment, glyphs: PlacedGlyph[]): Fragment => {
  let from = 0;
  let to = glyphs.length;
  while (glyphs[from]?.text.trim() === '') from += 1;
  while (glyphs[to - 1]?.text.trim() === '' && glyphs[to - 1]?.text !== '') to -= 1;
  const inked = glyphs.slice(from, to);
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const glyph of inked) {
    start = Math.min(start, glyph.along);
    end = Math.max(end, glyph.end);
  }
  return { ...fragment, glyphs: inked, start, end };
};
