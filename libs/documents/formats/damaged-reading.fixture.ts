import type { Segment } from '#libs/text/segments/segment.js';
import { FormatError } from './format.errors.js';
import {
  type DocumentFormat,
  defaultMergeOptions,
  type ExtractedSegment,
  type MergeOptions,
  type SourceFile,
} from './format.port.js';
import { memoryFile } from './source-file.js';
import { pseudo, wordsOf } from './suite-translations.fixture.js';

/** A format in this process, or in a thread of a host. */
export type ReadingFormat = Pick<DocumentFormat, 'extract' | 'merge'>;

/** The same language on both sides, so that language tags stay as they are. */
const options: MergeOptions = {
  ...defaultMergeOptions,
  translateComments: true,
  sourceLanguage: 'en',
  targetLanguage: 'en',
};

const extracted = async (format: ReadingFormat, file: SourceFile): Promise<ExtractedSegment[]> => {
  const segments: ExtractedSegment[] = [];
  for await (const batch of format.extract(file, options)) segments.push(...batch);
  return segments;
};

const merged = async (
  format: ReadingFormat,
  file: SourceFile,
  translations: Iterable<Segment>,
): Promise<Uint8Array> => {
  const each = (async function* () {
    yield* translations;
    return undefined;
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of format.merge(file, options, each)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

function* endless(): Generator<Segment> {
  for (;;) yield [{ kind: 'text', text: 'x' }];
}

/** How often each ASCII letter stands in the segments: after damage, a translation can move or join what stands apart. */
const lettersOf = (segments: readonly Segment[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const letter of wordsOf(segments).replace(/[^A-Za-z]/g, '')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
};

/** Words behind damage that no longer hides them may be more. */
const hasLost = (segments: readonly Segment[], wanted: readonly Segment[]): boolean => {
  const letters = lettersOf(segments);
  return lettersOf(wanted)
    .entries()
    .some(([letter, count]) => (letters.get(letter) ?? 0) < count);
};

/** Returns undefined where the file is refused. */
const unlessRefused = async <Result>(reading: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
};

/** Whether a file holds its translations beside its sources, where they are not read again (XLIFF, PO, string catalogues). */
const keepsSources = (bytes: Uint8Array): boolean =>
  /<(?:\w+:)?(?:trans-unit|segment)[\s>]|^[ \t]*msgid[ \t]*"|"sourceLanguage"/m.test(
    Buffer.from(bytes).toString('latin1'),
  );

const described = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const translationFault = async (format: ReadingFormat, bytes: Uint8Array): Promise<string | undefined> => {
  const file = memoryFile(bytes);
  const segments = await unlessRefused(extracted(format, file));
  if (segments === undefined) {
    await unlessRefused(merged(format, file, endless()));
    return undefined;
  }
  const source = segments.map(({ parts }) => parts);
  const same = await unlessRefused(merged(format, file, source));
  if (same === undefined) return undefined;
  if (!Buffer.from(same).equals(bytes)) return 'A translation equal to its source gives other bytes.';
  const wanted = source.map(pseudo);
  const translated = await merged(format, file, wanted);
  const again = await extracted(format, memoryFile(translated));
  const written = again.map(({ parts }) => parts);
  if (!hasLost(written, wanted)) return undefined;
  const all: Segment = [{ kind: 'text', text: Buffer.from(translated).toString() }];
  const isWhole = keepsSources(bytes) && !hasLost([all], [...source, ...wanted]);
  return isWhole ? undefined : 'The translated file has lost letters.';
};

/**
 * Reads a file in which anything can be wrong, and writes it with itself and with another text.
 * @returns what is wrong with that; undefined where the file is refused, or translated as a good one is
 */
export const faultOfReading = async (format: ReadingFormat, bytes: Uint8Array): Promise<string | undefined> =>
  translationFault(format, bytes).catch(described);

/**
 * Reads and writes a file as `faultOfReading` does, for a format whose conversion there and back gives other bytes.
 * @returns what is wrong with that; undefined where the file is refused or translated
 */
export const faultOfConversion = async (format: ReadingFormat, bytes: Uint8Array): Promise<string | undefined> =>
  unlessRefused(merged(format, memoryFile(bytes), endless())).then(() => undefined, described);
