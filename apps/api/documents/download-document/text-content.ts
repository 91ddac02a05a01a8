import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { cutOffLength } from '#libs/documents/formats/text/utf8.codec.js';

/** Formats whose files are text throughout. A file keeps the encoding of its source as long as that has every letter of the translation. */
const textFormats: ReadonlySet<string> = new Set([
  'txt',
  'html',
  'xml',
  'markdown',
  'srt',
  'vtt',
  'ass',
  'ssa',
  'json',
  'yaml',
  'csv',
  'po',
  'xcstrings',
  'arb',
  'properties',
]);

/** Bytes that are held back to tell the encoding: most files tell it in their first bytes beyond ASCII. */
const heldBytes = 1024 * 1024;

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

/** Whether bytes that begin a file are of UTF-8. UTF-16 without a mark has zeros, which no text has. */
const beginsUtf8 = (bytes: Uint8Array): boolean =>
  !bytes.includes(0) && isUtf8(bytes.subarray(0, bytes.length - cutOffLength(bytes)));

async function* resumed(held: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* held;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/**
 * The media type of a file with its encoding, where that is UTF-8, and its content. Of another encoding nothing is said, nor of
 * a file that is ASCII alone for so long that its encoding has not shown.
 */
export const withCharset = async (
  { format, mediaType }: { format: string; mediaType: string },
  content: Readable,
): Promise<{ mediaType: string; content: Readable }> => {
  if (!textFormats.has(format)) return { mediaType, content };
  const chunks: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length < heldBytes) {
    const next = await chunks.next();
    if (next.done) isWhole = true;
    if (next.done) break;
    held.push(next.value);
    length += next.value.length;
    if (!isAscii(next.value)) break;
  }
  const start = Buffer.concat(held);
  const isKnown = beginsUtf8(start) && (isWhole || !isAscii(start));
  const whole = Readable.from(resumed(held, chunks));
  // A generator that nobody began to read closes nothing.
  whole.once('close', () => content.destroy());
  return { mediaType: isKnown ? `${mediaType}; charset=utf-8` : mediaType, content: whole };
};
