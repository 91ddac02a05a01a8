import type { ColumnStarts } from './column-starts.js';
import { areDateBoxes } from './date-boxes.js';
import { type Fragment, isSameLine, type PlacedGlyph } from './fragments.js';
import { cutAtLeaders, inLeaders, isLeaderOf } from './leaders.js';
import { isSign } from './signs.js';
import { isBold } from './text-style.js';
import { logicalOrder } from './visual-order.js';

const bullet = /^[•‣⁃∙◦▪▫▸▹▻■□●○◆◇◉◎❍❏❑❒❖►▶➢➔➜➤✓✔✗✘✦✱★☆☐☑☒⚫\-\u2010\u2212–—*·o\ue000-\uf8ff\ufffd]$/u;
/** Signs that are bullets before a wide gap alone: words of a text have them, too. */
const seldomBullet = /^[>»›→⇒]$/;
const counter = /^\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]$/;
/** The number of an item of a form and the letter behind it, or the other way round: `1` `a`, `3.` `a)`, `A` `1`, `1a` `i`. */
const itemOfTwo =
  /^\(?\d{1,3}[a-z]?[.)]? \(?(?:[A-Za-z]|[ivx]{1,4})[.)]?$|^\(?[A-Z][.)]? \(?\d{1,2}[.)]?$|^\(?[IVX]{1,4}[.)]? \(?[a-z][.)]?$/;
/** The number or the letter of an item of a form, which is bold, and the least gap behind it, in parts of the height of a line. */
const item = /^(?:\d{1,3}[a-z]?|[a-z])$/;
const minItemGap = 0.45;
/** The number of a section: `4`, `6.1`, `6.1.2.` */
const section = /^\d{1,2}(?:\.\d{1,3}){0,4}\.?$/;
/** In parts of the height of a line: the least gap behind the number of a section, and how many times as wide as the others it is. */
const minSectionGap = 0.6;
const minSectionRatio = 1.6;
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
  if (isDrawnLine(glyphs) || isMark(glyphs) || fragment.isDateBox || areDateBoxes(glyphs)) return [];
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
  return isSigns || isMark(fragment.glyphs);
};

const isMark = (glyphs: readonly PlacedGlyph[]): boolean => {
  const word = wordOf(glyphs);
  if (counter.test(word) || bullet.test(word) || /^(?:\d{1,2} {0,2})?[a-z]$/.test(word)) return true;
  const [end, next] = firstWord(glyphs);
  return end > 0 && itemOfTwo.test(`${wordOf(glyphs.slice(0, end))} ${wordOf(glyphs.slice(next))}`);
};

const wordOf = (glyphs: readonly PlacedGlyph[]): string =>
  glyphs
    .map(({ text }) => text)
    .join('')
    .trim();

const markerEnd = (glyphs: readonly PlacedGlyph[], height: number): number => {
  const [end, next] = firstWord(glyphs);
  if (end < 0) return 0;
  const word = wordOf(glyphs.slice(0, end));
  // Forms set the number and the letter of an item apart.
  const [letterEnd, behind] = firstWord(glyphs.slice(next));
  if (letterEnd > 0 && isItemLetter(word, glyphs.slice(next), [letterEnd, behind], height)) return next + behind;
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
  const isSeldom = section.test(word) || seldomBullet.test(word) || /^[a-z]$/.test(word);
  return isMarker || (isSeldom && isWideGap(gap, glyphs.slice(next), height)) ? next : 0;
};

/** Where the first word ends, or -1 where it is the only one, and where the second begins. */
const firstWord = (glyphs: readonly PlacedGlyph[]): [end: number, next: number] => {
  const isBlank = ({ text }: PlacedGlyph): boolean => text !== '' && text.trim() === '';
  const end = glyphs.findIndex((glyph, at) => at > 0 && (glyph.isApart || isBlank(glyph)));
  let next = Math.max(0, end);
  while (glyphs[next]?.text.trim() === '') next += 1;
  return [end, next];
};

/** Whether a letter behind a number is one of an item, and stands apart from the words that follow. */
const isItemLetter = (
  number: string,
  glyphs: readonly PlacedGlyph[],
  [end, next]: readonly [end: number, next: number],
  height: number,
): boolean => {
  const [letter, following] = [glyphs[end - 1], glyphs[next]];
  const word = wordOf(glyphs.slice(0, end));
  if (!letter || !following || !itemOfTwo.test(`${number} ${word}`)) return false;
  const gap = following.along - letter.end;
  if (gap <= minItemGap * height) return false;
  const isUsual = /^\d+$/.test(number) && /^[a-z]$/.test(word);
  return (isUsual && isBoldAlone(glyphs.slice(0, end), following)) || isWideGap(gap, glyphs.slice(next), height);
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
  const inked = following.filter(({ text }) => text.trim() !== '');
  const dots = inLeaders(inked);
  for (const glyph of inked) {
    if (!dots.has(glyph)) widest = Math.max(widest, glyph.along - end);
    end = glyph.end;
  }
  return gap > Math.max(minSectionGap * height, minSectionRatio * widest);
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
