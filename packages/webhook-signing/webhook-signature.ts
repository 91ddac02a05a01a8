import { toBase64 } from './base64.js';
import { hmacSha256 } from './hmac.js';
import { keyOfSecret } from './webhook-secret.js';

export interface SignedMessage {
  /** Header `webhook-id`: the same on every attempt. It has no dot. */
  id: string;
  /** Header `webhook-timestamp`: Unix seconds of this attempt. */
  timestamp: number;
  /** The body, exactly as it is sent. */
  payload: string | Uint8Array;
}

/** Computes the bare signature of one secret, without its version. */
export const signatureBytes = ({ id, timestamp, payload }: SignedMessage, secret: string): Uint8Array =>
  hmacSha256(keyOfSecret(secret), `${id}.${timestamp}.`, payload);

/**
 * Writes the header `webhook-signature` of Standard Webhooks, symmetric scheme: `v1,` and the HMAC-SHA256 in base64,
 * once for each secret, so that receivers can change from one to the next.
 */
export const sign = (message: SignedMessage, secrets: readonly string[]): string =>
  secrets.map((secret) => `v1,${toBase64(signatureBytes(message, secret))}`).join(' ');
