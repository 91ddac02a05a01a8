import type { TextEncoding } from './encoding-detection.js';
import type { TextCodec } from './text-codec.js';
import { utf8 } from './utf8.codec.js';

const chunkLength = 64 * 1024;
/** UTF-16 code units that are held back before an output that may yet need UTF-8 begins to leave. */
const heldLength = 8 * 1024 * 1024;

/**
 * Writes in the encoding of the source as long as every translation can be written in it; else all of the file in
 * UTF-8, with a byte order mark, since readers of such files take the old encoding for granted. So the first
 * 8 Mi characters of a file in an old encoding are held back until that is known. A longer file is decided then:
 * UTF-8 unless nothing has been changed so far.
 */
export class EncodedOutput {
  private pending: string[] = [];
  private pendingLength = 0;
  private decided: boolean;
  private changed = false;

  /** @param codec the one that is written, as long as every translation can be */
  constructor(
    private readonly source: TextEncoding,
    private codec: TextCodec = source.codec,
  ) {
    this.decided = codec.unicode;
  }

  copy(text: string): void {
    this.add(text);
  }

  translated(text: string): void {
    this.changed = true;
    if (!this.decided && !this.codec.canEncode(text)) this.switchToUtf8();
    this.add(text);
  }

  /** Whether so much is written that it should leave. */
  get isFull(): boolean {
    return this.pendingLength >= (this.decided ? chunkLength : heldLength + 1);
  }

  /** The bytes that leave where it is full. */
  *ready(): Generator<Uint8Array, void> {
    if (!this.decided) {
      if (this.changed) this.switchToUtf8();
      this.decided = true;
    }
    yield* this.flush();
  }

  *end(): Generator<Uint8Array, void> {
    yield* this.flush();
  }

  private add(text: string): void {
    if (text === '') return;
    this.pending.push(text);
    this.pendingLength += text.length;
  }

  private switchToUtf8(): void {
    this.decided = true;
    this.codec = utf8;
    this.pending = ['\ufeff', ...this.pending];
  }

  private *flush(): Generator<Uint8Array, void> {
    const pieces = this.pending;
    this.pending = [];
    this.pendingLength = 0;
    for (let from = 0; from < pieces.length; from += 1024) {
      const text = pieces.slice(from, from + 1024).join('');
      // A byte that was no character in the old encoding is none in UTF-8 either.
      yield this.codec.encode(this.codec === this.source.codec ? text : text.toWellFormed());
    }
  }
}
