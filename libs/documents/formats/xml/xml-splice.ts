/** Puts `text` in the place of the UTF-16 units `start` to `end` of the source. */
export interface XmlEdit {
  start: number;
  end: number;
  text: string;
}

/** UTF-16 units that are written at a time: a step for each edit would take longer than the edit. */
const pieceLength = 16 * 1024;

/**
 * The source with the edits made, which come in their order and do not overlap. Neither is held in memory: the source
 * is read only as far as the edits have come.
 */
export async function* applyEdits(
  source: AsyncIterable<string>,
  edits: AsyncIterable<XmlEdit>,
): AsyncGenerator<string, void> {
  const reader = new PositionedReader(source);
  let written = '';
  try {
    for await (const { start, end, text } of edits) {
      while (reader.isBefore(start) && (reader.hasMore || (await reader.fill()))) {
        if (written.length > pieceLength) {
          yield written;
          written = '';
        }
        written += reader.take(start);
      }
      while (reader.isBefore(end) && (reader.hasMore || (await reader.fill()))) reader.take(end);
      written += text;
      if (written.length > pieceLength) {
        yield written;
        written = '';
      }
    }
    yield written;
    while (reader.hasMore || (await reader.fill())) yield reader.take(Number.POSITIVE_INFINITY);
  } finally {
    await reader.close();
  }
}

class PositionedReader {
  private readonly chunks: AsyncIterator<string>;
  private chunk = '';
  private position = 0;

  constructor(source: AsyncIterable<string>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  isBefore(position: number): boolean {
    return this.position < position;
  }

  /** Whether some of what was read has not been taken. */
  get hasMore(): boolean {
    return this.chunk !== '';
  }

  /** Reads on; false at the end. */
  async fill(): Promise<boolean> {
    while (this.chunk === '') {
      const next = await this.chunks.next();
      if (next.done) return false;
      this.chunk = next.value;
    }
    return true;
  }

  /** The text that was read and lies before a position. */
  take(position: number): string {
    const taken = this.chunk.slice(0, position - this.position);
    this.chunk = this.chunk.slice(taken.length);
    this.position += taken.length;
    return taken;
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
