import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { FormatError } from './format.errors.js';
import type { DocumentFormat, ExtractedSegment, SourceFile } from './format.port.js';
import { memoryFile } from './source-file.js';
import { blank, markup, pseudo, scatterTags, seededRandom, wordsOf, worldwide } from './suite-translations.fixture.js';

export interface FormatSuiteInput {
  /** A folder of good files, each with at least one segment. */
  samples: URL;
  /** Files that the format must refuse, and why. An empty file is tried in any case. */
  refused: readonly { name: string; bytes: Uint8Array; reason: FormatError['reason'] }[];
  /** Throws when a merged file is damaged; for damage that re-extraction alone would not notice. */
  validate?: (bytes: Uint8Array) => void | Promise<void>;
}

/** Hostile files are large, and test machines busy. */
const patience = { timeout: 60_000 };

const extractOptions = { translateHeaders: true };
/** The same language on both sides, so that language tags stay as they are. */
const mergeOptions = { ...extractOptions, sourceLanguage: 'en', targetLanguage: 'en' };

export const extractAll = async (format: DocumentFormat, file: SourceFile): Promise<ExtractedSegment[]> => {
  const segments: ExtractedSegment[] = [];
  for await (const batch of format.extract(file, extractOptions)) {
    expect(batch.length).toBeLessThanOrEqual(256);
    segments.push(...batch);
  }
  return segments;
};

export const mergeAll = async (
  format: DocumentFormat,
  file: SourceFile,
  translations: Iterable<Segment>,
  options = mergeOptions,
): Promise<Buffer> => {
  const iterator: AsyncIterator<Segment, undefined> = (async function* () {
    yield* translations;
    return undefined;
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of format.merge(file, options, iterator)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Answers at most `most` bytes at a time. */
const inSmallReads = (bytes: Uint8Array, most: number): SourceFile => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, Math.min(end, start + most)),
});

/** Reads the file both ways; the error of each, undefined where there was none. */
const readingErrors = async (format: DocumentFormat, bytes: Uint8Array): Promise<unknown[]> => {
  const file = memoryFile(bytes);
  const caught = (error: unknown) => error;
  const none = () => undefined;
  const endless = Iterator.from({
    next: () => ({ value: [{ kind: 'text', text: 'x' }] satisfies Segment, done: false }),
  });
  return [await extractAll(format, file).then(none, caught), await mergeAll(format, file, endless).then(none, caught)];
};

/** The specs that every format of this folder passes. */
export const describeFormat = (format: DocumentFormat, { samples, refused, validate }: FormatSuiteInput): void => {
  const names = readdirSync(samples).sort();

  describe.each(names)(`${format.name}: %s`, patience, (name) => {
    const bytes = readFileSync(new URL(name, `${samples.href.replace(/\/?$/, '/')}`));
    const source = memoryFile(bytes);
    const sourceSegments = extractAll(format, source);
    const translated = async (change: (segment: Segment) => Segment): Promise<Buffer> => {
      const merged = await mergeAll(
        format,
        source,
        (await sourceSegments).map(({ parts }) => change(parts)),
      );
      await validate?.(merged);
      return merged;
    };

    it('extraction yields segments whose tags are whole, numbered once and not at the edges', async () => {
      const segments = await sourceSegments;
      expect(segments.length).toBeGreaterThan(0);
      for (const { parts } of segments) expectWellFormed(parts);
    });

    it('a translation equal to its source gives the same bytes back', async () => {
      expect(await translated((segment) => segment)).toEqual(bytes);
    });

    it('a translation equal to its source gives the same bytes back with protected spans too', async () => {
      const withSpans = (segment: Segment): Segment =>
        segment.flatMap((part) =>
          part.kind === 'text' && part.text.length > 2
            ? [
                { kind: 'keep' as const, text: part.text.slice(0, 1) },
                { kind: 'text' as const, text: part.text.slice(1) },
              ]
            : [part],
        );
      expect(await translated(withSpans)).toEqual(bytes);
    });

    it('every translated string is written in place of the old one, and nowhere else', async () => {
      const segments = await sourceSegments;
      const again = await extractAll(format, memoryFile(await translated(pseudo)));
      expect(again).toEqual(segments.map(({ role, parts }) => ({ role, parts: pseudo(parts) })));
    });

    it('only translatable strings change in a translated file', async () => {
      const pseudoFile = memoryFile(await translated(pseudo));
      const pseudoBlanks = (await extractAll(format, pseudoFile)).map(({ parts }) => blank(parts));
      expect(await mergeAll(format, pseudoFile, pseudoBlanks)).toEqual(await translated(blank));
    });

    it.each([
      ['markup', markup],
      ['characters of the whole world', worldwide],
    ])('a translation carries %s as text', async (_what, change) => {
      const segments = await sourceSegments;
      const again = await extractAll(format, memoryFile(await translated(change)));
      expect(wordsOf(again.map(({ parts }) => parts))).toBe(wordsOf(segments.map(({ parts }) => change(parts))));
    });

    it.each([1, 2, 3, 4, 5])(
      'the file stays whole and keeps every word when tags are scattered (seed %i)',
      async (seed) => {
        const random = seededRandom(seed);
        const segments = await sourceSegments;
        const again = await extractAll(format, memoryFile(await translated((segment) => scatterTags(segment, random))));
        expect(wordsOf(again.map(({ parts }) => parts))).toBe(wordsOf(segments.map(({ parts }) => parts)));
      },
    );

    it.each([1, 7, 4093])(
      'the segments and the output are the same when the file returns %i bytes a read',
      async (most) => {
        const file = inSmallReads(bytes, most);
        const segments = await extractAll(format, file);
        expect(segments).toEqual(await sourceSegments);
        const changed = segments.map(({ parts }) => pseudo(parts));
        expect(await mergeAll(format, file, changed)).toEqual(await translated(pseudo));
      },
    );

    it('a merge pulls one translation for each segment', async () => {
      const segments = await sourceSegments;
      let pulled = 0;
      const counted: AsyncIterator<Segment, undefined> = {
        next: async () => {
          const segment = segments[pulled];
          pulled += 1;
          return segment ? { value: segment.parts, done: false } : { value: undefined, done: true };
        },
      };
      for await (const _chunk of format.merge(source, mergeOptions, counted));
      expect(pulled).toBe(segments.length);
    });

    it('a merge rejects when the translations end early', async () => {
      const segments = await sourceSegments;
      const tooFew = segments.slice(1).map(({ parts }) => parts);
      await expect(mergeAll(format, source, tooFew)).rejects.toThrow();
    });

    it.each([11, 12, 13])(
      'a damaged file is read or refused, and never fails in another way (seed %i)',
      async (seed) => {
        const random = seededRandom(seed);
        for (let round = 0; round < 12; round += 1) {
          const damaged = Buffer.from(bytes.subarray(0, Math.ceil(random() * bytes.length)));
          for (let flips = round; flips > 0; flips -= 1) {
            damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
          }
          for (const error of await readingErrors(format, damaged)) {
            if (error !== undefined) expect(error).toBeInstanceOf(FormatError);
          }
        }
      },
    );
  });

  describe(`${format.name}: refuses`, patience, () => {
    it.each([{ name: 'an empty file', bytes: new Uint8Array(), reason: 'empty' as const }, ...refused])(
      'the format refuses $name as $reason',
      async ({ bytes, reason }) => {
        const expected = expect.objectContaining({ name: 'FormatError', reason });
        expect(await readingErrors(format, bytes)).toEqual([expected, expected]);
      },
    );
  });
};

const expectWellFormed = (parts: Segment): void => {
  const open: number[] = [];
  const seen = new Set<string>();
  parts.forEach((part, index) => {
    if ('text' in part) {
      expect(part.text).not.toBe('');
      expect(part.text.isWellFormed()).toBe(true);
      expect(parts[index + 1]?.kind).not.toBe(part.kind);
      return;
    }
    expect(seen, JSON.stringify(parts)).not.toContain(`${part.kind === 'close' ? 'close' : 'start'} ${part.id}`);
    seen.add(`${part.kind === 'close' ? 'close' : 'start'} ${part.id}`);
    if (part.kind === 'open') open.push(part.id);
    if (part.kind === 'close') expect(open.pop()).toBe(part.id);
  });
  expect(open).toEqual([]);
  const text = parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('');
  expect(text).toMatch(/\p{L}/u);
  const [first, last] = [parts[0], parts.at(-1)];
  expect(first?.kind).not.toBe('single');
  expect(last?.kind).not.toBe('single');
  expect(first?.kind === 'open' && last?.kind === 'close' && first.id === last.id).toBe(false);
  if (first && 'text' in first) expect(first.text).toMatch(/^\S/);
  if (last && 'text' in last) expect(last.text).toMatch(/\S$/);
};
