import { isVerifiable, keyOfSecret } from '@transledger/webhook-signing';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { assertWebhookUrl, WebhookUrlError } from '#libs/platform/outbound-http/webhook-url.js';

type WebhookSettings = Pick<Settings, 'TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE' | 'TRANSLEDGER_WEBHOOK_ALLOW_HTTP'>;

/**
 * Refuses the URL in a field of a request that webhooks are never sent to.
 * @throws Rejection `invalid_request`
 */
export const assertWebhookTarget = (field: string, url: string, settings: WebhookSettings): void => {
  try {
    assertWebhookUrl(url, {
      allowPrivate: settings.TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE,
      allowHttp: settings.TRANSLEDGER_WEBHOOK_ALLOW_HTTP,
    });
  } catch (error) {
    if (!(error instanceof WebhookUrlError)) throw error;
    throw new Rejection('invalid_request', {
      message: `${field} ${error.message}.`,
      details: { [field]: [error.message] },
    });
  }
};

/** Standard Webhooks asks for so many: whoever receives a message could guess a shorter secret and sign as we do. */
const minSecretBytes = 24;

/**
 * Refuses a secret that no receiver could verify with, or that is too short. Those that were given before the rule go on working.
 * @throws Rejection `invalid_request`
 */
export const assertWebhookSecret = (field: string, secret: string): void => {
  const fault = secretFault(secret);
  if (fault !== undefined) throw new Rejection('invalid_request', { details: { [field]: [fault] } });
};

const secretFault = (secret: string): string | undefined => {
  if (!isVerifiable(secret)) return 'must be base64 behind whsec_';
  if (keyOfSecret(secret).length >= minSecretBytes) return undefined;
  return `must have at least ${minSecretBytes} bytes, counted as they are behind the base64 of whsec_`;
};
