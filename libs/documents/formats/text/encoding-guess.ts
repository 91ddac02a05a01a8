import chardet from 'chardet';
import { guessCyrillic } from './cyrillic-guess.js';
import { guessEastAsian } from './east-asian-guess.js';
import { codecFor } from './encodings.js';
import { singleByteCodec } from './single-byte.codec.js';
import type { TextCodec } from './text-codec.js';

/** The encoding of text that is not UTF-8, by statistics of its letters; windows-1252 where these say nothing. */
export const guessByLetters = (sample: Uint8Array): TextCodec => {
  const words = wordsBeyondAscii(sample);
  if (shareBeyondAscii(words) > ownScript) return guessCyrillic(words) ?? guessEastAsian(words) ?? guess(words);
  return codecOfSouthSlavic(sample) ?? guess(sample);
};

/** Share of bytes beyond ASCII in words that have any: below it the script is Latin with some accents. */
const ownScript = 0.4;

/** The confidence that chardet gives where it found no evidence is 10 or less, for several encodings at once. */
const minConfidence = 10;

const guess = (sample: Uint8Array): TextCodec => {
  for (const { name, confidence } of chardet.analyse(sample)) {
    const codec = confidence > minConfidence && !/^utf-/i.test(name) ? codecFor(name) : undefined;
    if (codec) return codec;
  }
  return singleByteCodec('windows-1252');
};

/** No second byte of a character in an encoding of East Asia is one of these; of GB 18030 alone digits are. */
const partsWords = (byte: number): boolean => byte < 0x30 || byte === 0x3b || byte === 0x3c || byte === 0x3e;

/** Markup and English words among text of another script speak for windows-1252, although any encoding has them. */
const wordsBeyondAscii = (sample: Uint8Array): Uint8Array => {
  const words = new Uint8Array(sample.length + 1);
  let length = 0;
  let start = 0;
  let isBeyond = false;
  for (let at = 0; at <= sample.length; at += 1) {
    const byte = sample[at] ?? 0x20;
    if (byte >= 0x80) isBeyond = true;
    if (!partsWords(byte)) continue;
    if (isBeyond) {
      words.set(sample.subarray(start, at), length);
      words[length + at - start] = 0x20;
      length += at - start + 1;
    }
    start = at + 1;
    isBeyond = false;
  }
  return words.subarray(0, length);
};

const shareBeyondAscii = (sample: Uint8Array): number =>
  sample.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0) / sample.length;

/** Where windows-1250 and iso-8859-2 have the letters č, ć and đ, and, each in its own place, š and ž. */
const southSlavic = {
  both: [0xc6, 0xc8, 0xd0, 0xe6, 0xe8, 0xf0],
  'windows-1250': [0x8a, 0x8e, 0x9a, 0x9e],
  'iso-8859-2': [0xa9, 0xae, 0xb9, 0xbe],
} as const;

/** Bosnian, Croatian, Serbian and Slovene, which have these five letters and hardly another; chardet knows none of them. */
const codecOfSouthSlavic = (sample: Uint8Array): TextCodec | undefined => {
  const counts = new Uint32Array(256);
  for (const byte of sample) counts[byte] = (counts[byte] ?? 0) + 1;
  const countOf = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum + (counts[byte] ?? 0), 0);
  const all = counts.subarray(0x80).reduce((sum, count) => sum + count, 0);
  const both = countOf(southSlavic.both);
  const name = (['windows-1250', 'iso-8859-2'] as const).find((encoding) => {
    const own = countOf(southSlavic[encoding]);
    return Math.min(both, own) > all / 5 && both + own > all * 0.95;
  });
  return all < 10 || name === undefined ? undefined : codecFor(name);
};
