import { seededRandom } from './suite-translations.fixture.js';
import { zipEntries } from './zip/zip-entries.fixture.js';
import { zipOf } from './zip/zip-sample.fixture.js';

/** A file with one damage, and what that is, in a few words. */
export interface DamagedFile {
  bytes: Uint8Array;
  what: string;
}

/** One of each so many files is cut off; in the others one bit is wrong, of zip archives in half of them within what is packed. */
const cutEvery = 8;

/** The damaged file of that number; a seed and a number always give the same. */
export const damagedFile = (bytes: Uint8Array, seed: number, number: number): DamagedFile => {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) + number);
  const at = Math.floor(random() * bytes.length);
  const bit = Math.floor(random() * 8);
  if (number % cutEvery === cutEvery - 1) return { bytes: bytes.subarray(0, at), what: `cut off after ${at} bytes` };
  const inside = random() < 0.5 ? damagedEntry(bytes, random) : undefined;
  return inside ?? { bytes: turned(bytes, at, bit), what: `bit ${bit} of byte ${at} turned over` };
};

const turned = (bytes: Uint8Array, at: number, bit: number): Uint8Array => {
  const damaged = Uint8Array.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
  return damaged;
};

/**
 * A zip archive with one wrong bit in the XML of an entry, packed again: a bit that is wrong in what is packed does not get past
 * its checksum. Undefined for any other file.
 */
const damagedEntry = (bytes: Uint8Array, random: () => number): DamagedFile | undefined => {
  const entries = zipEntries(bytes);
  const texts = entries.filter(({ name, content }) => /\.(?:xml|rels|rdf|vml)$/.test(name) && content.length > 0);
  const chosen = texts[Math.floor(random() * texts.length)];
  if (!chosen) return undefined;
  const content = Buffer.from(chosen.content);
  const [at, bit] = [Math.floor(random() * content.length), Math.floor(random() * 8)];
  const damaged = entries.map((entry) => (entry === chosen ? { ...entry, content: turned(content, at, bit) } : entry));
  return { bytes: zipOf(damaged), what: `bit ${bit} of byte ${at} of ${chosen.name} turned over` };
};
