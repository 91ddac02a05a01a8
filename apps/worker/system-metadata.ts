import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

/** Metadata of the service's reaction to an event: it acts in the name, and with the request, of the cause. */
export const causedBy = (cause: Pick<RecordedEvent, 'metadata'>, now: string): EventMetadata => {
  const { firstAttemptAt: _, ...metadata } = metadataOf(cause);
  return { ...metadata, actorType: 'system', occurredAt: now };
};
