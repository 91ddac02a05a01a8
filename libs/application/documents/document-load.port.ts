import type { LanguageDirection, MeasuredThroughput } from '#libs/documents/throughput/document-throughput.js';

/** The injection token of what the process knows of the work on documents. */
export const DOCUMENT_LOAD = Symbol('DocumentLoad');

export interface WaitingWords extends LanguageDirection {
  documents: number;
  words: number;
}

export interface DocumentLoad {
  /** Language pairs of which no document has been finished are missing. */
  throughput: readonly MeasuredThroughput[];
  /** Documents that were requested before and are not translated yet, and their words, by language pair. */
  waiting: readonly WaitingWords[];
}

/** The load as it was some seconds ago; asking for it costs nothing. */
export interface KnownDocumentLoad {
  readonly current: DocumentLoad;
}
