/** Puts `text` in the place of the UTF-16 units `start` to `end` of the source. */
export interface XmlEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * The source with the edits made, which come in their order and do not overlap. Neither is held in memory: the source
 * is read only as far as the edits have come.
 */
export async function* applyEdits(
  source: AsyncIterable<string>,
  edits: AsyncIterable<XmlEdit>,
): AsyncGenerator<string, void> {
  const reader = new PositionedReader(source);
  try {
    for await (const { start, end, text } of edits) {
      yield* reader.upTo(start);
      await reader.skipTo(end);
      yield text;
    }
    yield* reader.upTo(Number.POSITIVE_INFINITY);
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

  async *upTo(position: number): AsyncGenerator<string, void> {
    while (this.position < position && (await this.fill())) yield this.take(position);
  }

  async skipTo(position: number): Promise<void> {
    while (this.position < position && (await this.fill())) this.take(position);
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async fill(): Promise<boolean> {
    while (this.chunk === '') {
      const next = await this.chunks.next();
      if (next.done) return false;
      this.chunk = next.value;
    }
    return true;
  }

  private take(position: number): string {
    const taken = this.chunk.slice(0, position - this.position);
    this.chunk = this.chunk.slice(taken.length);
    this.position += taken.length;
    return taken;
  }
}
