import { expect, it } from 'vitest';
import { newId } from '#libs/platform/ids/new-id.js';
import { documentOfSource, sourceBlobOf } from './document-blobs.js';

it('finds the document of the blob that it has named', () => {
  const documentId = newId('doc');
  expect(documentOfSource(sourceBlobOf(documentId))).toBe(documentId);
});

it.each([newId('doc'), `${newId('doc')}-de`, `${newId('glo')}-source`, `x${newId('doc')}-source`, '-source'])(
  'finds none for %s',
  (blobId) => expect(documentOfSource(blobId)).toBeUndefined(),
);
