import { isIP } from 'node:net';
import { isPublicAddress } from '#libs/platform/ip-address/public-address.js';

/** Relaxations for development and tests; both are off in production. */
export interface WebhookPolicy {
  /** Lets webhooks go to private, loopback and other addresses that are not public, and to every port. */
  allowPrivate: boolean;
  allowHttp: boolean;
}

/** A URL that webhooks are never sent to; the message is for the caller and does not repeat the URL. */
export class WebhookUrlError extends Error {
  override readonly name = 'WebhookUrlError';

  constructor(
    message: string,
    /** Reason that an attempt at the URL fails with. */
    readonly reason: 'url_not_allowed' | 'address_not_allowed' = 'url_not_allowed',
  ) {
    super(message);
  }
}

const maxLength = 2_048;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Whether RFC 6761 reserves the name for the local host. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

/** Ports below 1024 belong to services of a system, and only these two to receivers of webhooks. */
const isServicePort = (port: string): boolean => port !== '' && Number(port) < 1_024 && port !== '80' && port !== '443';

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
  if (!allowPrivate && isServicePort(url.port)) {
    throw new WebhookUrlError(
      'must not name a port below 1024 other than 80 and 443, unless the operator sets TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE',
      'address_not_allowed',
    );
  }
  return url;
};
