import { seededRandom } from './suite-translations.fixture.js';

/** A file with one damage, and what that is, in a few words. */
export interface DamagedFile {
  bytes: Uint8Array;
  what: string;
}

/** One of each so many files is cut off; in the others one bit is wrong. */
const cutEvery = 8;

/** The damaged file of that number; a seed and a number always give the same. */
export const damagedFile = (bytes: Uint8Array, seed: number, number: number): DamagedFile => {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) + number);
  const at = Math.floor(random() * bytes.length);
  const bit = Math.floor(random() * 8);
  if (number % cutEvery === cutEvery - 1) return { bytes: bytes.subarray(0, at), what: `cut off after ${at} bytes` };
  const damaged = Uint8Array.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
  return { bytes: damaged, what: `bit ${bit} of byte ${at} turned over` };
};
