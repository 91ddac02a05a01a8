import { FormatError } from './format.errors.js';
import type { SourceFile } from './format.port.js';

/** All bytes of `[start, end)`, whatever pieces the file answers in. */
export async function readFully(file: SourceFile, start: number, end: number): Promise<Uint8Array> {
  const first = await file.read(start, end);
  if (first.length === end - start) return first;
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  for (let piece = first; ; piece = await file.read(start + filled, end)) {
    if (piece.length === 0) throw new FormatError('invalid', 'The file ends before its stated size.');
    bytes.set(piece, filled);
    filled += piece.length;
    if (filled === bytes.length) return bytes;
  }
}

/** The whole file in pieces of at most `size` bytes. */
export async function* fileChunks(file: SourceFile, size = 128 * 1024): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < file.size; ) {
    const chunk = await file.read(start, Math.min(start + size, file.size));
    if (chunk.length === 0) throw new FormatError('invalid', 'The file ends before its stated size.');
    start += chunk.length;
    yield chunk;
  }
}

export const memoryFile = (bytes: Uint8Array): SourceFile => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});
