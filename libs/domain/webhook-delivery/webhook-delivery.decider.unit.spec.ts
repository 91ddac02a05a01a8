import { describe, expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { webhookRetryDelays } from './retry-schedule.js';
import { holderNotEntitled, webhookDelivery } from './webhook-delivery.decider.js';
import { pulledTarget, type WebhookDeliveryEvent } from './webhook-delivery.events.js';

const now = '2026-11-21T08:00:00.000Z';
const ids = { deliveryId: 'whd_1', organizationId: 'org_1' };
const payload = { event: 'document.completed', timestamp: now, document_id: 'doc_1' };
const schedule = { type: 'ScheduleWebhookDelivery', ...ids, targetRef: 'doc_1', payload, now } as const;
const scheduled: WebhookDeliveryEvent = {
  type: 'WebhookDeliveryScheduled',
  data: { ...ids, targetRef: 'doc_1', payload, scheduledAt: now },
};
const attempt = (number: number, statusCode: number | null) =>
  ({
    type: 'RecordWebhookAttempt',
    attempt: number,
    statusCode,
    reason: statusCode === 200 ? null : 'failed',
    durationMs: 12,
    now,
    jitter: 0,
  }) as const;
const attempted = (number: number, statusCode: number | null, nextAttemptAt: string | null): WebhookDeliveryEvent => ({
  type: 'WebhookDeliveryAttempted',
  data: {
    ...ids,
    attempt: number,
    outcome: statusCode === 200 ? 'succeeded' : 'failed',
    statusCode,
    reason: statusCode === 200 ? null : 'failed',
    durationMs: 12,
    attemptedAt: now,
    nextAttemptAt,
  },
});

describe('webhook delivery', () => {
  it('a delivery is scheduled once, however often it is asked for', () => {
    given(webhookDelivery, []).when(schedule).then([scheduled]);
    given(webhookDelivery, [scheduled]).when(schedule).then([]);
  });

  it('a delivery that the receiver asks for has succeeded as it is scheduled', () =>
    given(webhookDelivery, [])
      .when({ ...schedule, targetRef: pulledTarget })
      .then([
        { ...scheduled, data: { ...scheduled.data, targetRef: 'pull' } } as WebhookDeliveryEvent,
        { type: 'WebhookDeliverySucceeded', data: { ...ids, succeededAt: now } },
      ]));

  it('a delivery succeeds with a response of 2xx', () =>
    given(webhookDelivery, [scheduled])
      .when(attempt(1, 200))
      .then([attempted(1, 200, null), { type: 'WebhookDeliverySucceeded', data: { ...ids, succeededAt: now } }]));

  it('a delivery is tried again 5 seconds after the first failure', () =>
    given(webhookDelivery, [scheduled])
      .when(attempt(1, 503))
      .then([attempted(1, 503, '2026-11-21T08:00:05.000Z')]));

  it('the next attempt is spread by a fifth of the wait', () =>
    given(webhookDelivery, [scheduled])
      .when({ ...attempt(1, null), jitter: 1 })
      .then([attempted(1, null, '2026-11-21T08:00:06.000Z')]));

  it.each([
    [429, 60, '2026-11-21T08:01:00.000Z'],
    [503, 60, '2026-11-21T08:01:00.000Z'],
    [503, 2, '2026-11-21T08:00:05.000Z'],
    [503, 999_999_999, '2026-11-22T08:00:00.000Z'],
    [500, 60, '2026-11-21T08:00:05.000Z'],
  ])('a delivery waits as long as a response of %i asks, %i s, within the schedule', (statusCode, seconds, next) =>
    given(webhookDelivery, [scheduled])
      .when({ ...attempt(1, statusCode), retryAfterMs: 1_000 * seconds })
      .then([attempted(1, statusCode, next)]),
  );

  it('a delivery ends where the holder of the webhook may not hear the event, and can be sent again', () => {
    const reason = holderNotEntitled;
    const { data, ...first } = attempted(1, null, null) as Extract<
      WebhookDeliveryEvent,
      { type: 'WebhookDeliveryAttempted' }
    >;
    const unentitled = { ...first, data: { ...data, reason } };
    const failed: WebhookDeliveryEvent = { type: 'WebhookDeliveryFailed', data: { ...ids, reason, failedAt: now } };
    given(webhookDelivery, [scheduled])
      .when({ ...attempt(1, null), reason })
      .then([unentitled, failed]);
    given(webhookDelivery, [scheduled, unentitled, failed])
      .when({ type: 'RedeliverWebhook', now })
      .then([{ type: 'WebhookDeliveryRescheduled', data: { ...ids, scheduledAt: now } }]);
  });

  it('a delivery is given up after its last attempt, whatever the receiver asks', () =>
    given(webhookDelivery, [scheduled, attempted(9, 503, now)])
      .when({ ...attempt(10, 503), retryAfterMs: 60_000 })
      .then([
        attempted(10, 503, null),
        { type: 'WebhookDeliveryFailed', data: { ...ids, reason: 'attempts_used_up', failedAt: now } },
      ]));

  it('a delivery ends at once when the receiver says that it is gone', () =>
    given(webhookDelivery, [scheduled])
      .when(attempt(1, 410))
      .then([
        attempted(1, 410, null),
        { type: 'WebhookDeliveryFailed', data: { ...ids, reason: 'endpoint_gone', failedAt: now } },
      ]));

  it('a delivery is given up after ten attempts', () => {
    const events: WebhookDeliveryEvent[] = [scheduled];
    for (let number = 1; number <= webhookRetryDelays.length + 1; number += 1) {
      events.push(...webhookDelivery.decide(attempt(number, 500), fold(webhookDelivery, events)));
    }
    expect(events.filter(({ type }) => type === 'WebhookDeliveryAttempted')).toHaveLength(10);
    expect(events.at(-1)).toEqual({
      type: 'WebhookDeliveryFailed',
      data: { ...ids, reason: 'attempts_used_up', failedAt: now },
    });
  });

  it('a delivery counts an attempt once, and none after its end', () => {
    const failedOnce = [scheduled, attempted(1, 500, now)];
    given(webhookDelivery, failedOnce).when(attempt(1, 500)).then([]);
    const ended: WebhookDeliveryEvent = { type: 'WebhookDeliverySucceeded', data: { ...ids, succeededAt: now } };
    given(webhookDelivery, [...failedOnce, attempted(2, 200, null), ended])
      .when(attempt(3, 500))
      .then([]);
  });

  it('a delivery to a disabled webhook is kept, and not sent', () => {
    const held: WebhookDeliveryEvent = {
      type: 'WebhookDeliveryFailed',
      data: { ...ids, reason: 'endpoint_disabled', failedAt: now },
    };
    const toWebhook = { ...scheduled, data: { ...scheduled.data, webhookId: 'whk_1' } } as WebhookDeliveryEvent;
    given(webhookDelivery, [])
      .when({ ...schedule, webhookId: 'whk_1', isHeld: true })
      .then([toWebhook, held]);
    const hold = { type: 'EndWebhookDelivery', reason: 'endpoint_disabled', now } as const;
    given(webhookDelivery, [scheduled]).when(hold).then([held]);
    given(webhookDelivery, [scheduled, held]).when(hold).then([]);
  });

  it('a delivery is sent again from the first attempt on, and its attempts go on counting', () => {
    const ended = attempted(10, 500, null);
    const failed: WebhookDeliveryEvent = {
      type: 'WebhookDeliveryFailed',
      data: { ...ids, reason: 'attempts_used_up', failedAt: now },
    };
    const again: WebhookDeliveryEvent = { type: 'WebhookDeliveryRescheduled', data: { ...ids, scheduledAt: now } };
    given(webhookDelivery, [scheduled, ended, failed]).when({ type: 'RedeliverWebhook', now }).then([again]);
    given(webhookDelivery, [scheduled, ended, failed, again])
      .when(attempt(11, 500))
      .then([attempted(11, 500, '2026-11-21T08:00:05.000Z')]);
    given(webhookDelivery, []).when({ type: 'RedeliverWebhook', now }).thenRejected('not_found');
  });

  it('a delivery cannot be attempted before it was scheduled', () =>
    given(webhookDelivery, []).when(attempt(1, 200)).thenRejected('not_found'));
});
