import type { DomainEvent } from '../decider.js';
import type { WebhookEventName } from './webhook-event-names.js';

/** Events of a subscription. URL and secrets are in none of them: `targetRef` says where they are kept, encrypted. */
export type WebhookEvent =
  | DomainEvent<
      'WebhookCreated',
      {
        webhookId: string;
        organizationId: string;
        targetRef: string;
        events: WebhookEventName[];
        /** How messages get to the receiver, where they are not sent: `pull`, it asks for them. */
        delivery?: 'pull';
        createdAt: string;
      }
    >
  | DomainEvent<
      'WebhookUpdated',
      {
        webhookId: string;
        organizationId: string;
        targetRef: string;
        events: WebhookEventName[];
        isUrlChanged: boolean;
        /** Whether it was disabled, and is active from now on. */
        isEnabled: boolean;
        updatedAt: string;
      }
    >
  | DomainEvent<
      'WebhookSecretRotated',
      {
        webhookId: string;
        organizationId: string;
        targetRef: string;
        /** Until then messages are signed with the previous secret too. */
        previousValidUntil: string;
        rotatedAt: string;
      }
    >
  | DomainEvent<
      'WebhookDisabled',
      { webhookId: string; organizationId: string; reason: 'endpoint_gone' | 'failing'; disabledAt: string }
    >
  /** The messages of a period are sent again; the worker does it. */
  | DomainEvent<
      'WebhookReplayRequested',
      {
        webhookId: string;
        organizationId: string;
        /** The period, its end exclusive, RFC 3339. */
        start: string;
        end: string;
        /** Number of messages in it, as far as it was known. */
        deliveries: number;
        requestedAt: string;
      }
    >
  | DomainEvent<
      'WebhookDeleted',
      {
        webhookId: string;
        organizationId: string;
        /** Reference of the target, which is to be forgotten. */
        targetRef: string;
        deletedAt: string;
      }
    >;

/** The events that matched a subscription, in a stream of their own: the place in it gives the number. */
export type WebhookMatchEvent = DomainEvent<
  'WebhookEventMatched',
  {
    webhookId: string;
    organizationId: string;
    deliveryId: string;
    /** Number of the message, from 1, without gaps. */
    sequence: number;
    matchedAt: string;
  }
>;
