import { startsLower } from './double-spacing.js';
import { type Fragment, isSameDirection, isSameLine } from './fragments.js';
import { rangeOf } from './range.js';

/** In font sizes: how far apart the words of a justified line are, at most, and by how much their gaps differ. */
const maxGap = 8;
const maxDifference = 0.05;
/** In font sizes: how far the lines of a column may end from each other, how far below each other they stand, and how wide they are, at least. */
const evenEnd = 0.15;
const [minDown, maxDown] = [0.8, 2];
const minWidth = 6;

/**
 * The lines with those in one piece whose words are so far apart that each looks like a cell: all gaps are alike, and a line
 * above or below goes from the same place to the same place.
 */
export const joinJustified = (fragments: readonly Fragment[]): Fragment[] => {
  const rows: Fragment[][] = [];
  for (const fragment of fragments) {
    const row = rows.at(-1);
    if (row && isPieceBehind(row.at(-1), fragment)) row.push(fragment);
    else rows.push([fragment]);
  }
  return rows.flatMap((row, at) => (isJustified(row, rows[at - 1], rows[at + 1]) ? [asOne(row)] : row));
};

/** Words of one line, or a whole line. */
type Row = readonly Fragment[];

/** Whether a word stands behind another on its line, as far from it as the words of a justified line do at most. */
const isPieceBehind = (piece: Fragment | undefined, next: Fragment | undefined): boolean => {
  if (!piece || !next || !isSameLine(piece, next)) return false;
  const gap = startOf(next) - endOf(piece);
  const isAlike =
    Math.abs(piece.height - next.height) < 0.05 * piece.height &&
    piece.paragraph === undefined &&
    next.paragraph === undefined &&
    piece.isArtifact === next.isArtifact &&
    piece.mcid === next.mcid;
  return isAlike && gap > 0 && gap < maxGap * piece.height && isWord(piece) && isWord(next);
};

const inked = ({ glyphs }: Fragment): Fragment['glyphs'] => glyphs.filter(({ text }) => text.trim() !== '');
const startOf = (piece: Fragment): number => inked(piece)[0]?.along ?? piece.start;
const endOf = (piece: Fragment): number => inked(piece).at(-1)?.end ?? piece.end;

/** Whether it is one word with a letter in it; gaps within it would be as wide as those around it. */
const isWord = (piece: Fragment): boolean => {
  const glyphs = inked(piece);
  return glyphs.some(({ text }) => /\p{L}/u.test(text)) && !glyphs.slice(1).some(({ isApart }) => isApart);
};

const isJustified = (row: Row, above: Row | undefined, below: Row | undefined): boolean => {
  const [first, second] = row;
  if (!first || !second || !hasEvenGaps(row)) return false;
  const { height } = first;
  const [start, end] = extentOf(row);
  if (end - start < minWidth * height) return false;
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) < evenEnd * height;
  const meets = (other: Row | undefined, sign: number): { start: boolean; end: boolean } => {
    const [line] = other ?? [];
    const down = sign * (first.across - (line?.across ?? 0));
    const isInColumn =
      other !== undefined &&
      line !== undefined &&
      isSameDirection(line.direction, first.direction) &&
      Math.abs(line.height - height) < 0.05 * height &&
      down > minDown * height &&
      down < maxDown * height &&
      hasEvenGaps(other);
    if (!isInColumn) return { start: false, end: false };
    const [from, to] = extentOf(other);
    return { start: isNear(from, start), end: isNear(to, end) };
  };
  const [over, under] = [meets(above, -1), meets(below, 1)];
  const isFull = (over.start && over.end) || (under.start && under.end);
  // Two words have one gap, which tells nothing.
  if (row.length === 2) return isFull && over.end && under.start && startsLower(second);
  return isFull || (over.end && under.start);
};

const extentOf = (row: Row): [start: number, end: number] => {
  const [first, last] = [row[0], row.at(-1)];
  return first && last ? [startOf(first), endOf(last)] : [0, 0];
};

/** Whether the gaps between the words of a row are alike. */
const hasEvenGaps = (row: Row): boolean => {
  const gaps = row.slice(1).map((piece, at) => startOf(piece) - endOf(row[at] ?? piece));
  const [narrowest, widest] = rangeOf(gaps);
  return gaps.length < 2 || widest - narrowest < maxDifference * (row[0]?.height ?? 0);
};

const asOne = (pieces: readonly Fragment[]): Fragment => {
  const [first, ...others] = pieces as [Fragment, ...Fragment[]];
  for (const { glyphs } of others) if (glyphs[0]) glyphs[0].isApart = true;
  return {
    ...first,
    glyphs: pieces.flatMap(({ glyphs }) => glyphs),
    start: rangeOf(pieces.map(({ start }) => start))[0],
    end: rangeOf(pieces.map(({ end }) => end))[1],
  };
};
