import { describe, expect, it } from 'vitest';
import { keepReport } from '#libs/documents/fidelity/fidelity-report.js';
import { FidelityTally } from '#libs/documents/fidelity/fidelity-tally.js';
import { reportBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { documentId, translationId, uploaderMetadata, uploadWith } from '#test/fakes/document.fixture.js';
import { documentDeleted, translationCompleted, translationRequested } from '#test/fakes/document-events.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { DocumentReportController } from './document-report.controller.js';

const { organizationId } = accessOfKey();
const uploaded: DocumentEvent = { type: 'DocumentUploaded', data: uploadWith({ organizationId }) };

const tally = new FidelityTally();
tally.translated({ role: 'body', parts: [] });
const report = tally.report({ skipped: [{ reason: 'The text is hidden.', count: 2 }] }, {});

const getReport = async (
  history: readonly DocumentEvent[],
  { target, isKept = true, id = documentId }: { target?: string; isKept?: boolean; id?: string } = {},
) => {
  const eventStore = new InMemoryEventStore();
  const events = toNewEvents('history', history, uploaderMetadata);
  await eventStore.append(streamName(document.category, documentId), events, 'no-stream');
  const blobs = new InMemoryBlobStore();
  if (isKept) await keepReport(blobs, reportBlobOf(documentId, translationId), report, { organizationId: 'org_1' });
  const query = target === undefined ? {} : { target };
  return new DocumentReportController(blobs, eventStore, documents).getReport(requestOf(), id, query);
};
const documents = { assertSeenBy: async () => undefined };
const completed = [uploaded, translationRequested, translationCompleted];

describe('GET /v1/documents/:id/report', () => {
  it.each([[undefined], ['es']])('the response is the report on the translation to %s', async (target) => {
    expect(await getReport(completed, target === undefined ? {} : { target })).toEqual({
      document_id: documentId,
      target_language: 'es',
      ...report,
    });
    expect(report.segments).toMatchObject({ found: 3, translated: 1, skipped: 2 });
  });

  it('a document that the caller may not see is not told of', async () => {
    const unseen = { assertSeenBy: () => Promise.reject(new Rejection('document_not_found')) };
    const controller = new DocumentReportController(new InMemoryBlobStore(), new InMemoryEventStore(), unseen);
    expect((await rejectionOf(() => controller.getReport(requestOf(), documentId, {}))).code).toBe(
      'document_not_found',
    );
  });

  it.each<[string, string, readonly DocumentEvent[], { target?: string; isKept?: boolean; id?: string }]>([
    ['conflict', 'that runs', [uploaded, translationRequested], {}],
    ['not_found', 'to a language that it was not translated to', completed, { target: 'fr' }],
    ['not_found', 'of an older release, which made none', completed, { isKept: false }],
    ['document_not_found', 'of a deleted document', [...completed, documentDeleted], {}],
    ['document_not_found', 'of no document', completed, { id: 'doc_00000000000000000000000000' }],
  ])('a report is refused as %s on a translation %s', async (code, _which, history, wanted) => {
    expect((await rejectionOf(() => getReport(history, wanted))).code).toBe(code);
  });
});
