import { isIP } from 'node:net';
import { isPublicAddress } from '#libs/platform/ip-address/public-address.js';

/** Relaxations for development and tests; both are off in production. */
export interface WebhookPolicy {
  /** Lets webhooks go to private, loopback and other addresses that are not public. */
  allowPrivate: boolean;
  allowHttp: boolean;
}

/** A URL that webhooks are never sent to; the message is for the caller and does not repeat the URL. */
export class WebhookUrlError extends Error {
  override readonly name = 'WebhookUrlError';
}

const maxLength = 2_048;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Whether RFC 6761 reserves the name for the local host. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

/**
 * Checks a URL without the name service; the address itself is vetted at every connection.
 * Decimal, octal and hexadecimal addresses need no care: the URL parser writes them as dotted quads.
 * @throws WebhookUrlError
 */
export const assertWebhookUrl = (text: string, { allowPrivate, allowHttp }: WebhookPolicy): URL => {
  if (text.length > maxLength) throw new WebhookUrlError(`must have at most ${maxLength} characters`);
  if (!URL.canParse(text)) throw new WebhookUrlError('must be an absolute URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    throw new WebhookUrlError(
      allowHttp
        ? 'must begin with https:// or http://'
        : 'must begin with https://, unless the operator sets TRANSLEDGER_WEBHOOK_ALLOW_HTTP',
    );
  }
  if (url.username !== '' || url.password !== '') throw new WebhookUrlError('must not contain a user name or password');
  const host = hostOf(url);
  if (!allowPrivate && (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    throw new WebhookUrlError(
      'must not point to a private, loopback, link-local, multicast or reserved address, unless the operator sets TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE',
    );
  }
  return url;
};
