import type { ColumnStarts } from './column-starts.js';
import { type Fragment, isSameLine, type PlacedGlyph } from './fragments.js';
import { isSign } from './signs.js';
import { isBold } from './text-style.js';
import { logicalOrder } from './visual-order.js';

const bullet = /^[•‣⁃∙◦▪▫■□●○◆◇►▶➢✓✔★\-\u2010\u2212–—*·o\ue000-\uf8ff\ufffd]$/u;
const counter = /^\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]$/;
/** The number or the letter of an item of a form, which is bold, and the least gap behind it, in parts of the height of a line. */
const item = /^(?:\d{1,3}[a-z]?|[a-z])$/;
const minItemGap = 0.45;
/** The number of a section: `4`, `6.1`, `6.1.2.` */
const section = /^\d{1,2}(?:\.\d{1,3}){0,4}\.?$/;
/** In parts of the height of a line: the least gap behind the number of a section, and how many times as wide as the others it is. */
const minSectionGap = 0.6;
const minSectionRatio = 1.6;
/** Signs of a leader: one, with the space between two in some maps, or all where the file has a text for the whole leader. */
const leader = /^[.·…_ ]{1,1000}$/;
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
  const parts = between.flatMap(({ glyphs: text, dots }) => {
    const inColumns = columns.cut(text, fragment).map((part) => partOf(fragment, part));
    const last = inColumns.at(-1);
    if (last && isLeaderOf(dots, last)) last.leader = dots;
    return inColumns;
  });
  if (parts.length > between.length) for (const part of parts) part.isBeside = true;
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

const isMark = (word: string): boolean => counter.test(word) || bullet.test(word) || /^\d{0,2}[a-z]$/.test(word);

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
    ((counter.test(word) || (item.test(word) && isBoldAlone(glyphs.slice(0, end), following))) &&
      gap > minItemGap * height) ||
    (end === 1 && isMisread(last, following));
  return isMarker || (section.test(word) && isWideGap(gap, glyphs.slice(next), height)) ? next : 0;
};

/** Whether all of a mark is bold, and what follows is not. */
const isBoldAlone = (mark: readonly PlacedGlyph[], following: PlacedGlyph): boolean =>
  mark.every(({ show }) => isBold(show)) && !isBold(following.show);

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

/** Glyphs up to a leader, and those of the leader. */
interface BeforeLeader {
  glyphs: PlacedGlyph[];
  dots: PlacedGlyph[];
}

const cutAtLeaders = (glyphs: readonly PlacedGlyph[]): BeforeLeader[] => {
  const parts: BeforeLeader[] = [];
  let part: PlacedGlyph[] = [];
  let dots: PlacedGlyph[] = [];
  const endDots = (): void => {
    if (signsIn(dots) >= minLeader) {
      parts.push({ glyphs: part, dots });
      part = [];
    } else part.push(...dots);
    dots = [];
  };
  for (const glyph of glyphs) {
    const isBlank = glyph.text.trim() === '';
    if (isBlank ? dots.length > 0 : leader.test(glyph.text)) dots.push(glyph);
    else {
      endDots();
      part.push(glyph);
    }
  }
  endDots();
  parts.push({ glyphs: part, dots: [] });
  return parts.filter(({ glyphs: text }) => text.some((glyph) => glyph.text.trim() !== ''));
};

const signsIn = (dots: readonly PlacedGlyph[]): number =>
  dots.reduce((sum, { text }) => sum + text.replaceAll(' ', '').length, 0);

/** Whether dots go on from a text; lines to write on do not, and what they leave free is for others. */
const isLeaderOf = (dots: readonly PlacedGlyph[], { end, height }: Fragment): boolean => {
  const [first] = dots;
  return first !== undefined && first.along > end - 0.2 * height && dots.every(({ text }) => !text.includes('_'));
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
