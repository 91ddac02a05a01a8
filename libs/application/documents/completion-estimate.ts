import type { WaitingDocuments } from './document-load.port.js';

/**
 * Seconds that a document and its words are counted with: half of the 30,000 words a second that the embedded engine was measured at on
 * two shared cores. Measured figures would tell one organization how much others translate.
 */
const cost = { fixedSeconds: 2, secondsPerWord: 1 / 15_000 };
/** Milliseconds from the request until a worker begins, and from its end until the document is completed. */
const overheadMs = 1_000;
/** Documents that one worker translates at the same time; how many workers there are, the API does not know. */
export const documentsAtATime = 3;

const secondsFor = ({ documents, words }: WaitingDocuments): number =>
  documents * cost.fixedSeconds + words * cost.secondsPerWord;

/**
 * The time, in RFC 3339, at which a translation requested at `now` can be expected: after the documents of its organization that wait
 * in front of it, which one worker translates, some at a time.
 */
export const estimateCompletion = (now: string, words: number, waiting: WaitingDocuments): string => {
  const seconds = secondsFor(waiting) / documentsAtATime + secondsFor({ documents: 1, words });
  return new Date(Date.parse(now) + overheadMs + Math.ceil(seconds * 1000)).toISOString();
};
