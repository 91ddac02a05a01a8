import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { detectEncoding } from '#libs/documents/formats/text/encoding-detection.js';
import { textOf } from '#libs/documents/formats/text/text-stream.js';
import { maxMarkupBytes, tooLarge } from './markup-limits.js';

/** The whole of a text file. @throws FormatError */
export const wholeText = async (
  file: SourceFile,
  declared?: (head: Uint8Array) => string | undefined,
): Promise<string> => {
  if (file.size > maxMarkupBytes) throw tooLarge();
  let all = '';
  for await (const text of textOf(file, await detectEncoding(file, declared))) all += text;
  return all;
};
