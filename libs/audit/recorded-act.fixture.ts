import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { Position } from '#libs/ports/event-store/position.js';

const metadata: EventMetadata = {
  organizationId: 'org_a',
  actorType: 'api_key',
  keyId: 'key_1',
  subject: 'sub_ada',
  sealedClient: 'sealed-client',
  requestId: 'req_1',
  clientRequestId: 'theirs',
  traceparent: null,
  occurredAt: '2026-11-21T10:00:00.000Z',
};

/** An event as the log has it, recorded for a caller of `org_a`. */
export const event = <Type extends EventType>(type: Type, data: EventOf<Type>['data']): RecordedDomainEvent =>
  ({
    type,
    data,
    id: 'd50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e',
    stream: 'stream-1',
    revision: 0,
    position: '1' as Position,
    recordedAt: '2026-11-21T10:00:00.100Z',
    metadata,
  }) as RecordedDomainEvent;

export const by = { organizationId: 'org_a', keyId: 'key_1' };
export const document = { documentId: 'doc_1', organizationId: 'org_a' };
export const now = '2026-11-21T10:00:00.000Z';
