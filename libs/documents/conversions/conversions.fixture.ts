import { memoryFile } from '#libs/documents/formats/source-file.js';
import { conversionOf } from './conversions.js';

/** A text as a file of another format. */
export const converted = async (from: string, to: string, source: string | Uint8Array, language = 'en') => {
  const convert = await conversionOf(from, to);
  const chunks: Uint8Array[] = [];
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  for await (const chunk of convert(memoryFile(bytes), to, { language })) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};
