import { MemoryRateLimiter } from '#libs/ports/limits/memory/memory-rate-limiter.js';
import { median } from './quantile.js';

/** Requests a second that the memory rate limiter decides, over 1000 keys; allowed, and all refused. */
const keys = Array.from({ length: 1000 }, (_, i) => `key-${i}`);
const calls = 3_000_000;

const perSecond = (limit: number): number => {
  const limiter = new MemoryRateLimiter();
  const began = performance.now();
  for (let i = 0; i < calls; i += 1) limiter.consume(keys[i % keys.length] ?? '', limit, 60_000);
  return calls / ((performance.now() - began) / 1000);
};

const ofFive = (limit: number): string => (median(Array.from({ length: 5 }, () => perSecond(limit))) / 1e6).toFixed(1);

console.log(`allowed: ${ofFive(1e9)} M/s`);
console.log(`refused: ${ofFive(1)} M/s`);
