import { LRUCache } from 'lru-cache';
import type { ResponseCache } from '../limits.port.js';

/** Bytes of an entry beside its key and value: list links, map slot, typed array (Node 24: 315 bytes). */
const entryOverhead = 320;

export class MemoryResponseCache implements ResponseCache {
  private readonly entries: LRUCache<string, Uint8Array>;

  /** Holds at most `maxBytes` of keys, values and their bookkeeping; 0 keeps nothing. */
  constructor(maxBytes: number) {
    this.entries = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (value, key) => value.byteLength + key.length * 2 + entryOverhead,
    });
  }

  get bytes(): number {
    return this.entries.calculatedSize;
  }

  get(key: string): Uint8Array | undefined {
    return this.entries.get(key);
  }

  /** Copies the value: a view would keep all of its underlying buffer, which may be far larger. */
  set(key: string, value: Uint8Array): void {
    this.entries.set(key, Uint8Array.from(value));
  }
}
