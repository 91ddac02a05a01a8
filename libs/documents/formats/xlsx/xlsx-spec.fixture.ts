import { expect } from 'vitest';
import { defaultMergeOptions, type ExtractedSegment, type MergeOptions } from '#libs/documents/formats/format.port.js';
import { entriesOf, validatePackage } from '#libs/documents/formats/opc/package.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { xlsxFormat } from './xlsx.format.js';
import { type SampleBook, xlsxOf } from './xlsx-sample.fixture.js';

const options = (over: Partial<MergeOptions>): MergeOptions => ({
  ...defaultMergeOptions,
  sourceLanguage: 'en',
  targetLanguage: 'en',
  ...over,
});

/** The short notation of the tests: `a <1>b</1><2/>`. */
export const written = (segment: Segment): string =>
  segment
    .map((part) => {
      if ('text' in part) return part.text;
      return part.kind === 'close' ? `</${part.id}>` : `<${part.id}${part.kind === 'single' ? '/' : ''}>`;
    })
    .join('');

export const extracted = async (book: SampleBook, over: Partial<MergeOptions> = {}) => {
  const segments: ExtractedSegment[] = [];
  const walk = xlsxFormat.extract(memoryFile(xlsxOf(book)), options(over));
  for (;;) {
    const { value, done } = await walk.next();
    if (done) return { segments, texts: segments.map(({ parts }) => written(parts)), summary: value };
    segments.push(...value);
  }
};

export const upper = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));

/** Translates with a dictionary of whole segments; what it lacks becomes upper case. */
export const from =
  (words: Readonly<Record<string, string>>) =>
  (segment: Segment): Segment => {
    const word = words[written(segment)];
    return word === undefined ? upper(segment) : [{ kind: 'text', text: word }];
  };

/** The parts of a merged workbook by their names, and its summary. */
export const merged = async (
  book: SampleBook,
  translate: (segment: Segment) => Segment = upper,
  over: Partial<MergeOptions> = {},
) => {
  const { segments } = await extracted(book, over);
  const translations = (async function* (): AsyncGenerator<Segment, undefined> {
    for (const { parts } of segments) yield translate(parts);
    return undefined;
  })();
  const walk = xlsxFormat.merge(memoryFile(xlsxOf(book)), options(over), translations);
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await walk.next();
    if (!done) chunks.push(value);
    else {
      const bytes = Buffer.concat(chunks);
      await validatePackage(bytes);
      const parts = await entriesOf(bytes);
      const part = (name: string): string => parts[name] ?? expect.fail(name);
      return { bytes, summary: value, part };
    }
  }
};

/** The text of the cells of a sheet, by their places. */
export const cellsOf = (part: (name: string) => string, sheet = 1): Record<string, string> => {
  const strings = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, content = '']) =>
    [...content.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join(''),
  );
  const cells = part(`xl/worksheets/sheet${sheet}.xml`).matchAll(/<c r="(\w+)" t="s"><v>(\d+)<\/v>/g);
  return Object.fromEntries([...cells].map(([, place, index]) => [place, strings[Number(index)] ?? 'none']));
};
