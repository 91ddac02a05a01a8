import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { detectEncoding } from '#libs/documents/formats/text/encoding-detection.js';
import { textOf } from '#libs/documents/formats/text/text-stream.js';

/** Bytes of a file whose values are held as a whole, and values and levels in it. */
export const maxDataBytes = 16 * 1024 * 1024;
export const maxValues = 200_000;
export const maxLevels = 200;

export const tooLarge = (): FormatError => new FormatError('hostile', 'The file has too much data to be converted.');
export const tooDeep = (): FormatError => new FormatError('hostile', 'The values are nested too deep to be converted.');

/** @throws FormatError */
export const wholeText = async (file: SourceFile): Promise<string> => {
  if (file.size > maxDataBytes) throw tooLarge();
  let all = '';
  for await (const text of textOf(file, await detectEncoding(file))) all += text;
  return all;
};
