import type { Io } from './io.js';

const firstMs = 500;
const maxMs = 30_000;

/** Waits between attempts that go on for ever: each twice as long as the one before, up to half a minute, with jitter. */
export class Patience {
  private next = firstMs;

  constructor(private readonly io: Pick<Io, 'pause' | 'signal'>) {}

  /** After a success: the next wait is short again. */
  reset(): void {
    this.next = firstMs;
  }

  async wait(): Promise<void> {
    const milliseconds = this.next * (0.5 + Math.random() / 2);
    this.next = Math.min(maxMs, this.next * 2);
    await this.io.pause(milliseconds, this.io.signal);
  }
}
