import type { TextStyle } from '../layout/text-style.js';
import { type Fit, fitWords, type Room, spreadLines } from './fit.js';
import type { Word } from './words.js';

/** A translation, and the room that it may take. */
export interface Fitting {
  words: readonly Word[];
  room: Room;
  /** The style of most of its text. */
  style: TextStyle;
  /** Whether other text stands beside it on its line, as in the row of a table. */
  isInRow: boolean;
}

/** Below this scale a translation is smaller than others of its style. */
const minSharedScale = 0.85;

/**
 * Breaks the translations of a page into lines. Those of one style have one size, cells of rows one of their own: that of
 * the one with the least room, of those that need not be much smaller. What needs more is smaller by itself.
 */
export const fitPage = (fittings: readonly Fitting[], mayShrink: boolean): Fit[] => {
  const scales = new Map<string, number>();
  const keyOf = ({ style, isInRow }: Fitting): string => `${styleKeyOf(style)} ${isInRow}`;
  const fits = fittings.map((fitting) => {
    const fit = fitWords(fitting.words, fitting.room, mayShrink);
    const key = keyOf(fitting);
    if (fit.fits && fit.scale >= minSharedScale) scales.set(key, Math.min(scales.get(key) ?? 1, fit.scale));
    return fit;
  });
  return fittings.map((fitting, at) => {
    const { words, room } = fitting;
    const fit = fits[at];
    const scale = scales.get(keyOf(fitting)) ?? 1;
    return spreadLines(fit && fit.scale <= scale ? fit : fitWords(words, room, mayShrink, scale), room);
  });
};

/** Texts of one style have the same. */
export const styleKeyOf = ({ family, isBold, isItalic, typeface, height, fill }: TextStyle): string =>
  `${family} ${isBold} ${isItalic} ${typeface} ${height.toFixed(1)} ${fill}`;
