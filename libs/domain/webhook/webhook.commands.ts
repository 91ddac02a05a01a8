import type { WebhookEventName } from './webhook-event-names.js';

export type WebhookCommand =
  | {
      type: 'CreateWebhook';
      webhookId: string;
      organizationId: string;
      targetRef: string;
      events: readonly WebhookEventName[];
      /** Set where the receiver asks for the messages. */
      delivery?: 'pull' | undefined;
      now: string;
    }
  | {
      type: 'UpdateWebhook';
      /** Events wanted from now on; the same as before when undefined. */
      events: readonly WebhookEventName[] | undefined;
      /** Set when the URL changes. */
      target: ChangedTarget | undefined;
      isEnabled: boolean;
      now: string;
    }
  | { type: 'RotateWebhookSecret'; target: ChangedTarget; previousValidUntil: string; now: string }
  | { type: 'ReplayWebhook'; start: string; end: string; deliveries: number; now: string }
  | { type: 'DisableWebhook'; reason: 'endpoint_gone' | 'failing'; now: string }
  | { type: 'DeleteWebhook'; now: string };

/** A new URL or secret, made from what was kept under another reference. */
export interface ChangedTarget {
  targetRef: string;
  madeFrom: string;
}
