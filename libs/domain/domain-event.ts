import type { ApiKeyEvent } from './api-key/api-key.events.js';
import type { DocumentEvent } from './document/document.events.js';
import type { GlossaryEvent } from './glossary/glossary.events.js';
import type { OrganizationEvent } from './organization/organization.events.js';
import type { TextUsageEvent } from './text-usage/text-usage.events.js';
import type { UserEvent } from './user/user.events.js';
import type { WebhookDeliveryEvent } from './webhook-delivery/webhook-delivery.events.js';

/** Every event of the product, in its newest version. */
export type AnyDomainEvent =
  | OrganizationEvent
  | ApiKeyEvent
  | UserEvent
  | DocumentEvent
  | GlossaryEvent
  | TextUsageEvent
  | WebhookDeliveryEvent;

export type EventType = AnyDomainEvent['type'];

export type EventOf<Type extends EventType> = Extract<AnyDomainEvent, { type: Type }>;
