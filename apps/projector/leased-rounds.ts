import { setTimeout as sleep } from 'node:timers/promises';
import type { Leases } from '#libs/ports/lease/lease.port.js';

export interface LeasedRoundsOptions {
  leases: Leases;
  /** Name of the lease: of several processes one does the rounds. */
  name: string;
  /** Milliseconds between two rounds. */
  everyMs: number;
  round: (signal: AbortSignal) => Promise<void>;
  /** Called before the first round under a lease. */
  onAcquired?: () => void;
  /** Called with what a round threw; the next one comes all the same. */
  onFailure: (error: unknown) => void;
}

/** Work that one process of several does again and again. */
export class LeasedRounds {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: LeasedRoundsOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Stops behind the round that is under way, which is told by its signal. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { leases, name, onAcquired, onFailure } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const lease = await leases.acquire(name, signal);
        try {
          onAcquired?.();
          await this.roundsWhile(AbortSignal.any([signal, lease.lost]));
        } finally {
          await lease.release();
        }
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error);
        await this.pause(signal);
      }
    }
  }

  private async roundsWhile(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.options.round(signal);
      await this.pause(signal);
    }
  }

  private async pause(signal: AbortSignal): Promise<void> {
    await sleep(this.options.everyMs, undefined, { signal }).catch(() => undefined);
  }
}
