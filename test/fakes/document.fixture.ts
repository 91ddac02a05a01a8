import type { DocumentCommand } from '#libs/domain/document/document.commands.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Delivery } from '#libs/ports/message-bus/message-bus.port.js';

export const documentId = 'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
export const translationId = 'trn_01KAH3W7J4B2X8Y6Z5V9T0S1R2';

export const uploaderMetadata: EventMetadata = {
  organizationId: 'org_1',
  actorType: 'api_key',
  keyId: 'key_1',
  subject: 'sub_1',
  sealedClient: 'sealed',
  requestId: 'req_1',
  clientRequestId: 'mine-1',
  traceparent: null,
  occurredAt: '2026-11-21T08:00:00.000Z',
};

/** The document's facts at upload; `changes` replaces fields. */
export const uploadWith = (
  changes: Partial<DocumentEventData<'DocumentUploaded'>> = {},
): DocumentEventData<'DocumentUploaded'> => ({
  documentId,
  organizationId: 'org_1',
  sealedName: 'sealed',
  nameCommitment: null,
  format: 'lines',
  mediaType: 'text/plain',
  sizeBytes: 10,
  sha256: 'ab',
  pageCount: 1,
  wordCount: 2,
  characterCount: 10,
  segmentCount: 100,
  sourceLanguage: 'en',
  detectedLanguage: null,
  blobId: `${documentId}-source`,
  webhookRef: null,
  uploadedAt: uploaderMetadata.occurredAt,
  ...changes,
});

let commands = 0;

/** Runs a command on the document and returns the events that were written. */
export const runOnDocument = async (eventStore: EventStore, command: DocumentCommand): Promise<RecordedEvent[]> => {
  commands += 1;
  const context = { commandId: `test-command-${commands}`, metadata: uploaderMetadata };
  const { events } = await execute(eventStore, document, documentId, command, context);
  const written: RecordedEvent[] = [];
  const options = { direction: 'backwards', limit: events.length } as const;
  for await (const event of eventStore.readStream(`document-${documentId}`, options)) written.unshift(event);
  return written;
};

/** Uploads the document; returns the event that asks for its translation to Spanish. */
export const uploadDocument = async (
  eventStore: EventStore,
  changes?: Partial<DocumentEventData<'DocumentUploaded'>>,
): Promise<RecordedEvent> => {
  const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'balanced' } as const;
  const [, requested] = await runOnDocument(eventStore, {
    type: 'UploadDocument',
    upload: uploadWith(changes),
    request: { translationId, targetLanguage: 'es', options, estimatedCompletion: '2026-11-21T08:00:03.000Z' },
    now: uploaderMetadata.occurredAt,
  });
  if (requested === undefined) throw new Error('An upload is two events');
  return requested;
};

export const deliveryOf = (message: RecordedEvent, changes: Partial<Delivery> = {}): Delivery => ({
  message,
  attempt: 1,
  signal: new AbortController().signal,
  ...changes,
});
