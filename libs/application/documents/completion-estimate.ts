import type { LanguageDirection, MeasuredThroughput } from '#libs/documents/throughput/document-throughput.js';
import type { DocumentLoad } from './document-load.port.js';

/**
 * The cost of a document in a language pair that none has been finished in yet: half of the 30,000 words a second
 * that the embedded engine was measured at on two shared cores.
 */
const defaultCost = { fixedSeconds: 2, secondsPerWord: 1 / 15_000 };
/** Milliseconds from the request until a worker begins, and from its end until the document is completed. */
const overheadMs = 1_000;
/** Documents that one worker translates at the same time; how many workers there are, the API does not know. */
export const documentsAtATime = 3;

const costOf = (
  { source, target }: LanguageDirection,
  { throughput }: DocumentLoad,
): Pick<MeasuredThroughput, 'fixedSeconds' | 'secondsPerWord'> =>
  throughput.find((known) => known.source === source && known.target === target) ?? defaultCost;

const secondsFor = (pair: LanguageDirection, documents: number, words: number, load: DocumentLoad): number => {
  const { fixedSeconds, secondsPerWord } = costOf(pair, load);
  return documents * fixedSeconds + words * secondsPerWord;
};

/**
 * The time, in RFC 3339, at which a translation requested at `now` can be expected: after the documents that wait in
 * front of it, which one worker translates, some at a time.
 */
export const estimateCompletion = (now: string, pair: LanguageDirection, words: number, load: DocumentLoad): string => {
  const ahead = load.waiting.reduce(
    (seconds, waiting) => seconds + secondsFor(waiting, waiting.documents, waiting.words, load),
    0,
  );
  const seconds = ahead / documentsAtATime + secondsFor(pair, 1, words, load);
  return new Date(Date.parse(now) + overheadMs + Math.ceil(seconds * 1000)).toISOString();
};
