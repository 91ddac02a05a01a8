import type { ApiKeyEvent } from './api-key/api-key.events.js';
import type { AuditExportEvent } from './audit-export/audit-export.events.js';
import type { AuditLogEvent } from './audit-log/audit-log.events.js';
import type { CertificationEvent } from './certification/certification.events.js';
import type { DocumentEvent } from './document/document.events.js';
import type { ErasureEvent } from './erasure/erasure.events.js';
import type { GlossaryEvent } from './glossary/glossary.events.js';
import type { HoldEvent } from './hold/hold.events.js';
import type { ModelEvent } from './model/model.events.js';
import type { OrganizationEvent } from './organization/organization.events.js';
import type { ProcessingRecordEvent } from './processing-record/processing-record.events.js';
import type { ReportEvent } from './report/report.events.js';
import type { SessionEvent } from './session/session.events.js';
import type { TextUsageEvent } from './text-usage/text-usage.events.js';
import type { UserEvent } from './user/user.events.js';
import type { WebhookEvent, WebhookMatchEvent } from './webhook/webhook.events.js';
import type { WebhookDeliveryEvent } from './webhook-delivery/webhook-delivery.events.js';
import type { WebhookRetentionEvent } from './webhook-retention/webhook-retention.events.js';

/** Every event of the product, in its newest version. */
export type AnyDomainEvent =
  | OrganizationEvent
  | ApiKeyEvent
  | UserEvent
  | SessionEvent
  | DocumentEvent
  | GlossaryEvent
  | TextUsageEvent
  | WebhookDeliveryEvent
  | WebhookRetentionEvent
  | AuditExportEvent
  | AuditLogEvent
  | CertificationEvent
  | HoldEvent
  | ProcessingRecordEvent
  | ReportEvent
  | ErasureEvent
  | WebhookEvent
  | WebhookMatchEvent
  | InstallationEvent;

/** The events of the installation, which the operator makes: they are of no organization. */
export type InstallationEvent = ModelEvent;

export type EventType = AnyDomainEvent['type'];

export type EventOf<Type extends EventType> = Extract<AnyDomainEvent, { type: Type }>;
