import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import type { WaitingDocuments } from './document-load.port.js';

/**
 * Seconds that a document and its words are counted with: half of the 30,000 words a second that the embedded engine was measured at on
 * two shared cores. Measured figures would tell one organization how much others translate.
 */
const cost = { fixedSeconds: 2, secondsPerWord: 1 / 15_000 };
/** Seconds that LibreOffice takes to read and to write a file of an old format, three runs of it. */
const convertedSeconds = 8;
/** Seconds to read and to write the layout of a page of a PDF: 5.15 for 176 pages (test/bench/results/long-pdf.md). */
const secondsPerPage = 0.03;
const converted = new Set(legacyFormats.map(({ name }) => name));
/** Milliseconds from the request until a worker begins, and from its end until the document is completed. */
const overheadMs = 1_000;
/** Documents that one worker translates at the same time; how many workers there are, the API does not know. */
export const documentsAtATime = 3;

/** Facts about a document that are known before it is translated. */
export interface ExpectedDocument {
  format: string;
  words: number;
  pages: number;
}

const secondsOf = ({ format, pages, words }: ExpectedDocument): number =>
  secondsFor({ documents: 1, words }) +
  (converted.has(format) ? convertedSeconds : 0) +
  (format === 'pdf' ? pages * secondsPerPage : 0);

const secondsFor = ({ documents, words }: WaitingDocuments): number =>
  documents * cost.fixedSeconds + words * cost.secondsPerWord;

/**
 * The time, in RFC 3339, at which a translation requested at `now` can be expected: after the documents of its organization that wait
 * in front of it, which one worker translates, some at a time.
 */
export const estimateCompletion = (now: string, document: ExpectedDocument, waiting: WaitingDocuments): string => {
  const seconds = secondsFor(waiting) / documentsAtATime + secondsOf(document);
  return new Date(Date.parse(now) + overheadMs + Math.ceil(seconds * 1000)).toISOString();
};

/** The time at which a translation can be expected that has been worked on since `startedAt`, by its speed since then. */
export const revisedCompletion = ({
  startedAt,
  now,
  done,
  total,
}: {
  startedAt: number;
  now: number;
  done: number;
  total: number;
}): string => {
  const remaining = done <= 0 ? 0 : ((now - startedAt) * Math.max(0, total - done)) / done;
  return new Date(now + overheadMs + Math.ceil(remaining)).toISOString();
};
