import { randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Generates a secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks writes symmetric secrets. */
export const generateSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** Decodes the key of a secret: the base64 after `whsec_`, or else the secret's own UTF-8 bytes. */
export const keyOfSecret = (secret: string): Buffer => {
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  return encoded !== '' && base64Form.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
};
