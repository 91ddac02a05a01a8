/** Max bytes of an uploaded document: 100 MiB. */
export const maxDocumentBytes = 100 * 1024 * 1024;
