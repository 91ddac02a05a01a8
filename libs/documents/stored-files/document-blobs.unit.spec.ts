import { expect, it } from 'vitest';
import { allOutputs } from '#libs/documents/office/outputs.js';
import { newId } from '#libs/platform/ids/new-id.js';
import {
  bilingualBlobOf,
  convertedBilingualBlobOf,
  convertedBlobOf,
  documentOfBlob,
  pageCountBlobOf,
  pagePictureBlobOf,
  pagesBlobOf,
  recognitionBlobOf,
  reportBlobOf,
  rulesBlobOf,
  segmentsBlobOf,
  sourceBlobOf,
  sourcePdfBlobOf,
  withBlobsBeside,
} from './document-blobs.js';

it('the document of a blob is found by the id that it gave the blob', () => {
  const documentId = newId('doc');
  for (const blobId of [
    sourceBlobOf(documentId),
    rulesBlobOf(documentId, newId('trn')),
    reportBlobOf(documentId, newId('trn')),
    segmentsBlobOf(documentId, newId('trn')),
    bilingualBlobOf(documentId, newId('trn')),
    sourcePdfBlobOf(documentId),
    ...[undefined, newId('trn')].flatMap((translationId) => [
      pageCountBlobOf({ documentId, translationId }),
      pagePictureBlobOf({ documentId, translationId }, 1),
      pagePictureBlobOf({ documentId, translationId }, 10_000),
    ]),
  ]) {
    expect(documentOfBlob(blobId)).toBe(documentId);
  }
});

it.each([
  newId('doc'),
  `${newId('doc')}-de`,
  `${newId('doc')}-rules`,
  `${newId('doc')}-page0`,
  `${newId('doc')}-page1x`,
  `${newId('doc')}-page1-${newId('rpt')}`,
  `${newId('doc')}-source-${newId('trn')}`,
  `${newId('glo')}-source`,
  `x${newId('doc')}-source`,
  '-source',
])('the blob id %s belongs to no document', (blobId) => expect(documentOfBlob(blobId)).toBeUndefined());

it('what was made beside a translated file goes with it', () => {
  const [documentId, translationId] = [newId('doc'), newId('trn')];
  expect(withBlobsBeside(documentId, [sourceBlobOf(documentId), translationId])).toEqual([
    sourceBlobOf(documentId),
    pagesBlobOf(documentId),
    recognitionBlobOf(documentId),
    sourcePdfBlobOf(documentId),
    translationId,
    reportBlobOf(documentId, translationId),
    segmentsBlobOf(documentId, translationId),
    bilingualBlobOf(documentId, translationId),
    ...allOutputs.map((format) => convertedBlobOf(documentId, translationId, format)),
    ...allOutputs.map((format) => convertedBilingualBlobOf(documentId, translationId, format)),
  ]);
});

it('the file of another format belongs to its document', () => {
  const documentId = newId('doc');
  for (const format of allOutputs) {
    expect(documentOfBlob(convertedBlobOf(documentId, newId('trn'), format))).toBe(documentId);
    expect(documentOfBlob(convertedBilingualBlobOf(documentId, newId('trn'), format))).toBe(documentId);
  }
});
