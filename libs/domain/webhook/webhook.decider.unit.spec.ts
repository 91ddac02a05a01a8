import { describe, expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { webhook } from './webhook.decider.js';
import type { WebhookEvent } from './webhook.events.js';

const now = '2026-11-21T08:00:00.000Z';
const ids = { webhookId: 'whk_1', organizationId: 'org_1' };
const create = { type: 'CreateWebhook', ...ids, targetRef: 'ref_1', events: ['document.completed'], now } as const;
const created: WebhookEvent = {
  type: 'WebhookCreated',
  data: { ...ids, targetRef: 'ref_1', events: ['document.completed'], createdAt: now },
};
const disabled: WebhookEvent = {
  type: 'WebhookDisabled',
  data: { ...ids, reason: 'endpoint_gone', disabledAt: now },
};
const unchanged = {
  ...ids,
  targetRef: 'ref_1',
  events: ['document.completed' as const],
  isUrlChanged: false,
  isEnabled: false,
  updatedAt: now,
};
const update = { type: 'UpdateWebhook', events: undefined, target: undefined, isEnabled: false, now } as const;
const rotate = (madeFrom: string) =>
  ({
    type: 'RotateWebhookSecret',
    target: { targetRef: 'ref_2', madeFrom },
    previousValidUntil: '2026-11-22T08:00:00.000Z',
    now,
  }) as const;
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { ...ids, targetRef: 'ref_1', deletedAt: now } };

describe('webhook', () => {
  it('a webhook is created once', () => {
    given(webhook, []).when(create).then([created]);
    given(webhook, [created]).when(create).thenRejected('conflict');
  });

  it('an update changes the events, the URL or both, and leaves the rest', () => {
    given(webhook, [created])
      .when({ ...update, events: ['document.failed'] })
      .then([{ type: 'WebhookUpdated', data: { ...unchanged, events: ['document.failed'] } }]);
    given(webhook, [created])
      .when({ ...update, target: { targetRef: 'ref_2', madeFrom: 'ref_1' } })
      .then([{ type: 'WebhookUpdated', data: { ...unchanged, targetRef: 'ref_2', isUrlChanged: true } }]);
  });

  it('an update enables a disabled webhook, and says nothing of it for an active one', () => {
    given(webhook, [created, disabled])
      .when({ ...update, isEnabled: true })
      .then([{ type: 'WebhookUpdated', data: { ...unchanged, isEnabled: true } }]);
    given(webhook, [created])
      .when({ ...update, isEnabled: true })
      .then([{ type: 'WebhookUpdated', data: unchanged }]);
  });

  it('a secret is rotated', () =>
    given(webhook, [created])
      .when(rotate('ref_1'))
      .then([
        {
          type: 'WebhookSecretRotated',
          data: { ...ids, targetRef: 'ref_2', previousValidUntil: '2026-11-22T08:00:00.000Z', rotatedAt: now },
        },
      ]));

  it('a change that was made from a URL or secret of before is a conflict', () => {
    given(webhook, [created]).when(rotate('ref_0')).thenRejected('conflict');
    given(webhook, [created])
      .when({ ...update, target: { targetRef: 'ref_2', madeFrom: 'ref_0' } })
      .thenRejected('conflict');
  });

  it('a webhook is disabled once', () => {
    const disable = { type: 'DisableWebhook', reason: 'endpoint_gone', now } as const;
    given(webhook, [created]).when(disable).then([disabled]);
    given(webhook, [created, disabled]).when(disable).then([]);
  });

  it('the messages of a period are asked for again, of an active webhook alone', () => {
    const period = { start: '2026-11-20T00:00:00.000Z', end: '2026-11-21T00:00:00.000Z', deliveries: 3 };
    const replay = { type: 'ReplayWebhook', ...period, now } as const;
    given(webhook, [created])
      .when(replay)
      .then([{ type: 'WebhookReplayRequested', data: { ...ids, ...period, requestedAt: now } }]);
    given(webhook, [created, disabled]).when(replay).thenRejected('conflict');
  });

  it('a webhook that was deleted, or never made, does not exist', () => {
    given(webhook, [created]).when({ type: 'DeleteWebhook', now }).then([deleted]);
    for (const command of [update, rotate('ref_1'), { type: 'DeleteWebhook', now } as const]) {
      given(webhook, []).when(command).thenRejected('not_found');
      given(webhook, [created, deleted]).when(command).thenRejected('not_found');
    }
  });

  it('a webhook whose messages are pulled has no URL to change, and sends nothing', () => {
    const pulled: WebhookEvent = { ...created, data: { ...created.data, delivery: 'pull' } } as WebhookEvent;
    given(webhook, [pulled])
      .when({
        ...{ type: 'UpdateWebhook', events: undefined, isEnabled: false, now: '2026-11-21T09:00:00.000Z' },
        target: { targetRef: 'ref_2', madeFrom: 'ref_1' },
      })
      .thenRejected('conflict');
    given(webhook, [pulled])
      .when({ type: 'ReplayWebhook', start: 'a', end: 'b', deliveries: 1, now: '2026-11-21T09:00:00.000Z' })
      .thenRejected('conflict');
  });

  it('the state holds what the newest events say', () => {
    const updated: WebhookEvent = {
      type: 'WebhookUpdated',
      data: { ...unchanged, targetRef: 'ref_2', events: ['document.failed'], isEnabled: true },
    };
    expect(fold(webhook, [created, disabled])).toMatchObject({ status: 'disabled', targetRef: 'ref_1' });
    expect(fold(webhook, [created, disabled, updated])).toMatchObject({
      status: 'active',
      targetRef: 'ref_2',
      events: ['document.failed'],
    });
  });
});
