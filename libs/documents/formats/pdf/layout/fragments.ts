import type { Box } from '../content/box.js';
import { showsIn } from '../content/clip-path.js';
import type { ShownGlyph, ShowOperator } from '../content/show-operator.js';
import { isBehindInitial, settleInitial } from './initials.js';
import type { Separators } from './separators.js';
import { isSign } from './signs.js';
import { closeLetters, spaceGap, WordGaps } from './word-gaps.js';

/** A glyph on a line. */
export interface PlacedGlyph {
  glyph: ShownGlyph;
  show: ShowOperator;
  /** Its text; empty for what only moves, and for glyphs drawn a second time. */
  text: string;
  /** Along the baseline and across it, upwards. */
  along: number;
  across: number;
  end: number;
  /** Whether white space stands before it on the page, though not in the text. */
  isApart: boolean;
  /** The glyph that an initial has the size and the line of, as a letter of a text. */
  like?: PlacedGlyph;
}

/** Text on one line without a wide gap. */
export interface Fragment {
  direction: { x: number; y: number };
  glyphs: PlacedGlyph[];
  /** Height of the largest glyphs. */
  height: number;
  across: number;
  start: number;
  end: number;
  mcid: number | undefined;
  /** The paragraph that it is known to be in. */
  paragraph: number | undefined;
  isArtifact: boolean;
  /** Whether a list marker stands before it. */
  isListItem: boolean;
  /** Whether another fragment of the same line was drawn right before or after it. */
  isBeside: boolean;
  /** Whether it is the box of a date that is filled in by letters. */
  isDateBox?: boolean;
  /** The dots that lead from it to what stands at the end of its line. */
  leader?: readonly PlacedGlyph[];
  /** The large letter that it begins with, which may go down beside the lines below. */
  initial?: PlacedGlyph | undefined;
}

/** In parts of the font size: the gap of another column. */
const columnGap = 1.3;
/** The gap between two words of a justified line in a narrow cell, at most. */
const maxJustifiedGap = 6;
/** Glyphs of an exponent, at most. */
const maxScripts = 8;
const overlap = 0.6;
/** In parts of the font size: how far a letter of the same size stands above or below its line, at most, as the E of TeX does. */
const maxShift = 0.24;
/** In parts of the font size: the gap between two cells. */
const cellGap = 0.5;
const maxFillsBetween = 8;
/** Spaces one after the other that are no more the space between two words, and how wide they are, in parts of the font size. */
const minBlanks = 3;
const minBlankWidth = 1.6;
const minBlankWidthBeforeSign = 0.8;
const minTabWidth = 0.1;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** The pieces of the lines of a content, which are cut at wide gaps and at upright rules, in the order in which they are drawn. */
export const fragmentsOf = (
  shows: readonly ShowOperator[],
  fills: readonly Box[],
  separators: Separators,
): Fragment[] => {
  const pieces: Fragment[] = [];
  const drawn = new Map<string, { x: number; y: number; fragment: Fragment }[]>();
  const gaps = new WordGaps();
  const hasTabs = tellsTabs(shows);
  let current: Fragment | undefined;
  for (const show of shows) {
    if (show.height === 0 || show.glyphs.length === 0) continue;
    const original = drawnBefore(drawn, show);
    if (original) {
      for (const glyph of show.glyphs) original.glyphs.push({ ...placed(show, glyph, false), text: '' });
      continue;
    }
    for (const glyph of show.glyphs) {
      const isBlank = glyph.text !== undefined && glyph.text.trim() === '';
      if (isBlank && current === undefined) continue;
      const item = placed(show, glyph, false);
      if (current && !isBlank && isDrawnAgain(current, item)) {
        current.glyphs.push({ ...item, text: '' });
        continue;
      }
      if (
        current &&
        continues(current, show, item, separators) &&
        !isBehindBlanks(current, item, isBlank, hasTabs) &&
        !isInOwnCell(current, show, item, fills, separators)
      ) {
        const gap = Math.max(item.along - current.end, current.start - item.end);
        const share = gap / Math.min(current.height, show.height) - spacingAfter(current.glyphs.at(-1));
        gaps.add(item, share);
        if (isBehindInitial(current, item)) beginBehindInitial(current, item);
        extend(current, show, item);
      } else {
        if (isBlank) continue;
        gaps.endLine();
        current = begin(show, item);
        pieces.push(current);
      }
    }
    if (current) remember(drawn, show, current);
  }
  gaps.endLine();
  for (const piece of pieces) settleInitial(piece);
  return pieces;
};

/** The space that the state of text puts behind each letter, in parts of the font size. */
const spacingAfter = (glyph: PlacedGlyph | undefined): number => {
  const { characterSpacing = 0, scale = 1, size = 0 } = glyph?.show.state ?? {};
  return size === 0 ? 0 : Math.max(0, (characterSpacing * scale) / size);
};

const placed = (show: ShowOperator, glyph: ShownGlyph, isApart: boolean): PlacedGlyph => {
  const { x, y } = show.direction;
  const along = glyph.x * x + glyph.y * y;
  const text = glyph.text ?? '\ufffd';
  return { glyph, show, text, along, across: glyph.y * x - glyph.x * y, end: along + glyph.advance, isApart };
};

const begin = (show: ShowOperator, item: PlacedGlyph): Fragment => ({
  direction: show.direction,
  glyphs: [item],
  height: show.height,
  across: item.across,
  start: item.along,
  end: item.end,
  mcid: show.mcid,
  paragraph: show.paragraph,
  isArtifact: show.isArtifact,
  isListItem: false,
  isBeside: false,
});

const beginBehindInitial = (fragment: Fragment, item: PlacedGlyph): void => {
  fragment.initial = fragment.glyphs[0];
  fragment.height = item.show.height;
  fragment.across = item.across;
};

const extend = (fragment: Fragment, show: ShowOperator, item: PlacedGlyph): void => {
  fragment.glyphs.push(item);
  if (show.height > fragment.height * 1.05) {
    fragment.height = show.height;
    fragment.across = item.across;
  }
  fragment.start = Math.min(fragment.start, item.along);
  fragment.end = Math.max(fragment.end, item.end);
};

export const isSameDirection = (one: { x: number; y: number }, other: { x: number; y: number }): boolean =>
  one.x * other.x + one.y * other.y > 0.9998;

const isWord = ({ text }: PlacedGlyph): boolean => /^\p{L}/u.test(text);

/** Whether it is a hyphen that touches a word: some programs mark one that cuts a word as no part of the text. */
const isCuttingHyphen = ({ glyphs, end, height }: Fragment, item: PlacedGlyph): boolean =>
  item.show.isArtifact &&
  /^[-\u00ad\u2010]$/u.test(item.text) &&
  Math.abs(item.along - end) < closeLetters * height &&
  isWord(glyphs.at(-1) ?? item);

const continues = (fragment: Fragment, show: ShowOperator, item: PlacedGlyph, separators: Separators): boolean => {
  if (!isSameDirection(fragment.direction, show.direction) || fragment.paragraph !== show.paragraph) return false;
  if (fragment.isArtifact !== show.isArtifact && !isCuttingHyphen(fragment, item)) return false;
  // Cells of a table are often clipped each by itself.
  const clip = fragment.glyphs[0]?.show.state.clip;
  if (clip !== show.state.clip && !showsIn(clip, item.glyph)) return false;
  if (isBehindInitial(fragment, item)) return true;
  const [small, large] = [Math.min(fragment.height, show.height), Math.max(fragment.height, show.height)];
  const isRaised = small < large * 0.85;
  const shift = Math.abs(item.across - fragment.across);
  if (shift > (isRaised ? 0.6 : maxShift) * large || large > small * 3) return false;
  if (isRaised && isBelowScript(fragment, item)) return true;
  const after = item.along - fragment.end;
  if (after > -overlap * small && after < columnGap * large) return true;
  if (after > 0 && after < maxJustifiedGap * large && isWord(item))
    return separators.isInNarrowCell(fragment, fragment.start, item.end);
  const before = fragment.start - item.end;
  return rightToLeft.test(item.text) && before > -overlap * small && before < columnGap * large;
};

/** Whether an index stands below the exponent that a line ends in, or the other way round, behind the letter of both. */
const isBelowScript = ({ glyphs, across, height }: Fragment, item: PlacedGlyph): boolean => {
  const last = glyphs.at(-1);
  const base = glyphs.slice(-maxScripts).findLast(({ show }) => show.height > 0.85 * height);
  if (!last || !base || last === base || last.show.height > 0.85 * height) return false;
  const areOpposite = (last.across - across) * (item.across - across) < 0;
  return areOpposite && item.along > base.end - 0.3 * height && item.along < last.end;
};

/** Whether tabs are told from spaces: some maps give a tab for every space. */
const tellsTabs = (shows: readonly ShowOperator[]): boolean => {
  let [tabs, spaces] = [0, 0];
  for (const { glyphs } of shows)
    for (const { text } of glyphs) {
      if (text === '\t') tabs += 1;
      if (text === ' ' || text === '\u00a0') spaces += 1;
    }
  return tabs > 0 && spaces > tabs;
};

/** Whether a tab or so many spaces stand before it that it is a text of its own: forms leave room to write, or align words so. */
const isBehindBlanks = (
  { glyphs, paragraph }: Fragment,
  item: PlacedGlyph,
  isBlank: boolean,
  hasTabs: boolean,
): boolean => {
  if (isBlank || paragraph !== undefined) return false;
  const at = glyphs.findLastIndex(({ text }) => text.trim() !== '');
  const last = glyphs[at];
  if (!last || at === glyphs.length - 1) return false;
  const blanks = glyphs.slice(at + 1).map(({ text }) => text);
  const gap = (item.along - last.end) / last.show.height;
  if (hasTabs && gap > minTabWidth && blanks.some((text) => text.includes('\t'))) return true;
  return (
    gap > (isSign(item) ? minBlankWidthBeforeSign : minBlankWidth) &&
    blanks.filter((text) => text !== '').length >= minBlanks
  );
};

const isInOwnCell = (
  line: Fragment,
  show: ShowOperator,
  item: PlacedGlyph,
  fills: readonly Box[],
  separators: Separators,
): boolean => isOnOwnFill(line, show, item, fills) || isBehindRule(line, item, separators);

/** Whether an upright rule stands between two words: the border of a cell. */
const isBehindRule = (line: Fragment, item: PlacedGlyph, separators: Separators): boolean => {
  if (item.text.trim() === '') return false;
  const last = line.glyphs.findLast(({ text }) => text.trim() !== '');
  return (
    last !== undefined &&
    item.along - last.end > spaceGap * line.height &&
    (separators.isBetweenWords(line, last.end, item.along) ||
      (item.along - last.end > cellGap * line.height && separators.isAtEdge(line, last.end, item.along)))
  );
};

/** Whether something is painted between two words that are apart, behind the second alone: a cell of a table. */
const isOnOwnFill = (
  { glyphs, end, height }: Fragment,
  show: ShowOperator,
  item: PlacedGlyph,
  fills: readonly Box[],
): boolean => {
  const last = glyphs.at(-1);
  if (!last || last.show.filled === show.filled || item.along - end < cellGap * height) return false;
  return fills
    .slice(Math.max(last.show.filled, show.filled - maxFillsBetween), show.filled)
    .some((fill) => showsIn(fill, item.glyph) && !showsIn(fill, last.glyph));
};

export const isSameLine = (one: Fragment, other: Fragment): boolean =>
  isSameDirection(one.direction, other.direction) &&
  Math.abs(one.across - other.across) < 0.3 * Math.min(one.height, other.height);

/** How far from each other two glyphs stand at most that are one. Two narrow letters may stand close to each other. */
const nearness = (height: number, advance: number): number => Math.min(0.12 * height, 0.45 * advance);

/** How often a glyph is drawn again, at most. */
const maxDrawnAgain = 8;

/** Whether a glyph is the last one of a line again, in its place: letter by letter, bold type is made so, too. */
const isDrawnAgain = ({ glyphs }: Fragment, { text, along, across, show, glyph }: PlacedGlyph): boolean => {
  let at = glyphs.length - 1;
  while (at > glyphs.length - maxDrawnAgain && glyphs[at]?.text === '') at -= 1;
  const last = glyphs[at];
  return (
    last !== undefined &&
    last.text === text &&
    text !== '' &&
    show.paragraph === undefined &&
    last.show.state.font === show.state.font &&
    Math.hypot(last.along - along, last.across - across) < nearness(show.height, glyph.advance)
  );
};

const maxRemembered = 8;

/** The fragment that shows the same text in the same place already: bold type and shadows are made so. */
const drawnBefore = (
  drawn: ReadonlyMap<string, { x: number; y: number; fragment: Fragment }[]>,
  { glyphs, height, paragraph }: ShowOperator,
): Fragment | undefined => {
  const [first] = glyphs;
  const text = textOfGlyphs(glyphs);
  if (!first || text.trim() === '' || paragraph !== undefined) return undefined;
  const within = nearness(height, glyphs.length > 1 ? Number.POSITIVE_INFINITY : first.advance);
  return drawn.get(text)?.find(({ x, y }) => Math.hypot(x - first.x, y - first.y) < within)?.fragment;
};

const remember = (
  drawn: Map<string, { x: number; y: number; fragment: Fragment }[]>,
  { glyphs }: ShowOperator,
  fragment: Fragment,
): void => {
  const [first] = glyphs;
  const text = textOfGlyphs(glyphs);
  if (!first || text.trim() === '') return;
  const places = drawn.get(text) ?? [];
  places.push({ x: first.x, y: first.y, fragment });
  drawn.set(text, places.slice(-maxRemembered));
};

const textOfGlyphs = (glyphs: readonly ShownGlyph[]): string => {
  let all = '';
  for (const { text } of glyphs) all += text ?? '';
  return all;
};

/** The text of a line, with a space where a gap parts two words. */
export const textOfLine = (glyphs: readonly PlacedGlyph[]): string => {
  let line = '';
  for (const { text, isApart } of glyphs) line += isApart ? ` ${text}` : text;
  return line;
};

/** Signs of scripts that break between any two of them, but before those that end something. */
const anywhere = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const endsSomething = /^[\p{Pe}\p{Pf}\p{Po}ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;

/** Whether a line could have been broken at its first sign, and not at spaces alone. */
export const breaksAnywhere = ({ glyphs }: Fragment): boolean =>
  anywhere.test(glyphs.find(({ text }) => /[^\s\p{Ps}\p{Pi}]/u.test(text))?.text ?? '');

/** How much of a line its first word takes. */
export const firstWordWidth = (glyphs: readonly PlacedGlyph[]): number => {
  const isEnd = ({ text, isApart }: PlacedGlyph, at: number): boolean => {
    if (at === 0) return false;
    if (isApart || text.trim() === '') return true;
    const isBreak = anywhere.test(text) || anywhere.test(glyphs[at - 1]?.text ?? '');
    return isBreak && !endsSomething.test(text) && !/^[\p{Ps}\p{Pi}]/u.test(glyphs[at - 1]?.text ?? '');
  };
  const end = glyphs.findIndex(isEnd);
  const word = end < 0 ? glyphs : glyphs.slice(0, end);
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const glyph of word) {
    from = Math.min(from, glyph.along);
    to = Math.max(to, glyph.end);
  }
  return Math.max(0, to - from);
};
