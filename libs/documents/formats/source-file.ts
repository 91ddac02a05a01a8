import { FormatError } from './format.errors.js';
import type { SourceFile } from './format.port.js';

/** All bytes of `[start, end)`, in whatever pieces the file returns them. */
export const readFully = async (file: SourceFile, start: number, end: number): Promise<Uint8Array> => {
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
};

/**
 * The whole file in pieces of at most `size` bytes, each good until the next is asked for: memory that is used again
 * spares some 50 MiB of buffers that V8 is slow to give back (it does not see them fill up).
 */
export async function* fileChunks(file: SourceFile, size = 128 * 1024): AsyncGenerator<Uint8Array, void> {
  const memory = file.readInto && new Uint8Array(Math.min(size, file.size));
  for (let start = 0; start < file.size; ) {
    const end = Math.min(start + size, file.size);
    const target = memory?.subarray(0, end - start);
    const chunk =
      target && file.readInto ? target.subarray(0, await file.readInto(target, start)) : await file.read(start, end);
    if (chunk.length === 0) throw new FormatError('invalid', 'The file ends before its stated size.');
    start += chunk.length;
    yield chunk;
  }
}

/** Bytes that are cut into tokens at a time: few enough that these are gone before the garbage collector copies them twice. */
const pieceSize = 16 * 1024;

/** The pieces of a chunk, one after the other. */
export function* inPieces(chunk: Uint8Array): Generator<Uint8Array, void> {
  for (let at = 0; at < chunk.length; at += pieceSize) yield chunk.subarray(at, at + pieceSize);
}

export const memoryFile = (bytes: Uint8Array): SourceFile => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});
