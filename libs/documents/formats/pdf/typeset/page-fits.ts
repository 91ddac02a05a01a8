import type { TextStyle } from '../layout/paragraph-text.js';
import { type Fit, fitWords, type Room, spreadLines } from './fit.js';
import type { Word } from './words.js';

/** A translation, and the room that it may take. */
export interface Fitting {
  words: readonly Word[];
  room: Room;
  /** The style of most of its text. */
  style: TextStyle;
}

/** Below this scale a translation is smaller than others of its style. */
const minSharedScale = 0.85;

/**
 * Breaks the translations of a page into lines. Those of one style have one size: that of the one with the least room,
 * of those that need not be much smaller. What needs more is smaller by itself.
 */
export const fitPage = (fittings: readonly Fitting[], mayShrink: boolean): Fit[] => {
  const scales = new Map<string, number>();
  const fits = fittings.map(({ words, room, style }) => {
    const fit = fitWords(words, room, mayShrink);
    const key = styleKeyOf(style);
    if (fit.fits && fit.scale >= minSharedScale) scales.set(key, Math.min(scales.get(key) ?? 1, fit.scale));
    return fit;
  });
  return fittings.map(({ words, room, style }, at) => {
    const fit = fits[at];
    const scale = scales.get(styleKeyOf(style)) ?? 1;
    return spreadLines(fit && fit.scale <= scale ? fit : fitWords(words, room, mayShrink, scale), room);
  });
};

/** Texts of one style have the same. */
export const styleKeyOf = ({ family, isBold, isItalic, height, fill }: TextStyle): string =>
  `${family} ${isBold} ${isItalic} ${height.toFixed(1)} ${fill}`;
