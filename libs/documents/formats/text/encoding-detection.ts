import { isUtf8 } from 'node:buffer';
import { contentSignature } from '../content-signature.js';
import { FormatError } from '../format.errors.js';
import type { SourceFile } from '../format.port.js';
import { fileChunks, readFully } from '../source-file.js';
import { guessByLetters } from './encoding-guess.js';
import { codecFor } from './encodings.js';
import type { TextCodec } from './text-codec.js';
import { cutOffLength, utf8 } from './utf8.codec.js';
import { utf16be, utf16le } from './utf16.codec.js';
import { utf32be, utf32le } from './utf32.codec.js';

export interface TextEncoding {
  codec: TextCodec;
  /** Bytes of the byte order mark that the file begins with. */
  bomLength: number;
}

const headBytes = 64 * 1024;

const byteOrderMarks: readonly { codec: TextCodec; bytes: readonly number[] }[] = [
  { codec: utf8, bytes: [0xef, 0xbb, 0xbf] },
  { codec: utf32le, bytes: [0xff, 0xfe, 0x00, 0x00] },
  { codec: utf32be, bytes: [0x00, 0x00, 0xfe, 0xff] },
  { codec: utf16le, bytes: [0xff, 0xfe] },
  { codec: utf16be, bytes: [0xfe, 0xff] },
];

/**
 * The encoding of a text file: byte order mark, then UTF-32 and UTF-16 by their zeros, then UTF-8
 * if the whole file is valid or nearly so, then a guess by letter statistics, then windows-1252.
 * @param declared reads a label from the first bytes, for formats that carry one
 * @throws FormatError `empty`, or `invalid` for what is not text
 */
export const detectEncoding = async (
  file: SourceFile,
  declared: (head: Uint8Array) => string | undefined = () => undefined,
): Promise<TextEncoding> => {
  if (file.size === 0) throw new FormatError('empty', 'The file is empty.');
  const head = await readFully(file, 0, Math.min(headBytes, file.size));
  const signature = contentSignature(head);
  if (signature) throw new FormatError('invalid', `The file is ${signature}, not text.`);
  const encoding = await chooseEncoding(file, head, declared);
  const sample = encoding.codec.decoder().push(head.subarray(encoding.bomLength));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
  const controls = sample.match(/[\u0000-\u0008\u000e-\u0019\u001c-\u001f\u007f]/g)?.length ?? 0;
  if (controls > 8 + sample.length / 200) throw notText();
  return encoding;
};

const notText = (): FormatError => new FormatError('invalid', 'The file holds binary data, not text.');

const chooseEncoding = async (
  file: SourceFile,
  head: Uint8Array,
  declared: (head: Uint8Array) => string | undefined,
): Promise<TextEncoding> => {
  const mark = byteOrderMarks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (mark) return { codec: mark.codec, bomLength: mark.bytes.length };
  const wide = utf32ByZeros(head) ?? utf16ByZeros(head);
  const label = declared(head);
  const codec = wide ?? (label === undefined ? undefined : byteCodec(label)) ?? (await guess(file));
  return { codec, bomLength: 0 };
};

/** The codec of a label in a file readable as bytes: it is not UTF-16, whatever it says (so the HTML standard, too). */
const byteCodec = (label: string): TextCodec | undefined => (/^utf-?(16|32)/i.test(label) ? utf8 : codecFor(label));

/** Every four bytes of UTF-32 are a character, whose number has a zero in its highest byte and hardly more in the next. */
const utf32ByZeros = (head: Uint8Array): TextCodec | undefined => {
  const view = new DataView(head.buffer, head.byteOffset, head.length - (head.length % 4));
  if (view.byteLength < 8) return undefined;
  const isText = (isLittleEndian: boolean): boolean => {
    for (let at = 0; at < view.byteLength; at += 4) {
      const code = view.getUint32(at, isLittleEndian);
      if (code === 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
    }
    return true;
  };
  if (isText(true)) return utf32le;
  return isText(false) ? utf32be : undefined;
};

/** Text of most alphabets in UTF-16 has a zero in every second byte, and none in the others. */
const utf16ByZeros = (head: Uint8Array): TextCodec | undefined => {
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 5;
  if (odd > many && even < odd / 50) return utf16le;
  if (even > many && odd < even / 50) return utf16be;
  return undefined;
};

const guess = async (file: SourceFile): Promise<TextCodec> => {
  const sample = await bytesAfterUtf8(file);
  if (!sample) return utf8;
  if (isMostlyUtf8(sample)) return utf8;
  return guessByLetters(sample);
};

/** UTF-8 with some damage; texts in other encodings have few byte sequences that are UTF-8 by chance. */
const isMostlyUtf8 = (sample: Uint8Array): boolean => {
  const characters =
    utf8
      .decoder()
      .push(sample)
      .match(/[^\p{ASCII}]/gu) ?? [];
  const broken = characters.filter((character) => !character.isWellFormed()).length;
  return broken * 2 < characters.length;
};

/** Undefined for a valid UTF-8 file; else some bytes from the first invalid place on. */
const bytesAfterUtf8 = async (file: SourceFile): Promise<Uint8Array | undefined> => {
  let rest: Uint8Array = new Uint8Array();
  let position = 0;
  for await (const chunk of fileChunks(file)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const complete = bytes.length - cutOffLength(bytes);
    if (!isUtf8(bytes.subarray(0, complete))) return sampleAround(file, position);
    position += complete;
    rest = Uint8Array.from(bytes.subarray(complete));
  }
  return rest.length === 0 ? undefined : sampleAround(file, position);
};

/** Reads whole blocks, so that the sample, and with it the guess, is the same in whatever pieces the file was read. */
const sampleAround = (file: SourceFile, position: number): Promise<Uint8Array> => {
  const start = position - (position % headBytes);
  return readFully(file, start, Math.min(start + 2 * headBytes, file.size));
};
