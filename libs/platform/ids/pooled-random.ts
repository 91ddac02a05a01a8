import { randomFillSync } from 'node:crypto';

/** One call of the system's source for thousands of bytes: one for each costs more than the rest of a request's id. */
const pool = new Uint8Array(4_096);
let used = pool.length;

/** Uniform in [0, 1), of 256 values, from the system's secure source. */
export const pooledRandom = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
};
