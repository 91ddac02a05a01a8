import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import { bilingualBlobOf, segmentsBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { keepSegments } from '#libs/documents/stored-files/stored-segments.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { BilingualFiles } from './bilingual-files.js';

const now = '2026-11-21T08:01:00.000Z';
const bilingual = bilingualBlobOf(documentId, translationId);
const wanted = { organizationId: 'org_1', documentId, targetLanguage: 'es' };

let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;
let merges: MergeOptions[];
let options: ('include_source' | 'translate_headers')[];
let beforeMerge: () => Promise<unknown>;
let files: BilingualFiles;

const formats: Pick<FormatHost, 'formats' | 'merge'> = {
  formats: async () => [{ name: 'lines', mediaType: 'text/plain', extensions: [], options }],
  async *merge(_format, _file, mergeOptions, translations) {
    merges.push(mergeOptions);
    await beforeMerge();
    for (let next = await translations.next(); next.value; next = await translations.next()) {
      yield Buffer.from(`source / ${plainText(next.value)}\n`);
    }
    return {};
  },
};

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  merges = [];
  options = ['translate_headers', 'include_source'];
  beforeMerge = async () => undefined;
  files = new BilingualFiles(eventStore, blobs, formats);
  await uploadDocument(eventStore);
});

const complete = async () => {
  const file = { blobId: translationId, sizeBytes: 4, sha256: 'ab', model: 'm', confidence: 1 };
  const expiresAt = '2026-11-28T08:01:00.000Z';
  await runOnDocument(eventStore, { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt });
  const segments = Readable.from([[{ kind: 'text', text: 'uno' }], [{ kind: 'text', text: 'dos' }]]);
  await keepSegments(blobs, segmentsBlobOf(documentId, translationId), segments, {
    owner: { organizationId: 'org_1' },
    signal: new AbortController().signal,
  });
};

describe('a file with the source beside its translation', () => {
  it('it is made of the kept segments at its first download, and kept for the next ones', async () => {
    await complete();
    expect(await files.file(wanted)).toEqual({ blobId: bilingual, sizeBytes: 26, targetLanguage: 'es' });
    expect(blobs.textOf(bilingual)).toBe('source / uno\nsource / dos\n');
    expect(merges).toMatchObject([{ includeSource: true, sourceLanguage: 'en', targetLanguage: 'es' }]);
    await files.file(wanted);
    expect(merges).toHaveLength(1);
  });

  it('downloads at the same time wait for the same work', async () => {
    await complete();
    await Promise.all([files.file(wanted), files.file({ ...wanted, targetLanguage: undefined })]);
    expect(merges).toHaveLength(1);
  });

  it('a download that waited too long is told to come again, and finds the file then', async () => {
    await complete();
    const { promise: go, resolve } = Promise.withResolvers<void>();
    beforeMerge = () => go;
    const rejection = await rejectionOf(() => files.file(wanted, 1));
    expect(rejection).toMatchObject({ code: 'service_unavailable', status: 503, retryAfter: expect.any(Number) });
    resolve();
    expect(await files.file(wanted)).toMatchObject({ blobId: bilingual });
    expect(merges).toHaveLength(1);
  });

  it('work that failed is begun again by the next download', async () => {
    await complete();
    beforeMerge = () => Promise.reject(new FormatError('hostile', 'The file took too long to read.'));
    expect((await rejectionOf(() => files.file(wanted))).code).toBe('processing_failed');
    beforeMerge = async () => undefined;
    expect(await files.file(wanted)).toMatchObject({ blobId: bilingual });
  });

  it('it is refused for a format that cannot have it, also while the translation runs', async () => {
    options = ['translate_headers'];
    const { code, details } = await rejectionOf(() => files.file(wanted));
    expect([code, Object.keys(details ?? {})]).toEqual(['invalid_request', ['include_source']]);
  });

  it('it is refused for a translation whose segments were not kept', async () => {
    await complete();
    await blobs.delete(segmentsBlobOf(documentId, translationId));
    expect((await rejectionOf(() => files.file(wanted))).code).toBe('invalid_request');
  });

  it('it is refused as a download is', async () => {
    expect((await rejectionOf(() => files.file(wanted))).code).toBe('conflict');
    expect((await rejectionOf(() => files.file({ ...wanted, organizationId: 'org_2' }))).code).toBe(
      'document_not_found',
    );
  });

  it('a document that is deleted meanwhile leaves no file behind', async () => {
    await complete();
    beforeMerge = () => runOnDocument(eventStore, { type: 'DeleteDocument', now });
    expect((await rejectionOf(() => files.file(wanted))).code).toBe('document_not_found');
    expect(blobs.ids).not.toContain(bilingual);
  });
});
