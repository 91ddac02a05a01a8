import type { WebhookPayload } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { textIn } from './personal-data.js';

/**
 * Returns a payload as it is sent. The log has the user who exported it only sealed, in the metadata of the
 * delivery's first event: whoever was erased since is sent as `[erased]`.
 */
export const sentPayload = async (
  subjectKeys: Pick<SubjectKeys, 'open'>,
  payload: WebhookPayload,
  cause: Pick<RecordedEvent, 'metadata'>,
): Promise<WebhookPayload> => {
  if (payload.event !== 'compliance.audit_log_exported') return payload;
  const { subject, sealedClient } = metadataOf(cause);
  return { ...payload, requested_by: textIn(await subjectKeys.open(subject, sealedClient), 'user_id') };
};
