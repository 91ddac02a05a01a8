import { reportUrlOf } from '#libs/application/reports/report-url.js';
import { downloadUrlOf } from '#libs/documents/stored-files/download-url.js';
import type { AnyDomainEvent, EventOf } from '#libs/domain/domain-event.js';
import { type ToldEventType, toldEvents, type WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import type { WebhookPayload } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';

export type TellingPayload = WebhookPayload & { event: WebhookEventName };

type PayloadOf<Type extends ToldEventType> = (data: EventOf<Type>['data'], publicUrl: string) => TellingPayload;

/** Makes the payload of each event that webhooks are told of. */
const payloads: { [Type in ToldEventType]: PayloadOf<Type> } = {
  DocumentTranslationCompleted: ({ documentId, sourceLanguage, targetLanguage, completedAt }, publicUrl) => ({
    event: 'document.completed',
    document_id: documentId,
    status: 'completed',
    source_language: sourceLanguage,
    target_language: targetLanguage,
    download_url: downloadUrlOf(publicUrl, documentId, targetLanguage),
    timestamp: completedAt,
  }),
  DocumentTranslationFailed: ({ documentId, sourceLanguage, targetLanguage, error, failedAt }) => ({
    event: 'document.failed',
    document_id: documentId,
    status: 'failed',
    source_language: sourceLanguage,
    target_language: targetLanguage,
    timestamp: failedAt,
    error: { ...error },
  }),
  CertificationExpiring: ({ standard, expiresAt, daysLeft, noticedAt }) => ({
    event: 'compliance.certification_expiring',
    standard,
    expires_at: expiresAt,
    days_left: daysLeft,
    timestamp: noticedAt,
  }),
  AuditLogExportCompleted: ({ exportId, format, entries, sha256, completedAt }) => ({
    event: 'compliance.audit_log_exported',
    export_id: exportId,
    format,
    entries,
    sha256,
    timestamp: completedAt,
  }),
  ReportCompleted: ({ reportId, reportType, format, completedAt, expiresAt }, publicUrl) => ({
    event: 'compliance.report_ready',
    report_id: reportId,
    type: reportType,
    format,
    download_url: reportUrlOf(publicUrl, reportId),
    expires_at: expiresAt,
    timestamp: completedAt,
  }),
};

/** Types of the events that webhooks tell of. */
export const toldTypes: readonly string[] = Object.keys(toldEvents);

/** The payload of an event as webhooks are told of it; undefined for events that they are not told of. */
export const payloadOf = (event: AnyDomainEvent, publicUrl: string): TellingPayload | undefined => {
  const make = payloads[event.type as ToldEventType] as PayloadOf<ToldEventType> | undefined;
  return make?.(event.data as EventOf<ToldEventType>['data'], publicUrl);
};
