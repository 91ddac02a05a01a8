import { untilAborted } from '#libs/platform/async/until-aborted.js';
import type { FrameWriter } from './frame-writer.js';
import { named, type ServerFrame } from './stream-frames.js';
import { TokenLog } from './token-log.js';

/**
 * Delivers the tokens and the last frame of one translation to its reader, who may leave and be followed by
 * another.
 */
export class TokenDelivery {
  private readonly log = new TokenLog();
  private outlet: FrameWriter | undefined;
  /** Index of the token that is sent next. */
  private next = 0;
  private readers = Promise.withResolvers<void>();
  private end: { frame: ServerFrame; afterTokens: boolean } | undefined;
  private endSentTo: FrameWriter | undefined;
  private wasSent = false;

  constructor(
    private readonly id: string | undefined,
    /** When false, only the last frame is sent. */
    private readonly sendsTokens: boolean,
    outlet: FrameWriter,
  ) {
    this.outlet = outlet;
  }

  /** True once any token was sent. */
  get hasBegun(): boolean {
    return this.wasSent;
  }

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  get tokens(): number {
    return this.log.length;
  }

  /** The tokens so far, joined. */
  get text(): string {
    return this.log.text;
  }

  add(token: string): void {
    this.log.add(token);
  }

  /**
   * Sends the tokens there are, waiting while the reader's buffer is full; returns at once when there is no reader.
   * @throws the signal's reason
   */
  async catchUp(signal?: AbortSignal): Promise<void> {
    if (!this.sendsTokens) return;
    for (let outlet = this.outlet; outlet !== undefined && this.next < this.log.length; outlet = this.outlet) {
      signal?.throwIfAborted();
      if (this.end?.afterTokens === false) return;
      if (!outlet.hasRoom) {
        await (signal === undefined ? outlet.room() : untilAborted(outlet.room(), signal));
        continue;
      }
      const index = this.next;
      this.next += 1;
      this.wasSent = true;
      outlet.send({ type: 'token', token: this.log.at(index), index, ...named(this.id) });
    }
  }

  /**
   * Resolves when a reader has been sent every token.
   * @throws the signal's reason
   */
  async read(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.catchUp(signal);
      if (this.outlet !== undefined) return;
      await untilAborted(this.readers.promise, signal);
    }
  }

  /** Sends the last frame and keeps it for readers that resume. Tokens not sent yet go before it, or not at all. */
  finish(frame: ServerFrame, afterTokens: boolean): void {
    this.end = { frame, afterTokens };
    void this.conclude();
  }

  /** Continues from a token with another reader, or the same. */
  attach(outlet: FrameWriter, index: number): void {
    this.outlet = outlet;
    this.next = index;
    this.endSentTo = undefined;
    this.readers.resolve();
    if (this.end === undefined) void this.catchUp();
    else void this.conclude();
  }

  /** Leaves the translation without a reader, if this was its reader. */
  detach(outlet: FrameWriter): void {
    if (this.outlet !== outlet) return;
    this.outlet = undefined;
    this.readers = Promise.withResolvers();
  }

  private async conclude(): Promise<void> {
    const { outlet, end } = this;
    if (end?.afterTokens) await this.catchUp();
    if (end === undefined || outlet === undefined || outlet !== this.outlet || this.endSentTo === outlet) return;
    this.endSentTo = outlet;
    outlet.send(end.frame);
  }
}
