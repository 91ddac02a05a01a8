import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { damagedFile } from './damage.fixture.js';
import { faultOfReading } from './damaged-reading.fixture.js';
import { FormatError } from './format.errors.js';
import type { DocumentFormat, ExtractedSegment } from './format.port.js';
import { memoryFile } from './source-file.js';
import { expectWellFormed, lettersOf, missingIn, repeatedIn, withTagsApart } from './suite-segments.fixture.js';
import {
  blank,
  markup,
  pseudo,
  reversals,
  reversedInTags,
  scatterTags,
  seededRandom,
  sortedWords,
  wordsInTags,
  wordsOf,
  worldwide,
} from './suite-translations.fixture.js';
import { taggedTranslations } from './tagged-translations.arbitrary.js';
import { extractAll, inSmallReads, mergeAll, mergeOptions, readingErrors } from './whole-file.fixture.js';

export interface FormatSuiteInput {
  /** A folder of good files, each with at least one segment. */
  samples: URL;
  /** Files that the format must refuse, and why. An empty file is tried in any case. */
  refused: readonly { name: string; bytes: Uint8Array; reason: FormatError['reason'] }[];
  /** Throws when a merged file is damaged; for damage that re-extraction alone would not notice. */
  validate?: (bytes: Uint8Array) => void | Promise<void>;
  /** Why a file that was changed twice has other bytes than one that was changed once; then their texts are compared. */
  differsByHistory?: string;
  /** Segments that have no source beside them where both languages are in one file, for formats that can do that. */
  standsAlone?: (segment: ExtractedSegment) => boolean;
}

/** Damaged files of each format that are tried; `npm run fuzz` tries many more. */
const damagedFiles = 50;

/** Hostile files are large, and test machines busy. */
const patience = { timeout: 60_000 };

const folderOf = (samples: URL): string => samples.href.replace(/\/?$/, '/');

const expectReadOrRefused = async (format: DocumentFormat, damaged: Uint8Array): Promise<void> => {
  for (const error of await readingErrors(format, damaged)) {
    if (error !== undefined) expect(error).toBeInstanceOf(FormatError);
  }
};

/** The specs that every format of this folder passes. */
export const describeFormat = (
  format: DocumentFormat,
  { samples, refused, validate, differsByHistory, standsAlone }: FormatSuiteInput,
): void => {
  const names = readdirSync(samples).sort();

  describe.each(names)(`${format.name}: %s`, patience, (name) => {
    const bytes = readFileSync(new URL(name, folderOf(samples)));
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
      expect(again).toEqual(segments.map((segment) => ({ ...segment, parts: pseudo(segment.parts) })));
    });

    it('only translatable strings change in a translated file', async () => {
      const pseudoFile = memoryFile(await translated(pseudo));
      const pseudoBlanks = (await extractAll(format, pseudoFile)).map(({ parts }) => blank(parts));
      const twice = await mergeAll(format, pseudoFile, pseudoBlanks);
      const once = await translated(blank);
      if (differsByHistory === undefined) expect(twice).toEqual(once);
      else expect(await extractAll(format, memoryFile(twice))).toEqual(await extractAll(format, memoryFile(once)));
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
        expect(withTagsApart(again)).toEqual(withTagsApart(segments));
      },
    );

    it.each(Object.entries(reversals))('words that stood apart never touch when tags %s', async (_what, reversed) => {
      const again = await extractAll(format, memoryFile(await translated(reversed)));
      const words = sortedWords((await sourceSegments).map(({ parts }) => parts));
      expect(sortedWords(again.map(({ parts }) => parts))).toEqual(words);
    });

    it('no tag leaves its words when these are turned round', async () => {
      const segments = (await sourceSegments).map(({ parts }) => parts);
      const again = (await extractAll(format, memoryFile(await translated(reversedInTags)))).map(({ parts }) => parts);
      expect(wordsInTags(again)).toEqual(wordsInTags(segments));
      expect(sortedWords(again)).toEqual(sortedWords(segments));
    });

    it('each tag is on the words that a translation puts in it, wherever it puts them', async () => {
      const segments = await sourceSegments;
      const isTagged = segments.some(({ parts }) => parts.some((part) => !('text' in part)));
      await fc.assert(
        fc.asyncProperty(taggedTranslations, async (change) => {
          const translations = segments.map(({ parts }) => change(parts));
          const changed = translations.values();
          const merged = await mergeAll(format, source, changed);
          const again = (await extractAll(format, memoryFile(merged))).map(({ parts }) => parts);
          expect(wordsInTags(again)).toEqual(wordsInTags(translations));
          expect(sortedWords(again)).toEqual(sortedWords(translations));
        }),
        { seed: 14, numRuns: isTagged ? 4 : 1, endOnFailure: true },
      );
    });

    describe.runIf(standsAlone !== undefined)('with both languages in one file', () => {
      const both = { ...mergeOptions, includeSource: true };

      it('each source text and each translation is there once, in order', async () => {
        const segments = await sourceSegments;
        const translations = segments.map(({ parts }) => pseudo(parts));
        const merged = await mergeAll(format, source, translations, both);
        await validate?.(merged);
        const written = (await extractAll(format, memoryFile(merged))).map(({ parts }) => lettersOf(parts)).join('');
        const sources = segments.filter((segment) => !standsAlone?.(segment)).map(({ parts }) => parts);
        expect(missingIn(written, translations)).toEqual([]);
        expect(missingIn(written, sources)).toEqual([]);
        expect(repeatedIn(written, [...translations, ...segments.map(({ parts }) => parts)])).toEqual([]);
      });

      it('a translation equal to its source gives the same bytes back', async () => {
        const texts = (await sourceSegments).map(({ parts }) => parts);
        expect(await mergeAll(format, source, texts, both)).toEqual(bytes);
      });
    });

    it.each([1, 7, 4093])(
      'the segments and the output are the same when the file returns %i bytes a read',
      async (maxBytes) => {
        const file = inSmallReads(bytes, maxBytes);
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
          await expectReadOrRefused(format, damaged);
        }
      },
    );

    it('a file that ends early is read or refused, wherever it ends', async () => {
      for (let part = 1; part < 20; part += 1) {
        await expectReadOrRefused(format, bytes.subarray(0, Math.ceil((bytes.length * part) / 20)));
      }
    });
  });

  describe(`${format.name}: damaged files`, patience, () => {
    it('a file with one wrong bit, or without its end, is refused or translated as a good one is', async () => {
      const files = names.map((name) => readFileSync(new URL(name, folderOf(samples))));
      for (let number = 0; number < damagedFiles; number += 1) {
        const { bytes, what } = damagedFile(files[number % files.length] ?? new Uint8Array(), 1, number);
        expect(await faultOfReading(format, bytes), `${names[number % files.length]}: ${what}`).toBeUndefined();
      }
    });
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
