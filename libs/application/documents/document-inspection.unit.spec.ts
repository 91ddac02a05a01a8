import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultFormatOptions, type Pagination } from '#libs/documents/formats/format.port.js';
import type { TextCount } from '#libs/documents/formats/text-count.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { sourceBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { DocumentInspection } from './document-inspection.js';

const options = { ...defaultFormatOptions, pageRange: [{ from: 2, to: 2 }] };
const warning = { code: 'pages_estimated', message: 'They are estimated.', count: 1 };

const user = { organizationId: 'org_1' };

type InspectedHost = ConstructorParameters<typeof DocumentInspection>[1];
type Counting = ConvertingFormatHost['count'];

const inspectionWith = (pagination?: Pagination, blobs = new InMemoryBlobStore(), counting?: Counting) => {
  const host: InspectedHost = {
    formats: async () => [{ name: 'docx', mediaType: '', extensions: [], options: [], isPagedByLayout: true }],
    detect: async () => {
      throw new Error('It is known');
    },
    missingFor: async (format, language) => (language === 'ja' ? `There is no font for ${format}.` : undefined),
    paginate: async () => pagination,
    recognise: async () => [],
    extract: async function* () {
      yield* [];
      throw new Error('A count needs no segments');
    },
    async *count(_format, _file, { pagination: used }) {
      yield { words: 2, characters: 9, segments: 1, sample: 'Two words' };
      return used === undefined ? { pageCount: 4, warnings: [warning] } : { pageCount: used.pageCount };
    },
  };
  if (counting !== undefined) host.count = counting;
  const detector = {
    detect: (sample: string) => ({
      language: sample === '' ? 'und' : 'en',
      script: 'Latn',
      confidence: 1,
      alternatives: [],
    }),
  };
  return new DocumentInspection(blobs, host, detector);
};

const countWith = async (pagination: Pagination | undefined, bytes = 1) => {
  const blobs = new InMemoryBlobStore();
  const blob = await blobs.put(sourceBlobOf(documentId), Readable.from([Buffer.alloc(bytes, 'x')]));
  return await inspectionWith(pagination, blobs).count(blob, 'docx', options, user);
};

it('a document with a page range has the pages that it is laid out in', async () => {
  const pagination = { pageCount: 9, places: [{ paragraph: 0, page: 2 }] };
  expect(await countWith(pagination)).toMatchObject({
    pageCount: 9,
    laidOutPages: 9,
    pageCountSource: 'layout',
    wordCount: 2,
    arePagesEstimated: false,
  });
});

it('a document that cannot be laid out is known to have estimated pages', async () => {
  const counted = await countWith(undefined);
  expect(counted).toMatchObject({ pageCount: 4, pageCountSource: 'estimate', arePagesEstimated: true });
  expect(counted).not.toHaveProperty('laidOutPages');
});

it.each([
  [1, 9],
  [4_096 * 10 - 1, 9],
  [4_096 * 10, 10],
  [4_096 * 6_400, 6_400],
])('a file of %d bytes with nine characters counts as %d', async (bytes, characterCount) =>
  expect(await countWith(undefined, bytes)).toMatchObject({
    characterCount,
    wordCount: 2,
    segmentCount: 1,
    pageCount: 4,
  }),
);

it('a file is refused where its format cannot be written in the language now', async () => {
  const inspection = inspectionWith();
  const pdf = { name: 'pdf', dependsOnTarget: true };
  await expect(inspection.assertWritable(pdf, 'ja', user)).rejects.toMatchObject({
    code: 'unsupported_format',
    message: 'There is no font for pdf.',
  });
  await inspection.assertWritable(pdf, 'es', user);
  await inspection.assertWritable({ name: 'txt' }, 'ja', user);
});

describe('a file that takes longer than ten seconds to count', () => {
  const limitMs = 10_000;
  const sample = { words: 3, characters: 20, segments: 1, sample: 'Three more words' };

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Tells these counts, and goes on until it is stopped. */
  const endless = (...told: TextCount[]): Counting =>
    async function* (_format, _file, _options, { signal }) {
      yield* told;
      signal?.throwIfAborted();
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      return {};
    };
  const counting = async (count: Counting, sourceLanguage?: string, bytes = 1) => {
    const blobs = new InMemoryBlobStore();
    const blob = await blobs.put(sourceBlobOf(documentId), Readable.from([Buffer.alloc(bytes, 'x')]));
    const counted = inspectionWith(undefined, blobs, count).count(blob, 'txt', { ...options, sourceLanguage }, user);
    await vi.advanceTimersByTimeAsync(limitMs);
    return counted;
  };

  it('its words are left out, and its characters are those known or one for each 16 bytes', async () => {
    const left = { isCounted: false, wordCount: 0, segmentCount: 0, detectedLanguage: 'en' };
    expect(await counting(endless(sample), 'fi', 319)).toMatchObject({ ...left, characterCount: 20 });
    expect(await counting(endless(sample), 'fi', 32_000)).toMatchObject({ ...left, characterCount: 2_000 });
  });

  it('its pages are those that the file says, else an estimate', async () => {
    const told = endless({ ...sample, pageCount: 900 });
    expect(await counting(told, 'fi')).toMatchObject({ pageCount: 900, pageCountSource: 'file' });
    expect(await counting(endless(sample), 'fi')).toMatchObject({ pageCount: 1, pageCountSource: 'estimate' });
  });

  it('it is left uncounted by the language that was found before', async () => {
    expect(await counting(endless(sample))).toMatchObject({ isCounted: false, detectedLanguage: 'en' });
  });

  it('it is counted to its end where it may not be left uncounted', async () => {
    const blob = await new InMemoryBlobStore().put(sourceBlobOf(documentId), Readable.from([Buffer.from('x')]));
    const slow: Counting = async function* (_format, _file, _options, { signal }) {
      yield sample;
      await new Promise((resolve) => setTimeout(resolve, 2 * limitMs));
      signal?.throwIfAborted();
      yield { ...sample, words: 900 };
      return {};
    };
    const inspection = inspectionWith(undefined, new InMemoryBlobStore(), slow);
    const known = { ...options, sourceLanguage: 'fi' };
    const counted = inspection.count(blob, 'txt', known, user, { mayEndUncounted: false });
    await vi.advanceTimersByTimeAsync(2 * limitMs);
    expect(await counted).toMatchObject({ isCounted: true, wordCount: 900 });
  });

  it('it is counted on until its language is known', async () => {
    let tell = (_count: TextCount) => {};
    const silent: Counting = async function* (...given) {
      yield await new Promise<TextCount>((resolve) => {
        tell = resolve;
      });
      return yield* endless()(...given);
    };
    const counted = counting(silent);
    await vi.advanceTimersByTimeAsync(limitMs);
    expect(await Promise.race([counted, Promise.resolve('it waits')])).toBe('it waits');
    tell(sample);
    expect(await counted).toMatchObject({ isCounted: false, detectedLanguage: 'en' });
  });
});
