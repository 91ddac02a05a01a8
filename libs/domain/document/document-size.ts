/** Bytes of a document that is uploaded, at most: 100 MiB. */
export const maxDocumentBytes = 100 * 1024 * 1024;
