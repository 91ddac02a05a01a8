import type { DocumentFormat, SourceFile } from '../format.port.js';
import type { DetectedFormat } from '../format-registry.js';
import { txtFormat } from '../txt/txt.format.js';

/** A registry for tests: formats that do what no format may, and one that is good. */

const misbehaving = (name: string, misbehave: (file: SourceFile) => unknown): DocumentFormat => ({
  name,
  mediaType: 'text/plain',
  extensions: [],
  container: 'text',
  options: [],
  // biome-ignore lint/correctness/useYield: it never comes to that
  async *extract(file) {
    await misbehave(file);
    return {};
  },
  // biome-ignore lint/correctness/useYield: it never comes to that
  async *merge(file) {
    await misbehave(file);
    return {};
  },
});

const forever = true;

export const formatTraits: readonly DocumentFormat[] = [
  txtFormat,
  misbehaving('spins', () => {
    for (let turns = 0; forever; turns += 1) Math.sqrt(turns);
  }),
  misbehaving('backtracks', () => /^(?:a+)+$/.test(`${'a'.repeat(60)}b`)),
  misbehaving('never-ends', async (file) => {
    while (forever) await file.read(0, 1);
  }),
  misbehaving('never-answers', () => new Promise(() => {})),
  misbehaving('leaves-work-behind', (file) => {
    const readOn = async (): Promise<void> => {
      while (forever) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        await file.read(0, 1).catch(() => {});
      }
    };
    void readOn();
  }),
  misbehaving('eats-heap', () => {
    const eaten: object[] = [];
    while (forever) eaten.push({ more: [eaten.length] });
  }),
  misbehaving('eats-buffers', async () => {
    const eaten: Buffer[] = [];
    while (forever) {
      eaten.push(Buffer.alloc(4 * 1024 * 1024, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }),
  misbehaving('exits', () => process.exit(3)),
  misbehaving('overflows', () => {
    const deeper = (depth: number): number => deeper(depth + 1) + 1;
    return deeper(0);
  }),
  misbehaving('quotes', () => {
    throw new TypeError('the secret text of the document');
  }),
];

export const formatNamed = (name: string): DocumentFormat => {
  const format = formatTraits.find((candidate) => candidate.name === name);
  if (!format) throw new Error('No such format');
  return format;
};

/** Finds that every file is text, but never ends at one named `spins`. */
export const detectFormat = async (_file: SourceFile, fileName: string): Promise<DetectedFormat> => {
  for (let turns = 0; fileName === 'spins'; turns += 1) Math.sqrt(turns);
  return { format: txtFormat, isNamedOtherwise: false };
};
