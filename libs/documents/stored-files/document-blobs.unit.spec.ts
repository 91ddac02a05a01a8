import { expect, it } from 'vitest';
import { newId } from '#libs/platform/ids/new-id.js';
import { documentOfSource, sourceBlobOf } from './document-blobs.js';

it('the document of a blob is found by the id that it gave the blob', () => {
  const documentId = newId('doc');
  expect(documentOfSource(sourceBlobOf(documentId))).toBe(documentId);
});

it.each([newId('doc'), `${newId('doc')}-de`, `${newId('glo')}-source`, `x${newId('doc')}-source`, '-source'])(
  'the blob id %s belongs to no document',
  (blobId) => expect(documentOfSource(blobId)).toBeUndefined(),
);
