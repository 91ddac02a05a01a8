import { anySignal } from '#libs/platform/async/any-signal.js';
import type { Lease, Leases } from '#libs/ports/lease/lease.port.js';

/** Leases in memory, for tests of code that holds them; they are lost when a test says so. */
export class InMemoryLeases implements Pick<Leases, 'acquire'> {
  private readonly held = new Map<string, { losing: AbortController; ended: Promise<void> }>();

  /** Names of the leases that are held. */
  get names(): string[] {
    return [...this.held.keys()];
  }

  async acquire(name: string, signal: AbortSignal): Promise<Lease> {
    for (let holder = this.held.get(name); holder !== undefined; holder = this.held.get(name)) {
      const waiting = anySignal([signal]);
      const { promise: given, reject } = Promise.withResolvers<never>();
      waiting.addEventListener('abort', () => reject(signal.reason), { once: true });
      await Promise.race([holder.ended, given]);
    }
    signal.throwIfAborted();
    const losing = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.held.set(name, { losing, ended });
    const release = async () => {
      if (this.held.get(name)?.losing !== losing) return;
      this.held.delete(name);
      resolve();
    };
    return { name, fencingToken: 1n, lost: losing.signal, release };
  }

  lose(name: string): void {
    this.held.get(name)?.losing.abort(new Error('lost'));
  }
}
