import { MemoryRateLimiter } from '#libs/ports/limits/memory/memory-rate-limiter.js';

/** Requests a second that the memory rate limiter decides, over 1000 keys; allowed, and all refused. */
const keys = Array.from({ length: 1000 }, (_, i) => `key-${i}`);
const calls = 3_000_000;

const perSecond = (limit: number): number => {
  const limiter = new MemoryRateLimiter();
  const began = performance.now();
  for (let i = 0; i < calls; i += 1) limiter.consume(keys[i % keys.length] ?? '', limit, 60_000);
  return calls / ((performance.now() - began) / 1000);
};

const median = (limit: number): number => {
  const rates = Array.from({ length: 5 }, () => perSecond(limit)).sort((a, b) => a - b);
  return rates[2] ?? 0;
};

console.log(`allowed: ${(median(1e9) / 1e6).toFixed(1)} M/s`);
console.log(`refused: ${(median(1) / 1e6).toFixed(1)} M/s`);
