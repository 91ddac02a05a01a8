import type { InferenceEngine } from '../inference.port.js';
import { MappingEngine } from '../mapping-engine.js';

const plain = 'abcdefghijklmnopqrstuvwxyz';
/** One letter of Latin Extended for each, with the same shape; the capitals are those of these letters. */
const accented = 'āḃĉḋēḟĝĥīĵķļṁňōṗɋřŝţūṽŵẋŷž';

const letters: ReadonlyMap<string, string> = new Map(
  [...accented].flatMap((letter, index) => {
    const ascii = plain.charAt(index);
    return [
      [ascii, letter],
      [ascii.toUpperCase(), letter.toUpperCase()],
    ] as const;
  }),
);

/** Each ASCII letter as its accented letter; everything else as it is. The length stays the same. */
export const pseudoTranslation = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => letters.get(letter) ?? letter);

/**
 * Pseudo-translation between any two languages: a letter of ASCII that is left in a result was not reached by the
 * translation.
 */
export const createPseudoEngine = (): InferenceEngine => new MappingEngine('pseudo', pseudoTranslation);
