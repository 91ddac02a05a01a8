import { constants, inflateSync } from 'node:zlib';
import type { Segment } from '#libs/text/segments/segment.js';
import {
  type DocumentSummary,
  defaultMergeOptions,
  type ExtractedSegment,
  type MergeOptions,
  type MergeSummary,
} from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { pdfFormat } from './pdf.format.js';

const defaults: MergeOptions = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'fi' };

export const segmentsOf = async (
  bytes: Uint8Array,
  options: Partial<MergeOptions> = {},
): Promise<{ segments: ExtractedSegment[]; summary: DocumentSummary }> => {
  const segments: ExtractedSegment[] = [];
  const batches = pdfFormat.extract(memoryFile(bytes), { ...defaults, ...options });
  for (;;) {
    const { value, done } = await batches.next();
    if (done) return { segments, summary: value as DocumentSummary };
    segments.push(...value);
  }
};

/** The segments of a file, and their texts with tags as `<1>` and `</1>`. */
export const readPdf = async (bytes: Uint8Array, options: Partial<MergeOptions> = {}) => {
  const { segments, summary } = await segmentsOf(bytes, options);
  return { segments, texts: segments.map(({ parts }) => textOf(parts)), summary };
};

const textOf = (parts: Segment): string =>
  parts.map((part) => ('text' in part ? part.text : `<${part.kind === 'close' ? '/' : ''}${part.id}>`)).join('');

/** The file with each text of it changed. */
export const translatedPdf = async (
  bytes: Uint8Array,
  change: (text: string) => string,
  options: Partial<MergeOptions> = {},
): Promise<{ bytes: Buffer; summary: MergeSummary }> => {
  const { segments } = await segmentsOf(bytes, options);
  const translations = (async function* () {
    for (const { parts } of segments)
      yield parts.map((part) => (part.kind === 'text' ? { kind: 'text' as const, text: change(part.text) } : part));
    return undefined;
  })();
  const chunks: Uint8Array[] = [];
  const merged = pdfFormat.merge(memoryFile(bytes), { ...defaults, ...options }, translations);
  for (;;) {
    const { value, done } = await merged.next();
    if (done) return { bytes: Buffer.concat(chunks), summary: value };
    chunks.push(value);
  }
};

/** The packed streams that a translation adds to its source, unpacked. */
export const contentsAfter = (bytes: Buffer, source: Buffer): string[] =>
  [
    ...bytes
      .subarray(source.length)
      .toString('latin1')
      .matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g),
  ].flatMap(([, packed = '']) => {
    try {
      // The last byte can be that of a line end: what is missing then is a part of the checksum.
      const options = { finishFlush: constants.Z_SYNC_FLUSH };
      return [inflateSync(Buffer.from(packed, 'latin1'), options).toString('latin1')];
    } catch {
      return [];
    }
  });

/** The content in which a translation draws its paragraphs. */
export const drawnIn = (bytes: Buffer, source: Buffer): string =>
  contentsAfter(bytes, source).find((content) => content.includes('TlParagraph')) ?? '';
