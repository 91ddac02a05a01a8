import { describe, expect, it } from 'vitest';
import { DeleteDocument } from '#libs/application/documents/delete-document.handler.js';
import type { RequestWarning } from '#libs/application/documents/option-effects.js';
import { RequestDocumentTranslation } from '#libs/application/documents/request-document-translation.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { DocumentsController } from './documents.controller.js';

const controllerWith = (commands = new RecordedCommands(), view = documentViewOf()) => ({
  commands,
  controller: new DocumentsController(commands.asCommands, foundDocuments(view)),
});

describe('POST /v1/documents/:id/translate', () => {
  const translate = (body: unknown, isTakenOver?: boolean, warnings: readonly RequestWarning[] = []) => {
    const { commands, controller } = controllerWith(new RecordedCommands(warnings));
    const idempotent = isTakenOver === undefined ? {} : { idempotent: { isTakenOver } as never };
    const request = requestOf({}, { access: accessOfKey({ tier: 'pro' }), caller: idempotent });
    return { commands, response: controller.translateDocument(request, documentId, body) };
  };

  it('a translation is requested, and the response is the document', async () => {
    const { commands, response } = translate({ target: 'es', glossary_id: 'glo_1', options: { quality: 'fast' } });
    expect(await response).toMatchObject({ id: documentId, status: 'processing', target_language: 'es' });
    expect(commands.sent).toEqual([
      new RequestDocumentTranslation(
        {
          documentId,
          targetLanguage: 'es',
          options: expect.objectContaining({ glossaryId: 'glo_1', quality: 'fast' }),
          tier: 'pro',
          repeatable: undefined,
          noted: expect.any(Function),
        },
        uploaderMetadata,
      ),
    ]);
  });

  it('the command says when its request is a repeat', async () => {
    const { commands, response } = translate({ target: 'es' }, true);
    await response;
    expect(commands.sent).toMatchObject([
      { wanted: { repeatable: { isTakenOver: true }, options: { quality: undefined, glossaryId: undefined } } },
    ]);
  });

  it('the response has the warnings of the request in its meta', async () => {
    const warnings = [{ code: 'option_without_effect', message: 'It has no effect.' }] as const;
    const { response } = translate({ target: 'es', options: { translate_comments: true } }, undefined, warnings);
    expect(await response).toMatchObject({ data: { id: documentId }, meta: { warnings } });
  });

  it.each<[string, unknown]>([
    ['missing_required_field', {}],
    ['invalid_request', { target: 'es', options: { page_range: '3-1' } }],
  ])('a body that is refused as %s sends no command', async (code, body) => {
    const { commands, response } = translate(body);
    expect((await rejectionOf(() => response)).code).toBe(code);
    expect(commands.sent).toEqual([]);
  });
});

describe('GET /v1/documents/:id', () => {
  it('the response is the document of the read model', async () => {
    const { controller } = controllerWith();
    expect(await controller.getDocument(requestOf(), documentId, {})).toMatchObject({ id: documentId, progress: 40 });
  });
});

describe('GET /v1/documents', () => {
  const list = (query: object) => {
    const asked: object[] = [];
    const controller = new DocumentsController(
      new RecordedCommands().asCommands,
      foundDocuments(documentViewOf(), [], asked),
    );
    return { asked, response: controller.listDocuments(requestOf(), query) };
  };

  it('the response is a page of the read model, filtered as was asked for', async () => {
    const query = {
      status: 'processing',
      source: 'en',
      target: 'es',
      start: '2026-11-01',
      end: '2026-12-01',
      limit: '5',
    };
    const { asked, response } = list(query);
    expect(await response).toMatchObject({ documents: [{ id: documentId }], pagination: { total: 1, limit: 5 } });
    const period = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
    expect(asked).toEqual([{ status: 'processing', source: 'en', target: 'es', ...period }]);
  });

  it('a period that ends before it begins is refused', async () => {
    const { response } = list({ start: '2026-12-01', end: '2026-11-01' });
    expect((await rejectionOf(() => response)).code).toBe('invalid_request');
  });
});

describe('DELETE /v1/documents/:id', () => {
  it('the document is deleted, and the response says so', async () => {
    const { commands, controller } = controllerWith();
    expect(await controller.deleteDocument(requestOf(), documentId)).toEqual({ id: documentId, deleted: true });
    expect(commands.sent).toEqual([new DeleteDocument(documentId, uploaderMetadata)]);
  });

  it('a deletion is refused as its command is', async () => {
    const { controller } = controllerWith(new RecordedCommands(new Rejection('document_not_found')));
    expect((await rejectionOf(() => controller.deleteDocument(requestOf(), documentId))).code).toBe(
      'document_not_found',
    );
  });
});

describe('a caller who sees own documents alone', () => {
  const { subject } = accessOfKey();
  const request = requestOf({}, { access: accessOfKey({ ownDocumentsOnly: true }) });
  const controllerFor = (uploader: string) => {
    const commands = new RecordedCommands([]);
    const asked: object[] = [];
    const controller = new DocumentsController(
      commands.asCommands,
      foundDocuments(documentViewOf(), [], asked, uploader),
    );
    return { commands, controller, asked };
  };

  it('reads, translates, deletes and lists those', async () => {
    const { commands, controller, asked } = controllerFor(subject);
    expect(await controller.getDocument(request, documentId, {})).toMatchObject({ id: documentId });
    await controller.translateDocument(request, documentId, { target: 'es' });
    await controller.deleteDocument(request, documentId);
    await controller.listDocuments(request, {});
    expect(commands.sent).toHaveLength(2);
    expect(asked).toMatchObject([{ uploader: subject }]);
  });

  it('finds no document of another user, and does nothing to it', async () => {
    const { commands, controller } = controllerFor('sub_other');
    for (const attempt of [
      () => controller.getDocument(request, documentId, {}),
      () => controller.translateDocument(request, documentId, { target: 'es' }),
      () => controller.deleteDocument(request, documentId),
    ]) {
      expect((await rejectionOf(attempt)).code).toBe('document_not_found');
    }
    expect(commands.sent).toEqual([]);
    expect(await controller.getDocument(requestOf(), documentId, {})).toMatchObject({ id: documentId });
  });
});
