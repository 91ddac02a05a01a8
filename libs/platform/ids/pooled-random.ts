import { randomFillSync } from 'node:crypto';

/** Random bytes of one system call: a call for each byte costs more than the rest of a request's id. */
const pool = new Uint8Array(4_096);
let used = pool.length;

/** Random number in [0, 1), uniform over 256 values, from the system's secure source. */
export const pooledRandom = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
};
