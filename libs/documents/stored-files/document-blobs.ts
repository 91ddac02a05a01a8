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

/** Id of the blob with a file of another format that has the source text beside its translation. */
export const convertedBilingualBlobOf = (documentId: string, translationId: string, format: string): string =>
  `${documentId}-bilingual${format}-${translationId}`;

/** Id of the blob with the uploaded file as a PDF, which its pages are drawn of. */
export const sourcePdfBlobOf = (documentId: string): string => `${documentId}-sourcepdf`;

/** A file whose pages are drawn: a translation, or without it the uploaded file. */
export interface PagedFile {
  documentId: string;
  translationId?: string | undefined;
}

const ofPagedFile = ({ documentId, translationId }: PagedFile, kind: string): string =>
  translationId === undefined ? `${documentId}-${kind}` : `${documentId}-${kind}-${translationId}`;

/** Id of the blob with the number of pages of a file, which is there before the picture of any of them. */
export const pageCountBlobOf = (file: PagedFile): string => ofPagedFile(file, 'pagecount');

/** Id of the blob with the picture of a page, from 1. */
export const pagePictureBlobOf = (file: PagedFile, page: number): string => ofPagedFile(file, `page${page}`);

const pagePicture = /^page[1-9]\d{0,4}$/;

const bilingualOutputs = allOutputs.map((format) => `bilingual${format}`);
const kindsOfTranslations: ReadonlySet<string> = new Set([
  ...['rules', 'report', 'segments', 'bilingual', 'pagecount'],
  ...allOutputs,
  ...bilingualOutputs,
]);
const kindsOfSources: ReadonlySet<string> = new Set(['source', 'pages', 'recognition', 'sourcepdf', 'pagecount']);

const besideTranslation = [
  reportBlobOf,
  segmentsBlobOf,
  bilingualBlobOf,
  ...[convertedBlobOf, convertedBilingualBlobOf].flatMap((blobOf) =>
    allOutputs.map(
      (format) => (documentId: string, translationId: string) => blobOf(documentId, translationId, format),
    ),
  ),
];

/**
 * Ids of the blobs that go with these of a document: with the uploaded and each translated file, what is beside it.
 * Pictures of pages, and the number by which they are found, are removed by `removePagePictures` alone.
 */
export const withBlobsBeside = (documentId: string, blobIds: readonly string[]): string[] =>
  blobIds.flatMap((blobId) => {
    if (isId(blobId, 'trn')) return [blobId, ...besideTranslation.map((blobOf) => blobOf(documentId, blobId))];
    if (blobId !== sourceBlobOf(documentId)) return [blobId];
    return [blobId, ...[pagesBlobOf, recognitionBlobOf, sourcePdfBlobOf].map((blobOf) => blobOf(documentId))];
  });

/** The document that a blob belongs to, by the blob's id; undefined for a translated file and for all other blobs. */
export const documentOfBlob = (blobId: string): string | undefined => {
  const [documentId = '', kind = '', ...translation] = blobId.split('-');
  const isOf = (kinds: ReadonlySet<string>) => kinds.has(kind) || pagePicture.test(kind);
  const isKnown =
    translation.length === 0 ? isOf(kindsOfSources) : isOf(kindsOfTranslations) && isId(translation.join('-'), 'trn');
  return isKnown && isId(documentId, 'doc') ? documentId : undefined;
};
