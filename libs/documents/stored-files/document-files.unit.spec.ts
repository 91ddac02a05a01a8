import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { blobAsFile } from './blob-as-file.js';
import { forgetWebhookTarget, keepWebhookTarget, webhookTarget } from './document-webhook.js';

describe('a blob as a file', () => {
  const fileOf = async (text: string) => {
    const blobs = new InMemoryBlobStore();
    const file = blobAsFile(blobs, await blobs.put('blob', Readable.from([Buffer.from(text)])));
    return { blobs, file };
  };
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

  it('a blob is read from anywhere in it', async () => {
    const { file } = await fileOf('0123456789');
    expect(file.size).toBe(10);
    expect(text(await file.read(0, 10))).toBe('0123456789');
    expect(text(await file.read(3, 5))).toBe('34');
    expect(text(await file.read(9, 100))).toBe('9');
  });

  it('a read returns one piece, in however many pieces the blob comes', async () => {
    const chunks = ['01', '234', '', '56789'].map((part) => Buffer.from(part));
    const blobs = Object.assign(new InMemoryBlobStore(), { read: async () => Readable.from(chunks) });
    expect(text(await blobAsFile(blobs, { id: 'blob', size: 10, sha256: '' }).read(0, 10))).toBe('0123456789');
  });

  it('a blob that is gone is missed when it is read', async () => {
    const { blobs, file } = await fileOf('x');
    await blobs.delete('blob');
    await expect(file.read(0, 1)).rejects.toThrow(BlobNotFoundError);
  });
});

describe('where the webhooks of a document go', () => {
  it.each(['whsec_c2VjcmV0', 'a plain secret – ä', null])(
    'the webhook target of a document is kept with its secret: %s',
    async (secret) => {
      const vault = new InMemoryKeyVault();
      await keepWebhookTarget(vault, 'doc_1', { url: 'https://receiver.example.com/?a=1', secret }, 'org_1');
      expect(await webhookTarget(vault, 'doc_1')).toEqual({ url: 'https://receiver.example.com/?a=1', secret });
    },
  );

  it('a webhook target is found by its own document only, until the document is gone', async () => {
    const vault = new InMemoryKeyVault();
    for (const id of ['doc_1', 'doc_2'])
      await keepWebhookTarget(vault, id, { url: `https://${id}`, secret: null }, 'org_1');
    await forgetWebhookTarget(vault, 'doc_1');
    await forgetWebhookTarget(vault, 'doc_1');
    expect(await webhookTarget(vault, 'doc_1')).toBeUndefined();
    expect(await webhookTarget(vault, 'doc_2')).toMatchObject({ url: 'https://doc_2' });
  });
});
