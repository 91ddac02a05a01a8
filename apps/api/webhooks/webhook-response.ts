import type { ExistingWebhook } from '#libs/domain/webhook/webhook.decider.js';
import type { WebhookDto } from './webhooks.dto.js';

export const toWebhookDto = ({ webhookId, events, status, createdAt }: ExistingWebhook, url: string): WebhookDto => ({
  id: webhookId,
  url,
  events: [...events],
  status,
  created_at: createdAt,
});
