import { untilAborted } from '#libs/platform/async/until-aborted.js';

/**
 * Maximum bytes of frames whose translations one connection has in work at the same time; the others wait in their
 * order. A text in work takes some ten times its size, and keeps it for as long as its reader does not read.
 */
const maxBytesInWork = 24 * 1024;

/** Limits the work of one connection. */
export class ConnectionWorkLimit {
  private atWork = 0;
  private readonly waiting: { bytes: number; begin: () => void }[] = [];

  /**
   * Resolves when there is room, to a function that gives the room back. A single frame always has room.
   * @throws the signal's reason
   */
  async enter(bytes: number, signal: AbortSignal): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place = { bytes, begin: resolve };
    this.waiting.push(place);
    this.admit();
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      const index = this.waiting.indexOf(place);
      if (index >= 0) this.waiting.splice(index, 1);
      else this.leave(bytes);
      throw error;
    }
    return () => this.leave(bytes);
  }

  private leave(bytes: number): void {
    this.atWork -= bytes;
    this.admit();
  }

  private admit(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.atWork > 0 && this.atWork + next.bytes > maxBytesInWork) return;
      this.waiting.shift();
      this.atWork += next.bytes;
      next.begin();
    }
  }
}
