import { isVerifiable } from '@transledger/webhook-signing';
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

/**
 * Refuses a secret that no receiver could verify with.
 * @throws Rejection `invalid_request`
 */
export const assertWebhookSecret = (field: string, secret: string): void => {
  if (isVerifiable(secret)) return;
  throw new Rejection('invalid_request', { details: { [field]: ['must be base64 behind whsec_'] } });
};
