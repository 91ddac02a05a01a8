import { TransledgerError } from './errors.js';
import { List } from './pages.js';
import { type CallOptions, Part, path, pause, pauseBefore } from './requests.js';
import type * as api from './types.js';
import { type PulledMessage, pulledMessage, verifyWebhook, webhookHeaders } from './webhook-messages.js';

/** Seconds that the service holds a request for messages; less where an attempt has less time. */
const maxPullWait = 30;

export class Webhooks extends Part {
  /** Checks the signature of a webhook and reads it: `verifyWebhook`. */
  readonly verify = verifyWebhook;

  /** The headers that the service sends a body with, for tests of a receiver: `webhookHeaders`. */
  readonly testHeaders = webhookHeaders;

  /**
   * Subscribes events: sent to `url`, or kept for `pull`. The answer alone has the secret.
   * @example const { id, secret } = await client.webhooks.create({ delivery: 'pull', events: ['document.completed'] });
   */
  create(webhook: api.WebhookFields, options?: CallOptions): api.Answered<api.CreatedWebhook> {
    return this.requests.data({ method: 'POST', path: '/v1/webhooks', body: webhook, creates: true }, options);
  }

  /**
   * The webhooks of the organization.
   * @example for await (const { id, events, status } of client.webhooks.list()) console.log(id, events, status);
   */
  list(query: api.Query<'listWebhooks'> = {}, options?: CallOptions): List<api.Webhook, api.WebhookList> {
    return new List(this.requests, { path: '/v1/webhooks', query }, ({ webhooks }) => webhooks, options);
  }

  /**
   * One of them.
   * @example const { status } = await client.webhooks.get(webhookId);
   */
  get(id: string, options?: CallOptions): api.Answered<api.Webhook> {
    return this.requests.get(path`/v1/webhooks/${id}`, {}, options);
  }

  /**
   * Changes its address or events, or enables it again.
   * @example await client.webhooks.update(webhookId, { events: ['document.completed', 'document.failed'] });
   */
  update(id: string, changes: api.WebhookChanges, options?: CallOptions): api.Answered<api.Webhook> {
    return this.requests.data({ method: 'PATCH', path: path`/v1/webhooks/${id}`, body: changes }, options);
  }

  /**
   * Deletes it.
   * @example await client.webhooks.delete(webhookId);
   */
  delete(id: string, options?: CallOptions): api.Answered<{ id: string; deleted: boolean }> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/webhooks/${id}` }, options);
  }

  /**
   * Makes a new secret; the one before goes on for a day.
   * @example const { secret, previous_valid_until } = await client.webhooks.rotateSecret(webhookId);
   */
  rotateSecret(id: string, options?: CallOptions): api.Answered<api.RotatedSecret> {
    return this.requests.data({ method: 'POST', path: path`/v1/webhooks/${id}/rotate-secret`, creates: true }, options);
  }

  /**
   * Sends `webhook.test` to its address.
   * @example const delivery = await client.webhooks.test(sentWebhookId);
   */
  test(id: string, options?: CallOptions): api.Answered<api.WebhookDelivery> {
    return this.requests.data({ method: 'POST', path: path`/v1/webhooks/${id}/test`, creates: true }, options);
  }

  /**
   * Its messages with their attempts, newest first.
   * @example for await (const { event, attempts } of client.webhooks.deliveries(webhookId)) console.log(event, attempts);
   */
  deliveries(
    id: string,
    query: api.Query<'listWebhookDeliveries'> = {},
    options?: CallOptions,
  ): List<api.WebhookDelivery, api.WebhookDeliveryList> {
    const place = { path: path`/v1/webhooks/${id}/deliveries`, query };
    return new List(this.requests, place, ({ deliveries }) => deliveries, options);
  }

  /**
   * Sends a message again.
   * @example await client.webhooks.redeliver(sentWebhookId, deliveryId);
   */
  redeliver(id: string, deliveryId: string, options?: CallOptions): api.Answered<api.WebhookDelivery> {
    const place = path`/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`;
    return this.requests.data({ method: 'POST', path: place, creates: true }, options);
  }

  /**
   * Sends the messages of a period again.
   * @example const { deliveries } = await client.webhooks.replay(sentWebhookId, { start: '2026-11-01', end: '2026-11-02' });
   */
  replay(
    id: string,
    period: { start: string; end: string },
    options?: CallOptions,
  ): api.Answered<{ deliveries: number }> {
    return this.requests.data(
      { method: 'POST', path: path`/v1/webhooks/${id}/replay`, body: period, creates: true },
      options,
    );
  }

  /**
   * Messages of a pulled webhook behind number `after`, once; `wait` is how many seconds to wait for one.
   * @example const { messages, next } = await client.webhooks.messages(webhookId, { after: 0, wait: 1 });
   */
  messages(
    id: string,
    query: api.Query<'pullWebhookMessages'> = {},
    options?: CallOptions,
  ): api.Answered<api.WebhookMessages> {
    return this.requests.get(path`/v1/webhooks/${id}/messages`, query, options);
  }

  /**
   * The messages of a pulled webhook behind number `after`, as they come, until the loop is left or the signal aborted. Keep the
   * `sequence` of the last that you have dealt with. While the service is away, it is asked again and again.
   * @example
   * for await (const message of client.webhooks.pull(webhookId, { after: 0 })) {
   *   const event = client.webhooks.verify(message.payload, message.headers, secret);
   *   console.log(message.sequence, message.missed, event.event); // 1 0 document.completed
   *   break;
   * }
   */
  async *pull(id: string, { after = 0 } = {}, options: CallOptions = {}): AsyncGenerator<PulledMessage> {
    const wait = Math.min(maxPullWait, Math.floor(this.requests.limit('attemptTimeout', options) / 2_000));
    for (let [last, failures] = [after, 0]; ; ) {
      try {
        const { messages, next } = await this.messages(id, { after: last, wait }, options);
        failures = 0;
        for (const message of messages) {
          yield pulledMessage(message, last);
          last = message.sequence;
        }
        last = Math.max(last, next);
      } catch (error) {
        if (!(error instanceof TransledgerError && error.retryable)) throw error;
        await pause(pauseBefore(failures, error.retryAfter), options.signal);
        failures += 1;
      }
    }
  }
}
