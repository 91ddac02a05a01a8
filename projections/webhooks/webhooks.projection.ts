import type { WebhookEvent } from '#libs/domain/webhook/webhook.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { WebhookEntity } from './webhook.entity.js';

/** Subscriptions of all organizations. */
export const webhooks = projection<
  WebhookEntity,
  Exclude<WebhookEvent['type'], 'WebhookSecretRotated' | 'WebhookReplayRequested'>
>({
  name: 'webhooks',
  version: 1,
  table: 'read_model.webhook',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    WebhookCreated: (rows, { data }) =>
      rows.insert({
        id: data.webhookId,
        organization_id: data.organizationId,
        events: data.events,
        status: 'active',
        enabled_at: data.createdAt,
        created_at: data.createdAt,
      }),
    WebhookUpdated: (rows, { data: { webhookId: id, events, isEnabled, updatedAt } }) =>
      rows.update({ id }, { events, ...(isEnabled && { status: 'active', enabled_at: updatedAt }) }),
    WebhookDisabled: (rows, { data }) => rows.update({ id: data.webhookId }, { status: 'disabled' }),
    WebhookDeleted: (rows, { data }) => rows.delete({ id: data.webhookId }),
  },
});
