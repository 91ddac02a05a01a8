import { fromBase64, toBase64 } from './base64.js';

const prefix = 'whsec_';
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Generates a secret: `whsec_` and 32 bytes in base64, random ones unless given, as Standard Webhooks writes it. */
export const generateSecret = (bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(32))): string =>
  `${prefix}${toBase64(bytes)}`;

/**
 * Whether receivers can verify what is signed with a secret: after `whsec_` libraries expect base64, and refuse
 * anything else. A secret without the prefix is used as its bytes.
 */
export const isVerifiable = (secret: string): boolean => {
  if (!secret.startsWith(prefix)) return secret !== '';
  const encoded = secret.slice(prefix.length);
  return encoded !== '' && base64Form.test(encoded);
};

/** Decodes the key of a secret: the base64 after `whsec_`, or else the secret's own UTF-8 bytes. */
export const keyOfSecret = (secret: string): Uint8Array => {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  return encoded !== '' && base64Form.test(encoded) ? fromBase64(encoded) : new TextEncoder().encode(secret);
};
