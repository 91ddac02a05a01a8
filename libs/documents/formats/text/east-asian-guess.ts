import chardet from 'chardet';
import { codecFor } from './encodings.js';
import type { TextCodec } from './text-codec.js';

/** Bytes from which on the statistics of a text need no help. */
const maxShortBytes = 200;

/** Repetitions with which a text of one character has the eleven that chardet wants. */
const repetitions = 11;

/** The confidence that chardet has in text of two-byte characters most of which are common ones. */
const minConfidence = 85;

const eastAsian: ReadonlySet<string> = new Set(['Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030']);

/**
 * The encoding of a short text of East Asia, from its words that have bytes beyond ASCII; undefined where it may be
 * another, or where the text is long enough for the statistics of all encodings.
 */
export const guessEastAsian = (words: Uint8Array): TextCodec | undefined => {
  if (words.length > maxShortBytes) return undefined;
  if (isKanji(words)) return codecFor('shift_jis');
  const [best] = chardet.analyse(Buffer.concat(Array.from({ length: repetitions }, () => words)));
  return best && eastAsian.has(best.name) && best.confidence >= minConfidence ? codecFor(best.name) : undefined;
};

/** Fewer characters than this say nothing. */
const minKanji = 3;

/** Whether all is Shift_JIS, every character one with a first byte that stands for signs, not for letters, in other encodings. */
const isKanji = (words: Uint8Array): boolean => {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const lead = words[at] ?? 0;
    if (lead < 0x80) continue;
    at += 1;
    const trail = words[at] ?? 0;
    if (lead < 0x81 || lead > 0x9f || trail < 0x40 || trail === 0x7f || trail > 0xfc) return false;
    count += 1;
  }
  return count >= minKanji;
};
