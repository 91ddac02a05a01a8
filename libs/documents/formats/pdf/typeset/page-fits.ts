import type { TextStyle } from '../layout/text-style.js';
import { areFit, type Fit, fitWords, type Room, spreadLines } from './fit.js';
import type { Word } from './words.js';

/** A translation, and the rooms that it may take, one after the other. */
export interface Fitting {
  words: readonly Word[];
  rooms: readonly Room[];
  /** The style of most of its text. */
  style: TextStyle;
  /** Whether other text stands beside it on its line, as in the row of a table. */
  isInRow: boolean;
}

/** Below this scale a translation is smaller than others of its style. */
const minSharedScale = 0.85;

/**
 * Breaks the translations of a page into lines, for each of their rooms. Those of one style have one size, cells of rows
 * one of their own: that of the one with the least room, of those that need not be much smaller. What needs more is
 * smaller by itself.
 */
export const fitPage = (fittings: readonly Fitting[], mayShrink: boolean): Fit[][] => {
  const scales = new Map<string, number>();
  const keyOf = ({ style, isInRow }: Fitting): string => `${styleKeyOf(style)} ${isInRow}`;
  const scaleOf = ([first]: readonly Fit[]): number => first?.scale ?? 1;
  const first = fittings.map((fitting) => {
    const fits = fitWords(fitting.words, fitting.rooms, mayShrink);
    const key = keyOf(fitting);
    const scale = scaleOf(fits);
    if (areFit(fits) && scale >= minSharedScale) scales.set(key, Math.min(scales.get(key) ?? 1, scale));
    return fits;
  });
  return fittings.map((fitting, at) => {
    const { words, rooms } = fitting;
    const fits = first[at] ?? [];
    const scale = scales.get(keyOf(fitting)) ?? 1;
    const own = scaleOf(fits) <= scale ? fits : fitWords(words, rooms, mayShrink, scale);
    return rooms.flatMap((room, index) => {
      const fit = own[index];
      return fit ? [spreadLines(fit, room)] : [];
    });
  });
};

/** Texts of one style have the same. */
export const styleKeyOf = ({ family, isBold, isItalic, typeface, height, fill }: TextStyle): string =>
  `${family} ${isBold} ${isItalic} ${typeface} ${height.toFixed(1)} ${fill}`;
