import type { EventOf } from '#libs/domain/domain-event.js';
import { toldEvents as names, type ToldEventType } from '#libs/domain/webhook/webhook-event-names.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import { projection, type Rows } from '#libs/read-side/projection/projection.port.js';
import type { ToldEventEntity } from './told-event.entity.js';

const keep = (
  rows: Rows<ToldEventEntity>,
  { type, id, stream, revision, position, recordedAt, metadata }: RecordedDomainEvent<EventOf<ToldEventType>>,
): void =>
  rows.insert({
    position,
    id,
    organization_id: metadata.organizationId,
    event: names[type],
    stream,
    revision,
    recorded_at: recordedAt,
  });

/** The events that subscriptions are told of, so that a sweep finds those that were lost on their way. */
export const toldEvents = projection<ToldEventEntity, ToldEventType>({
  name: 'told-events',
  version: 1,
  table: 'read_model.told_event',
  primaryKey: ['position'],
  onFailure: 'park',
  handlers: {
    DocumentTranslationCompleted: keep,
    DocumentTranslationFailed: keep,
    CertificationExpiring: keep,
    AuditLogExportCompleted: keep,
    ReportCompleted: keep,
  },
});
