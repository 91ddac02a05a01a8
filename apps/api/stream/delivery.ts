import { untilAborted } from '#libs/platform/async/until-aborted.js';
import type { Outlet } from './outlet.js';
import { named, type ServerFrame } from './stream-frames.js';
import { TokenLog } from './token-log.js';

/** Brings the tokens of one translation and what ends it to whoever reads them, who may leave and be followed by another. */
export class Delivery {
  private readonly log = new TokenLog();
  private outlet: Outlet | undefined;
  /** The token that is sent next. */
  private next = 0;
  private readers = Promise.withResolvers<void>();
  private end: { frame: ServerFrame; afterTokens: boolean } | undefined;
  private endSentTo: Outlet | undefined;
  private wasSent = false;

  constructor(
    private readonly id: string | undefined,
    /** False: only the end is sent. */
    private readonly sendsTokens: boolean,
    outlet: Outlet,
  ) {
    this.outlet = outlet;
  }

  /** Whether a token has ever left. */
  get hasBegun(): boolean {
    return this.wasSent;
  }

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  get tokens(): number {
    return this.log.length;
  }

  /** What the tokens so far add up to. */
  get text(): string {
    return this.log.text;
  }

  add(token: string): void {
    this.log.add(token);
  }

  /** Sends what there is while there is room; waits where there is none, not where there is nobody. @throws the signal's reason */
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

  /** Resolves when somebody has been sent every token. @throws the signal's reason */
  async read(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.catchUp(signal);
      if (this.outlet !== undefined) return;
      await untilAborted(this.readers.promise, signal);
    }
  }

  /** The last frame, which is kept for who reads again. Tokens that nobody was sent go before it, or not at all. */
  finish(frame: ServerFrame, afterTokens: boolean): void {
    this.end = { frame, afterTokens };
    void this.conclude();
  }

  /** Goes on from a token with another reader, or the same. */
  attach(outlet: Outlet, index: number): void {
    this.outlet = outlet;
    this.next = index;
    this.endSentTo = undefined;
    this.readers.resolve();
    if (this.end === undefined) void this.catchUp();
    else void this.conclude();
  }

  /** Nobody reads any more, if it was this one who did. */
  detach(outlet: Outlet): void {
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
