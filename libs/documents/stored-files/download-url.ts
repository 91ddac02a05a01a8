/** Address of one translation of a document: it names the language, so that a later translation does not change it. */
export const downloadUrlOf = (publicUrl: string, documentId: string, targetLanguage: string): string =>
  `${publicUrl}/v1/documents/${documentId}/download?target=${encodeURIComponent(targetLanguage)}`;
