import type { DomainEvent } from '../decider.js';

export type WebhookPayload = { event: string; timestamp: string } & Record<
  string,
  string | number | Record<string, string>
>;

export type WebhookDeliveryEvent =
  | DomainEvent<
      'WebhookDeliveryScheduled',
      {
        /** Also the `webhook-id` header on every attempt. */
        deliveryId: string;
        organizationId: string;
        /** Where URL and secret are kept, encrypted. */
        targetRef: string;
        payload: WebhookPayload;
        scheduledAt: string;
      }
    >
  | DomainEvent<
      'WebhookDeliveryAttempted',
      {
        deliveryId: string;
        organizationId: string;
        /** From 1. */
        attempt: number;
        outcome: 'succeeded' | 'failed';
        /** Null when no answer came. */
        statusCode: number | null;
        /** Why it failed, without the URL; null on success. */
        reason: string | null;
        durationMs: number;
        attemptedAt: string;
        /** Null when there is no next attempt. */
        nextAttemptAt: string | null;
      }
    >
  | DomainEvent<'WebhookDeliverySucceeded', { deliveryId: string; organizationId: string; succeededAt: string }>
  | DomainEvent<
      'WebhookDeliveryFailed',
      { deliveryId: string; organizationId: string; reason: 'attempts_used_up' | 'endpoint_gone'; failedAt: string }
    >;
