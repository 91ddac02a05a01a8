import { plainText } from '#libs/text/segments/plain-text.js';
import { countCodePoints, countWords } from './counting.js';
import type { DocumentFormat, DocumentSummary, FormatOptions, SkimmedText, SourceFile } from './format.port.js';

/** The text of a file as far as it has been counted. */
export interface TextCount {
  words: number;
  /** Unicode code points. */
  characters: number;
  segments: number;
  /** The beginning of the text, by which its language is detected. */
  sample: string;
  /** Missing where the format tells its pages at the end, or not at all. */
  pageCount?: number;
}

export const noText: TextCount = { words: 0, characters: 0, segments: 0, sample: '' };

/** Characters that suffice to detect a language; more only cost time. */
const maxSample = 4_000;

/**
 * Counts the text of a file without laying it out where its format can do that. Yields what has been counted so far; the last is the
 * whole.
 * @throws FormatError
 */
export async function* countText(
  format: Pick<DocumentFormat, 'extract' | 'skim'>,
  file: SourceFile,
  options: FormatOptions,
): AsyncGenerator<TextCount, DocumentSummary> {
  const count = { ...noText };
  const texts = format.skim?.(file, options) ?? extractedTexts(format, file, options);
  for (;;) {
    const { value, done } = await texts.next();
    if (done) return value;
    if (value.pageCount !== undefined) count.pageCount = value.pageCount;
    for (const text of value.texts) {
      count.words += countWords(text);
      count.characters += countCodePoints(text);
      count.segments += 1;
      if (count.sample.length < maxSample) count.sample += `${text.slice(0, maxSample)}\n`;
    }
    yield { ...count };
  }
}

async function* extractedTexts(
  format: Pick<DocumentFormat, 'extract'>,
  file: SourceFile,
  options: FormatOptions,
): AsyncGenerator<SkimmedText, DocumentSummary> {
  const batches = format.extract(file, options);
  for (;;) {
    const { value, done } = await batches.next();
    if (done) return value;
    yield { texts: value.map(({ parts }) => plainText(parts)) };
  }
}
