import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damagedFile } from '#libs/documents/formats/damage.fixture.js';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { formatTraits } from '#libs/documents/formats/format-registry.js';
import { createFormatHost, type FormatHost } from '#libs/documents/formats/host/format-host.js';
import { endedThread } from '#libs/documents/formats/host/format-thread.js';
import { zipEntries } from '#libs/documents/formats/zip/zip-entries.fixture.js';
import { DamagedFiles } from './damaged-files.js';
import { samplesOf } from './format-samples.js';
import { readFuzzArguments } from './fuzz-arguments.js';
import { failureText } from './fuzz-report.js';

let host: FormatHost;
beforeAll(() => {
  host = createFormatHost({ threads: 2 });
});
afterAll(() => host.close());

const failing = async (format: Partial<FormatHost>) =>
  await new DamagedFiles({ ...host, ...format }, 'srt', 5).failure(3);

/** A merge that gives these bytes instead of a translated file. */
const merging = (text: string): FormatHost['merge'] =>
  async function* (_format, _file, _options, translations) {
    while (!(await translations.next()).done);
    yield Buffer.from(text);
    return {};
  };

describe('damaged files', { timeout: 60_000 }, () => {
  it('a seed and a number always give the same damage, and other ones another', () => {
    const bytes = Buffer.alloc(10_000, 'a');
    expect(damagedFile(bytes, 1, 2)).toEqual(damagedFile(bytes, 1, 2));
    const all = [1, 2].flatMap((seed) => Array.from({ length: 100 }, (_, number) => damagedFile(bytes, seed, number)));
    expect(new Set(all.map(({ what }) => what)).size).toBe(200);
    for (const damaged of all) expect(Buffer.from(damaged.bytes).equals(bytes)).toBe(false);
  });

  it('of a zip archive about half have their damage within an entry, whose checksum is right', () => {
    const sample = samplesOf({ extensions: ['docx'] }).find(({ path }) => path.endsWith('libreoffice.docx'));
    const bytes = sample?.bytes ?? Buffer.alloc(0);
    const all = Array.from({ length: 60 }, (_, number) => damagedFile(bytes, 1, number));
    const inside = all.filter(({ what }) => /\.(?:xml|rels)/.test(what));
    expect(inside.length).toBeGreaterThan(15);
    expect(inside.length).toBeLessThan(45);
    const contents = (file: Uint8Array) => zipEntries(file).map(({ content }) => Buffer.from(content));
    for (const { bytes: damaged } of inside) {
      const [before, after] = [contents(bytes), contents(damaged)];
      expect(after.filter((content, at) => !content.equals(before[at] ?? Buffer.alloc(0)))).toHaveLength(1);
      expect(after).toHaveLength(before.length);
    }
  });

  it('a file that is read or refused is no failure', async () => {
    const damaged = new DamagedFiles(host, 'srt', 5);
    for (let number = 0; number < 10; number += 1) expect(await damaged.failure(number)).toBeUndefined();
    const refused = new FormatError('invalid', 'Damaged.');
    expect(await failing({ extract: () => rejecting(refused), merge: () => rejecting(refused) })).toBeUndefined();
  });

  it.each<[string, Partial<FormatHost>, RegExp]>([
    ['breaks', { extract: () => rejecting(new TypeError('It broke')) }, /^TypeError: It broke/],
    [
      'never ends',
      { extract: () => rejecting(new FormatError('hostile', endedThread.tooLong)) },
      /^Error: The thread of the file had to be ended/,
    ],
    ['writes other bytes', { merge: merging('something else') }, /gives other bytes/],
  ])('a format that %s is a failure, which is named with all that repeats it', async (_what, format, fault) => {
    const failure = await failing(format);
    expect(failure).toMatchObject({ format: 'srt', number: 3, fault: expect.stringMatching(fault) });
    if (failure === undefined) return;
    const text = failureText(failure, 5);
    expect(text).toMatch(/^✗ srt: libs\/documents\/formats\/srt\/samples\/\S+, seed 5, number 3: /);
    expect(text).toContain('FUZZ_SEED=5 npm run fuzz -- srt:3');
  });

  it('a format that loses words of a damaged file is a failure', async () => {
    let extractions = 0;
    const failure = await failing({
      extract: (...given) => {
        extractions += 1;
        return extractions === 1 ? host.extract(...given) : nothing();
      },
    });
    expect(failure).toMatchObject({ fault: 'The translated file has lost letters.' });
  });

  it.each(formatTraits)('there are samples of the format $name', (format) => {
    expect(samplesOf(format).length).toBeGreaterThan(0);
  });
});

async function* rejecting(error: Error): AsyncGenerator<never, never> {
  yield await Promise.reject(error);
  throw error;
}

async function* nothing() {
  yield [];
  return {};
}

describe('the arguments', () => {
  it('everything is tried with a new seed where no argument is given', () => {
    const { seed, mixtures, files } = readFuzzArguments([], {});
    expect(seed).toBeGreaterThan(0);
    expect(mixtures).toBeGreaterThan(100);
    expect(files.map(({ format }) => format)).toEqual(formatTraits.map(({ name }) => name));
    expect(files.find(({ format }) => format === 'docx')?.numbers).toHaveLength(2_000);
    expect(files.find(({ format }) => format === 'doc')?.numbers).toHaveLength(100);
  });

  it('formats, mixtures, single files, the seed and the runs can be named', () => {
    expect(readFuzzArguments(['docx', 'pdf:17'], { FUZZ_SEED: '7', FUZZ_RUNS: '2' })).toEqual({
      seed: 7,
      mixtures: undefined,
      files: [
        { format: 'docx', numbers: [0, 1] },
        { format: 'pdf', numbers: [17] },
      ],
    });
    expect(readFuzzArguments(['mixtures'], { FUZZ_RUNS: '30' })).toMatchObject({ mixtures: 30, files: [] });
  });

  it('what is no format, seed or number of runs is refused', () => {
    expect(() => readFuzzArguments(['exe'], {})).toThrow('There is no format exe');
    expect(() => readFuzzArguments([], { FUZZ_SEED: 'x' })).toThrow('FUZZ_SEED');
    expect(() => readFuzzArguments([], { FUZZ_RUNS: '0' })).toThrow('FUZZ_RUNS');
  });
});
