import { FormatError } from '../format.errors.js';
import type { SourceFile } from '../format.port.js';
import { fileChunks, inPieces } from '../source-file.js';
import type { TextEncoding } from './encoding-detection.js';

/**
 * The text of a file without its byte order mark, in pieces of any length.
 * @throws FormatError `invalid` at the first NUL: no text has one
 */
export async function* textOf(file: SourceFile, { codec, bomLength }: TextEncoding): AsyncGenerator<string, void> {
  const decoder = codec.decoder();
  let skip = bomLength;
  for await (const chunk of fileChunks(file)) {
    for (const piece of inPieces(chunk.subarray(skip))) yield checked(decoder.push(piece));
    skip = Math.max(0, skip - chunk.length);
  }
  yield checked(decoder.end());
}

const checked = (text: string): string => {
  if (text.includes('\0')) throw new FormatError('invalid', 'The file holds binary data, not text.');
  return text;
};
