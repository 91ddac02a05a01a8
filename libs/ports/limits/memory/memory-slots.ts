import type { Slots } from '../limits.port.js';

/** Slots of this process alone. A key without taken slots uses no memory. */
export class MemorySlots implements Slots {
  private readonly taken = new Map<string, number>();

  /** Number of slots taken of each key. */
  get counts(): ReadonlyMap<string, number> {
    return this.taken;
  }

  take(key: string, limit: number): (() => void) | undefined {
    const used = this.taken.get(key) ?? 0;
    if (limit > 0 && used >= limit) return undefined;
    this.taken.set(key, used + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(key);
      isTaken = false;
    };
  }

  private giveBack(key: string): void {
    const left = (this.taken.get(key) ?? 1) - 1;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
  }
}
