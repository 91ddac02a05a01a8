import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import { maxWebhookDelay, webhookRetryDelays } from './retry-schedule.js';
import {
  type DeliveryFailure,
  pulledTarget,
  type WebhookDeliveryEvent,
  type WebhookPayload,
} from './webhook-delivery.events.js';

/**
 * Reason of an attempt that was not made, since whoever made the webhook or changed it last may not hear the event any more. It ends the
 * delivery: whoever may takes the webhook over and has the message sent again.
 */
export const holderNotEntitled = 'insufficient_scope';

/** Why a message is not sent any more, without an attempt that says so. */
export type UnsentReason = Exclude<DeliveryFailure, 'attempts_used_up' | typeof holderNotEntitled>;

export type WebhookDeliveryCommand =
  | {
      type: 'ScheduleWebhookDelivery';
      deliveryId: string;
      organizationId: string;
      targetRef: string;
      webhookId?: string;
      payload: WebhookPayload;
      /** Whether the webhook is disabled, so that the message is kept and not sent. */
      isHeld?: boolean;
      now: string;
    }
  | { type: 'EndWebhookDelivery'; reason: UnsentReason; now: string }
  | { type: 'RedeliverWebhook'; now: string }
  | {
      type: 'RecordWebhookAttempt';
      attempt: number;
      statusCode: number | null;
      reason: string | null;
      durationMs: number;
      /** Milliseconds that the receiver asked to wait. */
      retryAfterMs?: number;
      now: string;
      /** Place of the next wait in its spread, from -1 to 1. */
      jitter: number;
    };

type AttemptCommand = Extract<WebhookDeliveryCommand, { type: 'RecordWebhookAttempt' }>;

export type WebhookDelivery =
  | { status: 'none' }
  | {
      status: 'pending' | 'succeeded' | 'failed';
      deliveryId: string;
      organizationId: string;
      targetRef: string;
      webhookId: string | undefined;
      payload: WebhookPayload;
      attempts: number;
      /** Attempts before it was last sent again. */
      earlierAttempts: number;
      /** Time of the next attempt, RFC 3339; null when there is none. */
      nextAttemptAt: string | null;
    };

/** Each wait is spread by this fraction to either side. */
const spread = 0.2;
const httpGone = 410;
/** Too many requests, service unavailable: with these `Retry-After` says when another attempt may succeed. */
const httpLater: readonly (number | null)[] = [429, 503];

const isSuccess = (statusCode: number | null): boolean => statusCode !== null && statusCode >= 200 && statusCode < 300;

/** Milliseconds until the next attempt; undefined after the last. */
const nextDelay = (
  { attempt, statusCode, reason, jitter, retryAfterMs = 0 }: AttemptCommand,
  earlierAttempts: number,
): number | undefined => {
  const isEnd = isSuccess(statusCode) || statusCode === httpGone || reason === holderNotEntitled;
  const delay = isEnd ? undefined : webhookRetryDelays[attempt - earlierAttempts - 1];
  if (delay === undefined) return undefined;
  const asked = httpLater.includes(statusCode) ? Math.min(retryAfterMs, maxWebhookDelay) : 0;
  return Math.max(asked, Math.round(delay * (1 + spread * jitter)));
};

const failureAfter = ({ statusCode, reason }: AttemptCommand): DeliveryFailure => {
  if (reason === holderNotEntitled) return holderNotEntitled;
  return statusCode === httpGone ? 'endpoint_gone' : 'attempts_used_up';
};

const existing = (delivery: WebhookDelivery): Exclude<WebhookDelivery, { status: 'none' }> => {
  if (delivery.status === 'none') throw new Rejection('not_found', { message: 'The delivery does not exist.' });
  return delivery;
};

const unsent = (
  deliveryId: string,
  organizationId: string,
  reason: UnsentReason,
  failedAt: string,
): WebhookDeliveryEvent => ({
  type: 'WebhookDeliveryFailed',
  data: { deliveryId, organizationId, reason, failedAt },
});

const decide = (command: WebhookDeliveryCommand, delivery: WebhookDelivery): WebhookDeliveryEvent[] => {
  switch (command.type) {
    case 'ScheduleWebhookDelivery': {
      if (delivery.status !== 'none') return [];
      const { deliveryId, organizationId, targetRef, webhookId, payload, isHeld, now } = command;
      const ofWebhook = webhookId === undefined ? {} : { webhookId };
      const data = { deliveryId, organizationId, targetRef, ...ofWebhook, payload, scheduledAt: now };
      const scheduled: WebhookDeliveryEvent = { type: 'WebhookDeliveryScheduled', data };
      if (targetRef === pulledTarget)
        return [
          scheduled,
          { type: 'WebhookDeliverySucceeded', data: { deliveryId, organizationId, succeededAt: now } },
        ];
      return isHeld === true ? [scheduled, unsent(deliveryId, organizationId, 'endpoint_disabled', now)] : [scheduled];
    }
    case 'EndWebhookDelivery': {
      const { status, deliveryId, organizationId } = existing(delivery);
      return status === 'pending' ? [unsent(deliveryId, organizationId, command.reason, command.now)] : [];
    }
    case 'RedeliverWebhook': {
      const { deliveryId, organizationId } = existing(delivery);
      return [{ type: 'WebhookDeliveryRescheduled', data: { deliveryId, organizationId, scheduledAt: command.now } }];
    }
    case 'RecordWebhookAttempt': {
      const { status, attempts, deliveryId, organizationId, earlierAttempts } = existing(delivery);
      if (status !== 'pending' || command.attempt <= attempts) return [];
      const { attempt, statusCode, reason, durationMs, now } = command;
      const succeeded = isSuccess(statusCode);
      const delay = nextDelay(command, earlierAttempts);
      const nextAttemptAt = delay === undefined ? null : new Date(Date.parse(now) + delay).toISOString();
      const attempted: WebhookDeliveryEvent = {
        type: 'WebhookDeliveryAttempted',
        data: {
          deliveryId,
          organizationId,
          attempt,
          outcome: succeeded ? 'succeeded' : 'failed',
          statusCode,
          reason,
          durationMs,
          attemptedAt: now,
          nextAttemptAt,
        },
      };
      if (succeeded) {
        return [
          attempted,
          { type: 'WebhookDeliverySucceeded', data: { deliveryId, organizationId, succeededAt: now } },
        ];
      }
      if (nextAttemptAt !== null) return [attempted];
      return [
        attempted,
        {
          type: 'WebhookDeliveryFailed',
          data: {
            deliveryId,
            organizationId,
            reason: failureAfter(command),
            failedAt: now,
          },
        },
      ];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (delivery: WebhookDelivery, event: WebhookDeliveryEvent): WebhookDelivery => {
  if (event.type === 'WebhookDeliveryScheduled') {
    const { deliveryId, organizationId, targetRef, webhookId, payload, scheduledAt } = event.data;
    return {
      status: 'pending',
      deliveryId,
      organizationId,
      targetRef,
      webhookId,
      payload,
      attempts: 0,
      earlierAttempts: 0,
      nextAttemptAt: scheduledAt,
    };
  }
  if (delivery.status === 'none') return delivery;
  switch (event.type) {
    case 'WebhookDeliveryAttempted':
      return { ...delivery, attempts: event.data.attempt, nextAttemptAt: event.data.nextAttemptAt };
    case 'WebhookDeliveryRescheduled': {
      const { scheduledAt: nextAttemptAt } = event.data;
      return { ...delivery, status: 'pending', earlierAttempts: delivery.attempts, nextAttemptAt };
    }
    case 'WebhookDeliverySucceeded':
      return { ...delivery, status: 'succeeded', nextAttemptAt: null };
    case 'WebhookDeliveryFailed':
      return { ...delivery, status: 'failed', nextAttemptAt: null };
    default:
      return assertNever(event);
  }
};

export const webhookDelivery: Decider<WebhookDeliveryCommand, WebhookDeliveryEvent, WebhookDelivery> = {
  category: 'webhook_delivery',
  initialState: { status: 'none' },
  decide,
  evolve,
};
