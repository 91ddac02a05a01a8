import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { isAtOrAfter, type Position, START } from '../../position.js';
import { toLogFault } from '../connection/client-faults.js';
import type { LogReads } from './log-reads.js';
import type { Waker } from './waker.js';

/**
 * Looks at the end of the log at a steady pace while anybody follows it, once for all followers of the process, and
 * wakes them when it has moved. An append of our own wakes nobody: events are read in pages, not one by one.
 */
export class LogPulse {
  private at: Position = START;
  private told: Position = START;
  private beating: Promise<void> | undefined;
  private readonly waiting = new Set<Waker>();
  private readonly closing = new AbortController();

  constructor(
    private readonly reads: Pick<LogReads, 'end'>,
    private readonly settings: { pollMs: number; onFault: (error: Error) => void },
  ) {}

  /** The furthest position that the log is known to reach. */
  get position(): Position {
    return this.at;
  }

  /** Notes that the log is known to reach this position. */
  observe(position: Position): void {
    if (!isAtOrAfter(this.at, position)) this.at = position;
  }

  /** Wakes the waker whenever a look finds that the log has grown, until the returned function is called. */
  join(waker: Waker): () => void {
    this.waiting.add(waker);
    this.beating ??= this.beat();
    return () => this.waiting.delete(waker);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.beating;
  }

  private async beat(): Promise<void> {
    const { signal } = this.closing;
    let failures = 0;
    while (!signal.aborted && this.waiting.size > 0) {
      try {
        this.observe(await this.reads.end());
        failures = 0;
      } catch (error) {
        if (failures === 0 && !signal.aborted)
          this.settings.onFault(toLogFault('The end of the log is not read', error));
        await pause(backoff(failures), signal);
        failures += 1;
      }
      if (this.told !== this.at) {
        this.told = this.at;
        for (const waker of this.waiting) waker.wake();
      }
      await pause(this.settings.pollMs, signal);
    }
    this.beating = undefined;
  }
}
