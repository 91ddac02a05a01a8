import { allOutputs } from '#libs/documents/office/outputs.js';
import { isId } from '#libs/platform/ids/id-form.js';

/** Id of the blob that a document's uploaded file is kept in. */
export const sourceBlobOf = (documentId: string): string => `${documentId}-source`;

/** Id of the blob with the pages that a document has once it is laid out. */
export const pagesBlobOf = (documentId: string): string => `${documentId}-pages`;

/** Id of the blob with the text that was read from the scanned pages of a document. */
export const recognitionBlobOf = (documentId: string): string => `${documentId}-recognition`;

/** Id of the blob with the rules that the request of a translation gave for keys and markup. */
export const rulesBlobOf = (documentId: string, translationId: string): string =>
  `${documentId}-rules-${translationId}`;

/** Id of the blob with the fidelity report of a translation. */
export const reportBlobOf = (documentId: string, translationId: string): string =>
  `${documentId}-report-${translationId}`;

/** Id of the blob with the translated segments of a translation, for files that are made of them later. */
export const segmentsBlobOf = (documentId: string, translationId: string): string =>
  `${documentId}-segments-${translationId}`;

/** Id of the blob with the file that has the source text beside its translation. */
export const bilingualBlobOf = (documentId: string, translationId: string): string =>
  `${documentId}-bilingual-${translationId}`;

/** Id of the blob with a translation as a file of another format. */
export const convertedBlobOf = (documentId: string, translationId: string, format: string): string =>
  `${documentId}-${format}-${translationId}`;

const kindsOfTranslations = ['rules', 'report', 'segments', 'bilingual', ...allOutputs];

const besideTranslation = [
  reportBlobOf,
  segmentsBlobOf,
  bilingualBlobOf,
  ...allOutputs.map(
    (format) => (documentId: string, translationId: string) => convertedBlobOf(documentId, translationId, format),
  ),
];

/** Ids of the blobs that go with these of a document: with the uploaded and each translated file, what is beside it. */
export const withBlobsBeside = (documentId: string, blobIds: readonly string[]): string[] =>
  blobIds.flatMap((blobId) => {
    if (isId(blobId, 'trn')) return [blobId, ...besideTranslation.map((blobOf) => blobOf(documentId, blobId))];
    return blobId === sourceBlobOf(documentId)
      ? [blobId, pagesBlobOf(documentId), recognitionBlobOf(documentId)]
      : [blobId];
  });

/** The document that a blob belongs to, by the blob's id; undefined for a translated file and for all other blobs. */
export const documentOfBlob = (blobId: string): string | undefined => {
  const [documentId = '', kind = '', ...translation] = blobId.split('-');
  const isKnown =
    kind === 'source' || kind === 'pages' || kind === 'recognition'
      ? translation.length === 0
      : kindsOfTranslations.includes(kind) && isId(translation.join('-'), 'trn');
  return isKnown && isId(documentId, 'doc') ? documentId : undefined;
};
