import { sign, type VerificationOptions, verify } from '@transledger/webhook-signing';
import type { WebhookEvent, WebhookMessage } from './types.js';

export { WebhookVerificationError } from '@transledger/webhook-signing';

/** Headers as Node, `fetch` and frameworks give them. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookHeaders extends Record<string, string> {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** A message of a pulled webhook. */
export interface PulledMessage extends WebhookMessage {
  /** The headers that it would be sent with. */
  readonly headers: WebhookHeaders;
  /** How many messages before it are gone: more than 7 days old, or 0. */
  readonly missed: number;
}

/**
 * Checks the signature of a webhook, before anything in it is believed, and reads it.
 * @param body exactly as it came, before any parsing
 * @param secret the webhook's, or several while one is rotated
 * @throws WebhookVerificationError which says in `reason` what is wrong
 * @example
 * const headers = webhookHeaders('{"event":"webhook.test"}', secret);
 * console.log(verifyWebhook('{"event":"webhook.test"}', headers, secret).event); // webhook.test
 */
export const verifyWebhook = (
  body: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  options?: VerificationOptions,
): WebhookEvent => {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  verify(body, given, typeof secret === 'string' ? [secret] : secret, options);
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
};

/**
 * The headers that the service sends a body with; for tests of a receiver.
 * @example const headers = webhookHeaders('{"event":"webhook.test"}', secret, { id: 'whd_1', sequence: 7 });
 */
export const webhookHeaders = (
  body: string | Uint8Array,
  secret: string,
  { id = 'whd_test', timestamp = Math.floor(Date.now() / 1_000), sequence = 0 } = {},
): WebhookHeaders => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': sign({ id, timestamp, payload: body }, [secret]),
  'webhook-sequence': String(sequence),
});

/** A message that was pulled behind another. */
export const pulledMessage = (message: WebhookMessage, after: number): PulledMessage => ({
  ...message,
  headers: {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': message.signature,
    'webhook-sequence': String(message.sequence),
  },
  missed: message.sequence - after - 1,
});
