import { expect } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import {
  type DocumentFormat,
  defaultFormatOptions,
  defaultMergeOptions,
  type ExtractedSegment,
  type FormatOptions,
  type MergeOptions,
  type SourceFile,
} from './format.port.js';
import { memoryFile } from './source-file.js';

const extractOptions: FormatOptions = { ...defaultFormatOptions, translateComments: true };
/** The same language on both sides, so that language tags stay as they are. */
export const mergeOptions: MergeOptions = {
  ...defaultMergeOptions,
  ...extractOptions,
  sourceLanguage: 'en',
  targetLanguage: 'en',
};

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

/** A file that answers at most `maxBytes` at a time. */
export const inSmallReads = (bytes: Uint8Array, maxBytes: number): SourceFile => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, Math.min(end, start + maxBytes)),
});

/** Reads the file both ways; the error of each, undefined where there was none. */
export const readingErrors = async (format: DocumentFormat, bytes: Uint8Array): Promise<unknown[]> => {
  const file = memoryFile(bytes);
  const caught = (error: unknown) => error;
  const none = () => undefined;
  const endless = Iterator.from({
    next: () => ({ value: [{ kind: 'text', text: 'x' }] satisfies Segment, done: false }),
  });
  return [await extractAll(format, file).then(none, caught), await mergeAll(format, file, endless).then(none, caught)];
};
