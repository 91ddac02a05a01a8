import type { ExistingWebhook } from '#libs/domain/webhook/webhook.decider.js';
import type { WebhookDto } from './webhooks.dto.js';

export const toWebhookDto = (
  { webhookId, events, status, delivery, createdAt }: ExistingWebhook,
  url: string | null,
): WebhookDto => ({
  id: webhookId,
  url: delivery === 'pull' ? null : url,
  events: [...events],
  delivery: delivery ?? 'push',
  status,
  created_at: createdAt,
});
