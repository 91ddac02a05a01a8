import { Counter, Gauge, type Registry } from 'prom-client';
import type { ResponseCache } from './limits.port.js';

interface SizedCache extends ResponseCache {
  readonly bytes: number;
}

/** Counts hits and misses of the cache, and measures how full it is. */
export const measuredResponseCache = (cache: SizedCache, registry: Registry): ResponseCache => {
  const lookups = new Counter({
    name: 'transledger_translation_cache_lookups_total',
    help: 'Translations that were looked up in the cache of this node, by result.',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  new Gauge({
    name: 'transledger_translation_cache_bytes',
    help: 'Memory that the cache of this node takes.',
    registers: [registry],
    collect() {
      this.set(cache.bytes);
    },
  });
  for (const result of ['hit', 'miss']) lookups.inc({ result }, 0);
  return {
    get: async (key) => {
      const value = await cache.get(key);
      lookups.inc({ result: value === undefined ? 'miss' : 'hit' });
      return value;
    },
    set: (key, value) => cache.set(key, value),
  };
};
