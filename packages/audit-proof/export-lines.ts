/** The longest line that is read: an entry has at most 64 KiB of leaf, and what it says in clear. */
const maxLineLength = 1024 * 1024;

const newline = 0x0a;

/** A line with its line end, or the rest of a file that ends without one. */
export interface ExportLine {
  bytes: Uint8Array;
  /** Whether it has its line end. */
  isWhole: boolean;
}

/** A stream of the Web, such as the body of a response. */
export interface ReadablePieces {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(): Promise<unknown> };
}

/** A file in pieces of any length. */
export type FilePieces = AsyncIterable<Uint8Array> | ReadablePieces;

/** Reads a stream as every browser can: not each iterates it. */
async function* piecesOf(stream: ReadablePieces): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (value !== undefined) yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** The lines of a file that comes in pieces of any length. Of a line that is too long only the beginning is given. */
export async function* linesOf(pieces: FilePieces): AsyncGenerator<ExportLine> {
  let rest: Uint8Array[] = [];
  let length = 0;
  const take = (last: Uint8Array): Uint8Array => {
    const bytes = new Uint8Array(length + last.length);
    let at = 0;
    for (const part of [...rest, last]) {
      bytes.set(part, at);
      at += part.length;
    }
    rest = [];
    length = 0;
    return bytes;
  };
  for await (const piece of Symbol.asyncIterator in pieces ? pieces : piecesOf(pieces)) {
    let from = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      yield { bytes: take(piece.subarray(from, end + 1)), isWhole: true };
      from = end + 1;
    }
    if (from === piece.length) continue;
    rest.push(piece.slice(from));
    length += piece.length - from;
    if (length > maxLineLength) {
      yield { bytes: take(new Uint8Array()), isWhole: false };
      return;
    }
  }
  if (length > 0) yield { bytes: take(new Uint8Array()), isWhole: false };
}
