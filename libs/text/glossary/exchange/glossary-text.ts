import { fileAtFault, linesAtFault } from './file-faults.js';

/** Bytes of a glossary file: 2,000,000 characters of three bytes each, and the markup of the format around them. */
export const maxGlossaryFileBytes = 8 * 1024 ** 2;

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

/** Decodes a file in UTF-8, or in UTF-16 with a byte order mark, which is left out. @throws Rejection */
export const glossaryText = (bytes: Uint8Array): string => {
  if (bytes.length > maxGlossaryFileBytes)
    throw fileAtFault(`must not be larger than ${maxGlossaryFileBytes} bytes`, 413);
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const lossy = new TextDecoder(encoding).decode(bytes);
    const before = lossy.slice(0, lossy.indexOf('\ufffd'));
    const line = before.split(/\r\n|\r|\n/).length;
    throw linesAtFault([{ line, message: `is not ${encoding === 'utf-8' ? 'UTF-8' : 'UTF-16'}` }]);
  }
};
