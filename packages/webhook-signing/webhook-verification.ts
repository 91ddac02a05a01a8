import { fromBase64 } from './base64.js';
import { isEqual } from './hmac.js';
import { signatureBytes } from './webhook-signature.js';

/** Thrown for a message that must not be trusted; the message says why. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  constructor(readonly reason: 'missing-header' | 'bad-timestamp' | 'too-old' | 'too-new' | 'no-matching-signature') {
    super(`Webhook not verified: ${reason}`);
  }
}

export interface VerificationOptions {
  /** Maximum of seconds between the timestamp and now. */
  tolerance?: number;
  /** Current time in Unix seconds. */
  now?: number;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const header = (headers: Headers, name: string): string => {
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError('missing-header');
  return value;
};

const checkedTimestamp = (
  text: string,
  { tolerance = 300, now = Math.floor(Date.now() / 1_000) }: VerificationOptions,
) => {
  const timestamp = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(timestamp)) throw new WebhookVerificationError('bad-timestamp');
  if (timestamp < now - tolerance) throw new WebhookVerificationError('too-old');
  if (timestamp > now + tolerance) throw new WebhookVerificationError('too-new');
  return timestamp;
};

/**
 * Checks that a message was signed with one of the secrets, in time independent of where signatures differ.
 * @param payload the body as received, before any parsing
 * @throws WebhookVerificationError
 */
export const verify = (
  payload: string | Uint8Array,
  headers: Headers,
  secrets: readonly string[],
  options: VerificationOptions = {},
): void => {
  const id = header(headers, 'webhook-id');
  const signatures = header(headers, 'webhook-signature').split(' ');
  const timestamp = checkedTimestamp(header(headers, 'webhook-timestamp'), options);
  const given = signatures
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => fromBase64(signature.slice('v1,'.length)));
  for (const secret of secrets) {
    const expected = signatureBytes({ id, timestamp, payload }, secret);
    if (given.some((bytes) => isEqual(bytes, expected))) return;
  }
  throw new WebhookVerificationError('no-matching-signature');
};
