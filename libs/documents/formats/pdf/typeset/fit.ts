import type { Word } from './words.js';

/** The room that a translation may take. */
export interface Room {
  /** Width of each line; the first may be indented, or hang out where the indent is below 0. */
  width: number;
  indent: number;
  /** From baseline to baseline. */
  leading: number;
  /** Lines at that leading. */
  lines: number;
  /** Lines that the source has there. */
  sourceLines: number;
  /** The width of lines from one on, where something stands beside the last line of the source. */
  beside?: { from: number; width: number } | undefined;
}

/** The lines of a translation, or of a part of it, in a room. */
export interface Fit {
  lines: Word[][];
  /** Scale of the letters, as a part of the font size. */
  scale: number;
  /** From baseline to baseline, at full size: it becomes smaller with the letters. */
  leading: number;
  /** Between two glyphs, in ems. */
  tracking: number;
  fits: boolean;
  /** Whether the next room has more of it, so that its last line is full. */
  goesOn: boolean;
}

const minScale = 0.6;
const minLeading = 0.9;
const closeTracking = -0.02;
const searchSteps = 7;
/** How much wider than its room a line may be, in parts of it: files round the widths of letters. */
const roundedBy = 0.002;

/**
 * Breaks words into lines that fill the rooms one after the other: as they are, with less leading, with closer letters,
 * and then smaller, down to 0.6 of the size, beyond which they run over the last room. Nothing is made closer or smaller
 * where the layout need not stay. `maxScale` is the scale to begin with. The fits are those of the rooms.
 */
export const fitWords = (words: readonly Word[], rooms: readonly Room[], mayShrink: boolean, maxScale = 1): Fit[] => {
  const attempt = (scale: number, tightening: number, tracking: number): Fit[] =>
    fillRooms(words, rooms, { scale, tightening, tracking });
  const plain = attempt(maxScale, 1, 0);
  if (areFit(plain)) return withTheLastFull(words, rooms, plain);
  if (!mayShrink) return plain;
  const closer = attempt(maxScale, minLeading, 0);
  if (areFit(closer)) return closer;
  // Letters that join stay as they are.
  const joins = words.some(({ pieces }) => pieces.some(({ level }) => level % 2 === 1));
  const tracking = joins ? 0 : closeTracking;
  const tracked = attempt(maxScale, minLeading, tracking);
  if (areFit(tracked)) return tracked;
  let best = attempt(minScale, minLeading, tracking);
  if (!areFit(best)) return best;
  let [low, high] = [minScale, maxScale];
  for (let step = 0; step < searchSteps; step += 1) {
    const middle = (low + high) / 2;
    const fits = attempt(middle, minLeading, tracking);
    if (areFit(fits)) {
      best = fits;
      low = middle;
    } else high = middle;
  }
  return best;
};

export const areFit = (fits: readonly Fit[]): boolean => fits.every((fit) => fit.fits);

interface Setting {
  scale: number;
  /** Part of the leading of the source. */
  tightening: number;
  tracking: number;
}

/** Fills each room but the last with as many lines as it has, or as `maxLines` says of the last but one. */
const fillRooms = (
  words: readonly Word[],
  rooms: readonly Room[],
  { scale, tightening, tracking }: Setting,
  maxLines = Number.POSITIVE_INFINITY,
): Fit[] => {
  let rest = words;
  return rooms.map((room, at): Fit => {
    const leading = room.leading * tightening;
    const height = (room.lines - 0.99) * room.leading;
    const isLast = at === rooms.length - 1;
    const isLastButOne = at === rooms.length - 2;
    const fitting = isLast ? Number.POSITIVE_INFINITY : 1 + Math.floor(height / (leading * scale));
    const lines = breakLines(rest, room, scale, tracking, isLastButOne ? Math.min(fitting, maxLines) : fitting);
    const own = lines.flat();
    rest = rest.slice(own.length);
    const width = own.reduce((widest, word) => Math.max(widest, word.width), 0) * scale * tightness(tracking);
    const fits = (lines.length - 1) * leading * scale <= height && width <= room.width * (1 + roundedBy);
    return { lines, scale, leading, tracking, fits, goesOn: rest.length > 0 };
  });
};

/** The fits with as many lines in the last room as its source has, where the one before need not be full. */
const withTheLastFull = (words: readonly Word[], rooms: readonly Room[], fits: Fit[]): Fit[] => {
  const lastRoom = rooms.at(-1);
  if (lastRoom === undefined || rooms.length === 1) return fits;
  let best = fits;
  for (;;) {
    const [before, last] = best.slice(-2);
    if (!before || !last || before.lines.length < 2 || last.lines.length >= lastRoom.sourceLines) return best;
    const setting = { scale: before.scale, tightening: 1, tracking: 0 };
    const next = fillRooms(words, rooms, setting, before.lines.length - 1);
    if (!areFit(next) || (next.at(-1)?.lines.length ?? 0) > lastRoom.sourceLines) return best;
    best = next;
  }
};

/** The fit with its lines as far apart as those of the source were, or as the room allows: smaller letters need less. */
export const spreadLines = (fit: Fit, room: Room): Fit => {
  const gaps = fit.lines.length - 1;
  if (!fit.fits || gaps < 1) return fit;
  const apart = Math.min(room.leading, ((room.lines - 0.99) * room.leading) / gaps);
  return { ...fit, leading: Math.max(fit.leading, apart / fit.scale) };
};

/** Tracking takes as much of each line as of the glyphs on it, of which there are some two to an em. */
const tightness = (tracking: number): number => 1 + tracking * 1.8;

const breakLines = (
  words: readonly Word[],
  room: Room,
  scale: number,
  tracking: number,
  maxLines: number,
): Word[][] => {
  const by = scale * tightness(tracking);
  const lines: Word[][] = [];
  let line: Word[] = [];
  const widthOf = (at: number): number =>
    room.beside !== undefined && at >= room.beside.from ? room.beside.width : room.width;
  const rounding = room.width * roundedBy;
  let left = room.width - room.indent;
  for (const word of words) {
    if (line.length > 0 && word.width * by > left + rounding) {
      lines.push(line);
      if (lines.length >= maxLines) return lines;
      line = [];
      left = widthOf(lines.length);
    }
    line.push(word);
    left -= (word.width + word.spaceWidth) * by;
  }
  if (line.length > 0) lines.push(line);
  return lines;
};
