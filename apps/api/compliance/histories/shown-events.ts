import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import { toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { openLayers, type SealedLayers, textIn } from '#libs/read-side/read-models/personal-data.js';
import { shownData } from './event-data.js';
import type { HistoryEventDto } from './history.dto.js';

const sealedIn = (event: RecordedEvent): SealedLayers => {
  const { subject, addressSubject, sealedClient } = metadataOf(event);
  return { subject, sealed: sealedClient, innerSubject: addressSubject ?? null };
};

/** Events as their organization reads them: who, when and from where, `[erased]` where a subject was erased. */
export const shownEvents = async (
  subjectKeys: Pick<SubjectKeys, 'openMany'>,
  events: readonly RecordedEvent[],
): Promise<Omit<HistoryEventDto, 'state'>[]> => {
  const opened = await openLayers(subjectKeys, events.map(sealedIn));
  return events.map((event, index) => {
    const { keyId, requestId } = metadataOf(event);
    return {
      sequence: event.revision + 1,
      type: event.type,
      timestamp: event.recordedAt,
      user_id: textIn(opened[index]?.outer, 'user_id'),
      key_id: keyId,
      ip_address: textIn(opened[index]?.inner, 'ip_address'),
      request_id: requestId,
      data: shownData(toDomainEvent(event)),
    };
  });
};
