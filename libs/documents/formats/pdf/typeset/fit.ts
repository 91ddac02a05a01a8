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
  /** The width of lines from one on, where something stands beside the last line of the source. */
  beside?: { from: number; width: number } | undefined;
}

export interface Fit {
  lines: Word[][];
  /** Scale of the letters, as a part of the font size. */
  scale: number;
  /** From baseline to baseline, at full size: it becomes smaller with the letters. */
  leading: number;
  /** Between two glyphs, in ems. */
  tracking: number;
  fits: boolean;
}

const minScale = 0.6;
const minLeading = 0.9;
const closeTracking = -0.02;
const searchSteps = 7;
/** How much wider than its room a line may be, in parts of it: files round the widths of letters. */
const roundedBy = 0.002;

/**
 * Breaks words into lines: as they are, with less leading, with closer letters, and then smaller, down to 0.6 of the
 * size, beyond which they run over. Nothing is made closer or smaller where the layout need not stay. `maxScale` is the
 * scale to begin with.
 */
export const fitWords = (words: readonly Word[], room: Room, mayShrink: boolean, maxScale = 1): Fit => {
  const attempt = (scale: number, leading: number, tracking: number): Fit => {
    const lines = breakLines(words, room, scale, tracking);
    const height = (lines.length - 1) * leading * scale;
    const width = words.reduce((most, { width }) => Math.max(most, width), 0) * scale * tightness(tracking);
    const fits = height <= (room.lines - 0.99) * room.leading && width <= room.width * (1 + roundedBy);
    return { lines, scale, leading, tracking, fits };
  };
  const plain = attempt(maxScale, room.leading, 0);
  if (plain.fits || !mayShrink) return plain;
  const closer = attempt(maxScale, room.leading * minLeading, 0);
  if (closer.fits) return closer;
  // Letters that join stay as they are.
  const joins = words.some(({ pieces }) => pieces.some(({ level }) => level % 2 === 1));
  const tracking = joins ? 0 : closeTracking;
  const tracked = attempt(maxScale, room.leading * minLeading, tracking);
  if (tracked.fits) return tracked;
  let best = attempt(minScale, room.leading * minLeading, tracking);
  if (!best.fits) return best;
  let [low, high] = [minScale, maxScale];
  for (let step = 0; step < searchSteps; step += 1) {
    const middle = (low + high) / 2;
    const fit = attempt(middle, room.leading * minLeading, tracking);
    if (fit.fits) {
      best = fit;
      low = middle;
    } else high = middle;
  }
  return best;
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

const breakLines = (words: readonly Word[], room: Room, scale: number, tracking: number): Word[][] => {
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
      line = [];
      left = widthOf(lines.length);
    }
    line.push(word);
    left -= (word.width + word.spaceWidth) * by;
  }
  if (line.length > 0) lines.push(line);
  return lines;
};
