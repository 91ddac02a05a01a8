import { EventLog } from '#projections/read-model.fixture.js';

export const log = new EventLog();
export const organizationId = 'org_a';
export const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;

export const scheduled = (deliveryId: string, minute = 0, documentId: string | null = 'doc_1') =>
  log.event('WebhookDeliveryScheduled', {
    deliveryId,
    organizationId,
    targetRef: 'ref_1',
    payload: {
      event: 'document.completed',
      timestamp: at(minute),
      ...(documentId === null ? {} : { document_id: documentId }),
    },
    scheduledAt: at(minute),
  });
export const subscribed = (deliveryId: string, minute: number, sequence: number, webhookId = 'whk_1') =>
  log.event('WebhookDeliveryScheduled', {
    deliveryId,
    organizationId,
    targetRef: webhookId,
    webhookId,
    payload: { event: 'document.completed', timestamp: at(minute), document_id: 'doc_1', sequence },
    scheduledAt: at(minute),
  });
export const attempted = (
  deliveryId: string,
  attempt: number,
  statusCode: number | null,
  nextAttemptAt: string | null,
) =>
  log.event('WebhookDeliveryAttempted', {
    deliveryId,
    organizationId,
    attempt,
    outcome: statusCode === 204 ? 'succeeded' : 'failed',
    statusCode,
    reason: statusCode === null ? 'connection refused' : null,
    durationMs: 12,
    attemptedAt: at(attempt),
    nextAttemptAt,
  });
export const uploaded = (documentId: string, minute: number, webhookRef: string | null = documentId) =>
  log.event('DocumentUploaded', {
    documentId,
    organizationId,
    sealedName: 'sealed',
    nameCommitment: null,
    format: 'txt',
    mediaType: 'text/plain',
    sizeBytes: 1,
    sha256: 'ab',
    pageCount: 1,
    wordCount: 1,
    characterCount: 1,
    segmentCount: 1,
    sourceLanguage: 'en',
    detectedLanguage: 'en',
    blobId: 'blob',
    webhookRef,
    uploadedAt: at(minute),
  });
/** The events of a translation that was requested, and failed. */
export const translated = (documentId: string, translationId: string, minute: number) => {
  const ids = { documentId, organizationId, translationId, sourceLanguage: 'en', targetLanguage: 'es' };
  const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast' as const };
  const error = { code: 'processing_failed', message: 'The file is damaged.' };
  const times = { failedAt: at(minute), expiresAt: at(59) };
  return [
    log.event('DocumentTranslationRequested', {
      ...ids,
      options,
      requestedAt: at(minute),
      estimatedCompletion: at(59),
    }),
    log.event('DocumentTranslationFailed', { ...ids, error, webhookRef: documentId, ...times }),
  ];
};
export const succeeded = (deliveryId: string) =>
  log.event('WebhookDeliverySucceeded', { deliveryId, organizationId, succeededAt: at(9) });
export const failed = (deliveryId: string) =>
  log.event('WebhookDeliveryFailed', { deliveryId, organizationId, reason: 'endpoint_gone', failedAt: at(9) });
