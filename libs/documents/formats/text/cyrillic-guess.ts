import iconv from 'iconv-lite';
import { codecFor } from './encodings.js';
import type { TextCodec } from './text-codec.js';

/** The older encodings of Cyrillic; of two that read a text alike the first is taken. */
const encodings = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'ibm855', 'maccyrillic', 'koi8-u'] as const;

/** Letters of a thousand, about as often as Russian, Bulgarian, Ukrainian and Serbian texts have them. */
const frequencies =
  'о105 е85 а90 и80 н67 т63 с53 р47 в44 л42 к36 м31 д31 п28 у27 я21 ы12 ь14 г17 з18 б16 ч14 й10 х9 ж9 ш7 ю6 ц6 щ4 ' +
  'э3 ф3 ъ5 ё1 і8 ї3 є2 ґ1 ј5 љ1 њ2 ћ1 ђ1 џ1 ў1 ќ1 ѓ1 ѕ1';

const perThousand = new Map(frequencies.split(' ').map((entry) => [entry.charAt(0), Number(entry.slice(1))]));

/** Marks that stand in Cyrillic texts; what else is no letter hardly does. */
const marks = new Set('«»„“”’–—…№\u00a0');

const chanceOfMark = 0.01;
const chanceOfOther = 0.0002;
/** The chance that a capital follows a small letter, or a letter of ASCII a Cyrillic one or the other way round. */
const chanceOfMixture = 0.01;

interface Sign {
  /** Logarithm of how often it stands in text. */
  weight: number;
  kind: 'capital' | 'small' | 'ascii' | 'other';
}

const signOf = (byte: number, encoding: string): Sign => {
  const character = iconv.decode(Buffer.of(byte), encoding);
  if (byte < 0x80) return { weight: 0, kind: /[A-Za-z]/.test(character) ? 'ascii' : 'other' };
  const small = character.toLowerCase();
  const frequency = perThousand.get(small);
  const chance = marks.has(character) ? chanceOfMark : chanceOfOther;
  return frequency === undefined
    ? { weight: Math.log(chance), kind: 'other' }
    : { weight: Math.log(frequency / 1_000), kind: small === character ? 'small' : 'capital' };
};

const tables = new Map<string, readonly Sign[]>();

const tableOf = (encoding: string): readonly Sign[] => {
  const known = tables.get(encoding);
  if (known) return known;
  const table = Array.from({ length: 256 }, (_none, byte) => signOf(byte, encoding));
  tables.set(encoding, table);
  return table;
};

const isMixture = (one: Sign, two: Sign): boolean => {
  if (one.kind === 'small') return two.kind === 'capital' || two.kind === 'ascii';
  return one.kind === 'ascii'
    ? two.kind === 'capital' || two.kind === 'small'
    : two.kind === 'ascii' && one.kind === 'capital';
};

interface Reading {
  name: string;
  /** The mean logarithm of the chance of a byte beyond ASCII. */
  likelihood: number;
  isMostlyCapitals: boolean;
}

const readAs = (name: string, words: Uint8Array, count: number): Reading => {
  const table = tableOf(name);
  let sum = 0;
  let capitals = 0;
  let before: Sign | undefined;
  for (const byte of words) {
    const sign = table[byte];
    if (sign === undefined) continue;
    sum += sign.weight;
    if (sign.kind === 'capital') capitals += 1;
    if (before !== undefined && isMixture(before, sign)) sum += Math.log(chanceOfMixture);
    before = sign;
  }
  return { name, likelihood: sum / count, isMostlyCapitals: capitals > count / 2 };
};

/** Fewer bytes beyond ASCII than this say nothing. */
const minBytes = 6;

/** Long Cyrillic texts have -3.2 to -3, short ones more or less; those of other scripts have less than -4.5. */
const minLikelihood = (count: number): number => -3.4 - 2 / Math.sqrt(count);

/**
 * The encoding of Cyrillic text, from its words that have bytes beyond ASCII. Undefined where these are no Cyrillic, or
 * may be Hebrew or Greek, whose letters stand where KOI8 has its capitals.
 */
export const guessCyrillic = (words: Uint8Array): TextCodec | undefined => {
  const count = words.filter((byte) => byte >= 0x80).length;
  if (count < minBytes) return undefined;
  const readings = encodings.map((name) => readAs(name, words, count));
  const best = readings.reduce((one, other) => (other.likelihood > one.likelihood ? other : one));
  if (best.likelihood < minLikelihood(count)) return undefined;
  return best.name.startsWith('koi8') && best.isMostlyCapitals ? undefined : codecFor(best.name);
};
