/** Every event that a subscription can be for. */
export const webhookEventNames = [
  'document.completed',
  'document.failed',
  'compliance.certification_expiring',
  'compliance.audit_log_exported',
  'compliance.report_ready',
] as const;

export type WebhookEventName = (typeof webhookEventNames)[number];

/** The events of the log that subscriptions are told of, by type. */
export const toldEvents = {
  DocumentTranslationCompleted: 'document.completed',
  DocumentTranslationFailed: 'document.failed',
  CertificationExpiring: 'compliance.certification_expiring',
  AuditLogExportCompleted: 'compliance.audit_log_exported',
  ReportCompleted: 'compliance.report_ready',
} as const satisfies Record<string, WebhookEventName>;

export type ToldEventType = keyof typeof toldEvents;

/** Whether an event is told to those alone who may read the compliance of the organization. */
export const isOfCompliance = (event: string): boolean => event.startsWith('compliance.');
