import { cutAtStatements } from '#libs/text/segments/program-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { type DocumentFormat, defaultMergeOptions, type MergeOptions } from './format.port.js';
import { memoryFile } from './source-file.js';
import { repairTags } from './tag-repair.js';
import { mergeAll } from './whole-file.fixture.js';

const inCapitals = (part: SegmentPart): SegmentPart =>
  part.kind === 'text' ? { kind: 'text', text: part.text.toUpperCase() } : part;

/** The segment as a document gets it back from an engine that writes words in capitals, and nothing of what is protected. */
export const shouted = (segment: Segment): Segment => {
  const { texts, join } = cutAtStatements(segment);
  return repairTags(segment, asText(join(texts.map((text) => text.map(inCapitals)))));
};

/** The file with the words of all its segments in capitals. */
export const shoutedFile = async (
  format: DocumentFormat,
  bytes: Uint8Array,
  options: Partial<MergeOptions> = {},
): Promise<Buffer> => {
  const file = memoryFile(bytes);
  const merging = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es', ...options };
  const segments = (await Array.fromAsync(format.extract(file, merging))).flat();
  return mergeAll(
    format,
    file,
    segments.map(({ parts }) => shouted(parts)),
    merging,
  );
};

/** The same of a text. */
export const shoutedText = async (
  format: DocumentFormat,
  text: string,
  options: Partial<MergeOptions> = {},
): Promise<string> => (await shoutedFile(format, Buffer.from(text), options)).toString();
