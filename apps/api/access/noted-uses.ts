import { every } from '#libs/platform/async/every.js';
import { NextFlight } from '#libs/platform/async/next-flight.js';

interface NotedUsesOptions {
  /** Stores ids with the times of their uses, in milliseconds. */
  store: (uses: [id: string, usedAt: number][]) => Promise<void>;
  /** Called when uses could not be stored and are kept. */
  onFault: (error: unknown) => void;
}

/** Milliseconds after a use for which further uses are not noted. */
const resolutionMs = 60_000;
const storeEveryMs = 10_000;

/** When things were last used: each is noted at most once a minute, and stored every ten seconds. */
export class NotedUses {
  private noted = new Map<string, number>();
  private readonly stopping = new AbortController();
  private readonly stores = new NextFlight(() => this.storeNoted());

  constructor(private readonly options: NotedUsesOptions) {}

  note(used: { readonly id: string; usedAt: number }, now: number): void {
    if (now - used.usedAt < resolutionMs) return;
    used.usedAt = now;
    this.noted.set(used.id, now);
  }

  /** Stores what was noted so far; concurrent calls share one. */
  store(): Promise<void> {
    return this.stores.run();
  }

  async storeRegularly(): Promise<void> {
    const { signal } = this.stopping;
    await every(storeEveryMs, { signal, onFault: this.options.onFault }, () => this.store());
  }

  /** Ends, with what was noted stored. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.store().catch(() => undefined);
  }

  private async storeNoted(): Promise<void> {
    if (this.noted.size === 0) return;
    const uses = [...this.noted];
    this.noted = new Map();
    try {
      await this.options.store(uses);
    } catch (error) {
      for (const [id, usedAt] of uses) if (!this.noted.has(id)) this.noted.set(id, usedAt);
      throw error;
    }
  }
}
