import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertNever, type Decider } from '../decider.js';
import type { ChangedTarget, WebhookCommand } from './webhook.commands.js';
import type { WebhookEvent } from './webhook.events.js';
import type { WebhookEventName } from './webhook-event-names.js';

export interface ExistingWebhook {
  status: 'active' | 'disabled';
  webhookId: string;
  organizationId: string;
  targetRef: string;
  events: readonly WebhookEventName[];
  /** Set where the receiver asks for the messages. */
  delivery?: 'pull';
  createdAt: string;
}

/** A webhook that was deleted is the same as one that was never made. */
export type Webhook = { status: 'none' } | ExistingWebhook;

const existing = (webhook: Webhook): ExistingWebhook => {
  if (webhook.status === 'none') throw new Rejection('not_found', { message: 'The webhook does not exist.' });
  return webhook;
};

const assertMadeFrom = ({ targetRef }: ExistingWebhook, { madeFrom }: ChangedTarget): void => {
  if (targetRef === madeFrom) return;
  throw new Rejection('conflict', { message: 'The webhook was changed in the same moment. Try again.' });
};

/** Refuses what sends a message where the receiver asks for all of them. @throws Rejection `conflict` */
export const assertPushed = ({ delivery }: Pick<ExistingWebhook, 'delivery'>): void => {
  if (delivery !== 'pull') return;
  const message =
    'The messages of this webhook are pulled, and none is sent: GET /v1/webhooks/{id}/messages gives them.';
  throw new Rejection('conflict', { message });
};

/** @throws Rejection `conflict` for a disabled webhook, to which nothing is sent, and for one whose messages are pulled */
export const assertEnabled = (webhook: ExistingWebhook): void => {
  assertPushed(webhook);
  if (webhook.status === 'active') return;
  throw new Rejection('conflict', { message: 'The webhook is disabled. Enable it first.' });
};

const decide = (command: WebhookCommand, state: Webhook): WebhookEvent[] => {
  if (command.type === 'CreateWebhook') {
    if (state.status !== 'none') throw new Rejection('conflict', { message: 'The webhook exists already.' });
    const { webhookId, organizationId, targetRef, events, delivery, now: createdAt } = command;
    const pulled = delivery === undefined ? {} : { delivery };
    const data = { webhookId, organizationId, targetRef, events: [...events], ...pulled, createdAt };
    return [{ type: 'WebhookCreated', data }];
  }
  const webhook = existing(state);
  const { webhookId, organizationId } = webhook;
  const ids = { webhookId, organizationId };
  switch (command.type) {
    case 'UpdateWebhook': {
      const { target, events = webhook.events, isEnabled, now: updatedAt } = command;
      if (target !== undefined) {
        assertPushed(webhook);
        assertMadeFrom(webhook, target);
      }
      const data = {
        ...ids,
        targetRef: target?.targetRef ?? webhook.targetRef,
        events: [...events],
        isUrlChanged: target !== undefined,
        isEnabled: isEnabled && webhook.status === 'disabled',
        updatedAt,
      };
      return [{ type: 'WebhookUpdated', data }];
    }
    case 'RotateWebhookSecret': {
      const { target, previousValidUntil, now: rotatedAt } = command;
      assertMadeFrom(webhook, target);
      const data = { ...ids, targetRef: target.targetRef, previousValidUntil, rotatedAt };
      return [{ type: 'WebhookSecretRotated', data }];
    }
    case 'ReplayWebhook': {
      assertEnabled(webhook);
      const { start, end, deliveries, now: requestedAt } = command;
      return [{ type: 'WebhookReplayRequested', data: { ...ids, start, end, deliveries, requestedAt } }];
    }
    case 'DisableWebhook':
      if (webhook.status === 'disabled') return [];
      return [{ type: 'WebhookDisabled', data: { ...ids, reason: command.reason, disabledAt: command.now } }];
    case 'DeleteWebhook':
      return [{ type: 'WebhookDeleted', data: { ...ids, targetRef: webhook.targetRef, deletedAt: command.now } }];
    default:
      return assertNever(command);
  }
};

const evolve = (webhook: Webhook, event: WebhookEvent): Webhook => {
  if (event.type === 'WebhookCreated') return { status: 'active', ...event.data };
  if (webhook.status === 'none') return webhook;
  switch (event.type) {
    case 'WebhookUpdated': {
      const { targetRef, events, isEnabled } = event.data;
      return { ...webhook, targetRef, events, status: isEnabled ? 'active' : webhook.status };
    }
    case 'WebhookSecretRotated':
      return { ...webhook, targetRef: event.data.targetRef };
    case 'WebhookReplayRequested':
      return webhook;
    case 'WebhookDisabled':
      return { ...webhook, status: 'disabled' };
    case 'WebhookDeleted':
      return { status: 'none' };
    default:
      return assertNever(event);
  }
};

export const webhook: Decider<WebhookCommand, WebhookEvent, Webhook> = {
  category: 'webhook',
  initialState: { status: 'none' },
  decide,
  evolve,
};
