import { document } from '#libs/domain/document/document.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type HoldState, type LegalHolds, neverHeld } from './legal-holds.port.js';

/** The holds on a document of an organization; what it does not have, or has deleted, nothing holds. */
export const documentHolds = async (
  eventStore: Pick<EventStore, 'readStream'>,
  holds: LegalHolds,
  organizationId: string,
  documentId: string,
): Promise<HoldState> => {
  let uploader: string | null = null;
  const { state } = await loadState(eventStore, document, documentId, (event, recorded) => {
    if (event.type === 'DocumentUploaded') uploader = metadataOf(recorded).subject;
  });
  if (state.status === 'none' || state.status === 'deleted') return neverHeld;
  if (state.upload.organizationId !== organizationId) return neverHeld;
  return holds.on({
    organizationId,
    resource: 'document',
    resourceId: documentId,
    subject: uploader,
    createdAt: state.upload.uploadedAt,
  });
};
