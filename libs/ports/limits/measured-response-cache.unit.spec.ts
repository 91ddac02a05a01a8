import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measuredResponseCache } from './measured-response-cache.js';
import { MemoryResponseCache } from './memory/memory-response-cache.js';

it('hits and misses are counted, and the size of the cache is measured', async () => {
  const registry = new Registry();
  const memory = new MemoryResponseCache(10_000);
  const cache = measuredResponseCache(memory, registry);
  expect(await cache.get('a')).toBeUndefined();
  await cache.set('a', Buffer.from('eins'));
  expect(Buffer.from((await cache.get('a')) ?? []).toString()).toBe('eins');
  await cache.get('a');
  const page = await registry.metrics();
  expect(page).toContain('transledger_translation_cache_lookups_total{result="hit"} 2');
  expect(page).toContain('transledger_translation_cache_lookups_total{result="miss"} 1');
  expect(page).toContain(`transledger_translation_cache_bytes ${memory.bytes}`);
});
