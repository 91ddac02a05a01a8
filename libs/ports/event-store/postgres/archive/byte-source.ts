import type { Readable } from 'node:stream';

/** Takes bytes off a stream, as many at a time as are asked for. */
export class ByteSource {
  private readonly parts: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.parts = stream[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer only where the stream ends. */
  async take(length: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.rest.length === 0) {
        const { value, done } = await this.parts.next();
        if (done === true) break;
        this.rest = value;
      }
      const part = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(part.length);
      taken.push(part);
      missing -= part.length;
    }
    return Buffer.concat(taken);
  }

  async close(): Promise<void> {
    await this.parts.return?.();
  }
}
