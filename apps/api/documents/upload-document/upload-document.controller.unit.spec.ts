import { describe, expect, it } from 'vitest';
import {
  type NewUpload,
  UploadDocument,
  type UploadedDocument,
} from '#libs/application/documents/upload-document.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { UploadDocumentController } from './upload-document.controller.js';

const upload: NewUpload = {
  documentId,
  file: { name: 'letter.txt', mediaType: 'text/plain', blob: { id: 'blob', size: 13, sha256: 'ab' } },
  source: 'en',
  target: 'es',
  options: {},
  webhook: undefined,
  tier: 'pro',
  repeatable: undefined,
};

const uploaded: UploadedDocument = {
  documentId,
  format: 'txt',
  sourceLanguage: 'en',
  targetLanguage: 'es',
  pageCount: 1,
  pageCountSource: 'file',
  isCounted: true,
  wordCount: 2,
  uploadedAt: '2026-11-21T08:00:00.000Z',
  estimatedCompletion: '2026-11-21T08:00:03.000Z',
  warnings: [],
};

const uploading = (commands: RecordedCommands, caller = {}) => {
  const ids: string[] = [];
  const forms = {
    toCommand: async (_request: unknown, id: string) => {
      ids.push(id);
      return new UploadDocument({ ...upload, documentId: id }, uploaderMetadata);
    },
  };
  const controller = new UploadDocumentController(commands.asCommands, forms, new InMemoryEventStore());
  return { ids, response: controller.uploadDocument(requestOf({}, { caller })) };
};

describe('POST /v1/documents', () => {
  it('the command is that of the form, and the response is a document that is being translated', async () => {
    const commands = new RecordedCommands(uploaded);
    const { ids, response } = uploading(commands);
    expect(await response).toEqual({
      id: documentId,
      filename: 'letter.txt',
      format: 'txt',
      status: 'processing',
      source_language: 'en',
      target_language: 'es',
      page_count: 1,
      page_count_source: 'file',
      counted: true,
      word_count: 2,
      progress: 0,
      created_at: '2026-11-21T08:00:00.000Z',
      estimated_completion: '2026-11-21T08:00:03.000Z',
    });
    expect(ids[0]).toMatch(/^doc_[0-9A-Z]{26}$/);
    expect(commands.sent).toMatchObject([{ upload: { documentId: ids[0] }, metadata: uploaderMetadata }]);
  });

  it('the response has the warnings of the upload in its meta', async () => {
    const warnings = [{ code: 'named_otherwise', message: 'It is another.' }] as const;
    const { response } = uploading(new RecordedCommands({ ...uploaded, warnings }));
    expect(await response).toMatchObject({ data: { status: 'processing' }, meta: { warnings } });
  });

  it('an upload is executed normally when the process that died had not created the document', async () => {
    const commands = new RecordedCommands(uploaded);
    await uploading(commands, { idempotent: { isTakenOver: true } }).response;
    expect(commands.sent).toHaveLength(1);
  });

  it('an upload is refused as its command is', async () => {
    const { response } = uploading(new RecordedCommands(new Rejection('quota_exceeded')));
    expect((await rejectionOf(() => response)).code).toBe('quota_exceeded');
  });
});
