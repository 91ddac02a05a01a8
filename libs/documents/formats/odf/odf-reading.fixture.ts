import {
  type DocumentFormat,
  type DocumentSummary,
  defaultFormatOptions,
  defaultMergeOptions,
  type ExtractedSegment,
  type FormatOptions,
  type MergeOptions,
} from '#libs/documents/formats/format.port.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { mergeAll } from '#libs/documents/formats/whole-file.fixture.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';

/** A segment in the short notation of the tests: `a <1>b</1><2/>`. */
export const noted = (parts: Segment): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      if (part.kind === 'close') return `</${part.id}>`;
      return part.kind === 'open' ? `<${part.id}>` : `<${part.id}/>`;
    })
    .join('');

export const segmentOf = (text: string): Segment =>
  text.split(/(<\/?\d+\/?>)/).flatMap((piece): SegmentPart[] => {
    const tag = /^<(\/?)(\d+)(\/?)>$/.exec(piece);
    if (tag === null) return piece === '' ? [] : [{ kind: 'text', text: piece }];
    return [{ kind: tag[1] === '/' ? 'close' : tag[3] === '/' ? 'single' : 'open', id: Number(tag[2]) }];
  });

export const readAll = async (
  format: DocumentFormat,
  bytes: Uint8Array,
  options: Partial<FormatOptions> = {},
): Promise<{ segments: ExtractedSegment[]; summary: DocumentSummary }> => {
  const segments: ExtractedSegment[] = [];
  const reading = format.extract(memoryFile(bytes), { ...defaultFormatOptions, ...options });
  for (;;) {
    const next = await reading.next();
    if (next.done) return { segments, summary: next.value };
    segments.push(...next.value);
  }
};

export const textsOf = async (
  format: DocumentFormat,
  bytes: Uint8Array,
  options: Partial<FormatOptions> = {},
): Promise<string[]> => (await readAll(format, bytes, options)).segments.map(({ parts }) => noted(parts));

/** The parts of a package, by their names. */
export const partsOf = async (bytes: Uint8Array): Promise<Record<string, string>> => {
  const archive = await ZipArchive.open(memoryFile(bytes));
  const parts: Record<string, string> = {};
  for (const entry of archive.entries) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of archive.read(entry)) chunks.push(chunk);
    parts[entry.name] = Buffer.concat(chunks).toString();
  }
  return parts;
};

/** The parts of a translated file. */
export const translatedParts = async (
  format: DocumentFormat,
  bytes: Uint8Array,
  translations: readonly string[],
  options: Partial<MergeOptions> = {},
): Promise<Record<string, string>> => {
  const merging = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en', ...options };
  return partsOf(await mergeAll(format, memoryFile(bytes), translations.map(segmentOf), merging));
};

/** The markup between two tags of a part. */
export const between = (part: string | undefined, tag: string): string | undefined =>
  new RegExp(`<${tag}[^>]*>(.*)</${tag}>`, 's').exec(part ?? '')?.[1];
