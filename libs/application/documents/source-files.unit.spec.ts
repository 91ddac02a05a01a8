import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { BlobStoreFullError, BlobTooLargeError } from '#libs/ports/blob-store/blob-store.errors.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { Ports } from '#test/handler/handler-specification.js';
import { SourceFiles } from './source-files.js';

const content = () => Readable.from([Buffer.from('Good morning.')]);
const signal = new AbortController().signal;

let ports: Ports;

beforeEach(() => {
  ports = new Ports();
});

const files = () => new SourceFiles(ports.blobs, ports.eventStore, ports.keyVault);

const failingWith = (error: Error) => {
  ports.blobs.put = async () => Promise.reject(error);
  return files().store({ documentId, organizationId: 'org_1' }, content(), signal);
};

describe('the file of an upload', () => {
  it('an uploaded file is stored under the id of its document', async () => {
    expect(await files().store({ documentId, organizationId: 'org_1' }, content(), signal)).toMatchObject({
      id: `${documentId}-source`,
      size: 13,
    });
  });

  it('an uploaded file that is too large is refused', async () => {
    expect(await rejectionOf(() => failingWith(new BlobTooLargeError(104_857_600)))).toMatchObject({
      code: 'file_too_large',
      details: { limit: 104_857_600 },
    });
  });

  it('an upload fails as the blob store fails', async () => {
    await expect(failingWith(new BlobStoreFullError())).rejects.toBeInstanceOf(BlobStoreFullError);
  });
});
