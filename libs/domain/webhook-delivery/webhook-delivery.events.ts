import type { DomainEvent } from '../decider.js';

export type WebhookPayload = { event: string; timestamp: string } & Record<
  string,
  string | number | Record<string, string>
>;

/**
 * `endpoint_disabled`: nothing is sent until somebody enables the webhook and has the message sent again. `insufficient_scope`: until
 * somebody with the right to the event takes the webhook over.
 */
export type DeliveryFailure = 'attempts_used_up' | 'endpoint_gone' | 'endpoint_disabled' | 'insufficient_scope';

/** In place of the reference of a target: the receiver asks for the message, which is delivered where it lies. */
export const pulledTarget = 'pull';

export type WebhookDeliveryEvent =
  | DomainEvent<
      'WebhookDeliveryScheduled',
      {
        /** Id of the delivery, also the `webhook-id` header on every attempt. */
        deliveryId: string;
        organizationId: string;
        /** Reference under which URL and secret are kept, encrypted; `pull` where the receiver asks for the message. */
        targetRef: string;
        /** Subscription that the message is for; absent for the webhook of a document. */
        webhookId?: string;
        payload: WebhookPayload;
        scheduledAt: string;
      }
    >
  | DomainEvent<
      'WebhookDeliveryAttempted',
      {
        deliveryId: string;
        organizationId: string;
        /** Number of the attempt, from 1. */
        attempt: number;
        outcome: 'succeeded' | 'failed';
        /** Status of the response; null when none came. */
        statusCode: number | null;
        /** Reason of the failure, without the URL; null on success. */
        reason: string | null;
        durationMs: number;
        attemptedAt: string;
        /** Time of the next attempt; null when there is none. */
        nextAttemptAt: string | null;
      }
    >
  /** The message is sent again, from the first attempt on. */
  | DomainEvent<'WebhookDeliveryRescheduled', { deliveryId: string; organizationId: string; scheduledAt: string }>
  | DomainEvent<'WebhookDeliverySucceeded', { deliveryId: string; organizationId: string; succeededAt: string }>
  | DomainEvent<
      'WebhookDeliveryFailed',
      { deliveryId: string; organizationId: string; reason: DeliveryFailure; failedAt: string }
    >;
