import { generateSecret } from '@transledger/webhook-signing';
import { repeatableBytes } from '#libs/platform/ids/repeatable-execution.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';

/** Where the messages of a subscription go. Events hold only the reference under which it is kept, encrypted. */
export interface WebhookEndpoint {
  /** Null where the receiver asks for the messages. */
  url: string | null;
  secret: string;
  /** The secret before the last rotation, valid until that time (RFC 3339); null without one. */
  previous: { secret: string; validUntil: string } | null;
}

const kind = 'webhook';

export const keepEndpoint = (
  secrets: Secrets,
  targetRef: string,
  endpoint: WebhookEndpoint,
  organizationId: string,
): Promise<void> => secrets.putSecret(kind, targetRef, JSON.stringify(endpoint), organizationId);

/** The endpoint, undefined once another took its place or the webhook is gone. */
export const endpointAt = async (secrets: Secrets, targetRef: string): Promise<WebhookEndpoint | undefined> => {
  const text = await secrets.getSecret(kind, targetRef);
  return text === undefined ? undefined : (JSON.parse(text) as WebhookEndpoint);
};

export const forgetEndpoint = (secrets: Secrets, targetRef: string): Promise<void> =>
  secrets.deleteSecret(kind, targetRef);

/** The secrets that sign at that time: two while one is rotated. */
export const secretsInForce = ({ secret, previous }: WebhookEndpoint, now: string): string[] =>
  previous !== null && Date.parse(now) < Date.parse(previous.validUntil) ? [secret, previous.secret] : [secret];

/** A random secret; repeatable work makes the same one each time. */
export const newWebhookSecret = (): string => generateSecret(repeatableBytes('webhook secret', 32));
