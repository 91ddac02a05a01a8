import { isId } from '#libs/platform/ids/id-form.js';

const sourceSuffix = '-source';

/** Id of the blob that a document's uploaded file is kept in. */
export const sourceBlobOf = (documentId: string): string => `${documentId}${sourceSuffix}`;

/** The document whose uploaded file a blob is, by the blob's id; undefined for a blob of another kind. */
export const documentOfSource = (blobId: string): string | undefined => {
  const documentId = blobId.slice(0, -sourceSuffix.length);
  return blobId.endsWith(sourceSuffix) && isId(documentId, 'doc') ? documentId : undefined;
};
