import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

/** Metadata of what the service does because of an event: in the name, and with the request, that caused it. */
export const causedBy = (cause: Pick<RecordedEvent, 'metadata'>, now: string): EventMetadata => ({
  ...metadataOf(cause),
  actorType: 'system',
  occurredAt: now,
});
