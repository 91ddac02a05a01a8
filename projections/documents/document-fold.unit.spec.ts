import { expect, it } from 'vitest';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { translationCompleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { DocumentFold } from './document-fold.js';

const recorded = ({ type, data }: DocumentEvent, revision: number): RecordedEvent => ({
  id: `event-${revision}`,
  type,
  version: type === 'DocumentUploaded' ? 2 : 1,
  data: data as RecordedEvent['data'],
  metadata: uploaderMetadata,
  stream: 'document-1',
  revision,
  position: String(revision) as Position,
  recordedAt: uploaderMetadata.occurredAt,
});

const of = (event: DocumentEvent, changes: object): DocumentEvent =>
  ({ ...event, data: { ...event.data, ...changes } }) as DocumentEvent;

it('of a document that was translated thousands of times, few translations are kept in memory', () => {
  const fold = new DocumentFold();
  let revision = 0;
  const apply = (event: DocumentEvent) => {
    fold.apply(recorded(event, revision));
    revision += 1;
  };
  apply(uploaded);
  apply(of(translationRequested, { translationId: 'trn_slow' }));
  apply(of(translationRequested, { translationId: 'trn_first' }));
  apply(of(translationCompleted, { translationId: 'trn_first', expiresAt: '2026-12-31T00:00:00.000Z' }));
  for (let n = 0; n < 5_000; n += 1) {
    apply(of(translationRequested, { translationId: `trn_${n}` }));
    apply(of(translationCompleted, { translationId: `trn_${n}` }));
    expect(fold.size).toBeLessThanOrEqual(3);
  }
  expect(fold.document).toMatchObject({ translation_id: 'trn_4999', last_expiry: '2026-12-31T00:00:00.000Z' });
  apply(of(translationCompleted, { translationId: 'trn_slow', expiresAt: '2027-01-01T00:00:00.000Z' }));
  expect(fold.document).toMatchObject({ translation_id: 'trn_4999', last_expiry: '2027-01-01T00:00:00.000Z' });
});
