import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

// Node's own takes a fraction of the time. A browser has none; its Web Crypto answers later only, and not at all on a page without https.
const node: typeof import('node:crypto') | undefined = globalThis.process?.getBuiltinModule?.('node:crypto');

const utf8 = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : text;

/** The 32 bytes of the HMAC-SHA256 of several parts, one after the other. */
export const hmacSha256 = (key: Uint8Array, ...parts: readonly (string | Uint8Array)[]): Uint8Array => {
  const sum = node === undefined ? hmac.create(sha256, key) : node.createHmac('sha256', key);
  for (const part of parts) sum.update(utf8(part));
  return new Uint8Array(sum.digest());
};

/** Whether two have the same bytes, in time independent of where they differ. */
export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0;
