/** The injection token of what the process knows of the work on documents. */
export const DOCUMENT_LOAD = Symbol('DocumentLoad');

/** Documents that were requested and are not translated yet, and their words. */
export interface WaitingDocuments {
  documents: number;
  words: number;
}

/** The load as it was some seconds ago; asking for it costs nothing. */
export interface KnownDocumentLoad {
  /** Documents of one organization that wait: nothing of another's is told. */
  waitingOf(organizationId: string): WaitingDocuments;
}
