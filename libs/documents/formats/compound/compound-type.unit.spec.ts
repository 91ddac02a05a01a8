import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memoryFile } from '../source-file.js';
import { seededRandom } from '../suite-translations.fixture.js';
import { compoundEntries } from './compound-directory.js';
import { compoundTypeOf } from './compound-type.js';

const sample = (name: string): Buffer => readFileSync(new URL(`samples/${name}`, import.meta.url));

/** The file with an entry of the directory under another name. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer => {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf(Buffer.from(`${from}\0`, 'utf16le'));
  changed.fill(0, at, at + 64);
  changed.write(to, at, 'utf16le');
  changed.writeUInt16LE((to.length + 1) * 2, at + 64);
  return changed;
};

const startOf = async (bytes: Buffer, stream: string): Promise<number> => {
  const entry = (await compoundEntries(memoryFile(bytes))).find(({ name }) => name === stream);
  if (entry === undefined) throw new Error(`There is no ${stream}`);
  return entry.head.start;
};

const encrypted = expect.objectContaining({ name: 'FormatError', reason: 'encrypted' });

describe('the type of a compound file', () => {
  it.each([
    ['letter.doc', 'WordDocument'],
    ['table.xls', 'Workbook'],
    ['slides.ppt', 'PowerPoint Document'],
  ])('the file %s has the stream %s', async (name, expected) => {
    expect(await compoundTypeOf(memoryFile(sample(name)))).toBe(expected);
  });

  it('the entries at the top are those that a program for such files lists', async () => {
    const names = (await compoundEntries(memoryFile(sample('letter.doc')))).map(({ name }) => name);
    expect(names.sort()).toEqual([
      '\u0001CompObj',
      '\u0001Ole',
      '\u0005DocumentSummaryInformation',
      '\u0005SummaryInformation',
      '1Table',
      'WordDocument',
    ]);
  });

  it('another kind of compound file has none', async () => {
    const other = renamed(sample('letter.doc'), 'WordDocument', 'Contents');
    expect(await compoundTypeOf(memoryFile(other))).toBeUndefined();
  });

  it('an Office document with a password is refused', async () => {
    const whole = renamed(sample('letter.doc'), 'WordDocument', 'EncryptedPackage');
    await expect(compoundTypeOf(memoryFile(whole))).rejects.toEqual(encrypted);
    const slides = renamed(sample('letter.doc'), '1Table', 'EncryptedSummary');
    await expect(compoundTypeOf(memoryFile(slides))).rejects.toEqual(encrypted);
  });

  it('a text document whose header says that it is encrypted is refused', async () => {
    const bytes = Buffer.from(sample('letter.doc'));
    const start = await startOf(bytes, 'WordDocument');
    bytes.writeUInt16LE(bytes.readUInt16LE(start + 10) | 0x0100, start + 10);
    await expect(compoundTypeOf(memoryFile(bytes))).rejects.toEqual(encrypted);
  });

  it('a workbook whose second record asks for a password is refused', async () => {
    const bytes = Buffer.from(sample('table.xls'));
    const start = await startOf(bytes, 'Workbook');
    const second = start + 4 + bytes.readUInt16LE(start + 2);
    bytes.writeUInt16LE(0x2f, second);
    await expect(compoundTypeOf(memoryFile(bytes))).rejects.toEqual(encrypted);
  });

  it.each([1, 2, 3])(
    'a damaged file has a type, has none or is refused, and always comes to an end (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      for (let round = 0; round < 100; round += 1) {
        const damaged = Buffer.from(sample('letter.doc').subarray(0, Math.ceil(random() * 9216)));
        for (let flips = 0; flips < 20; flips += 1)
          damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
        damaged.set(sample('letter.doc').subarray(0, 8));
        const found = await compoundTypeOf(memoryFile(damaged)).catch((error: unknown) => error);
        if (found !== undefined && typeof found !== 'string') expect(found).toEqual(encrypted);
      }
    },
  );
});
