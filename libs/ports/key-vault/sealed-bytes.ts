import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, KeyObject, randomBytes } from 'node:crypto';
import { SealBrokenError } from './key-vault.errors.js';

/** The cipher of everything that is sealed. */
export const algorithm = 'aes-256-gcm';
const formatVersion = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength;

export const keyLength = 32;
/** Bytes that sealing adds. */
export const sealOverhead = headLength + tagLength;

/** Derives a separate key for each purpose, so that no two parts of the service use the same one. */
export const deriveKey = (masterKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `transledger ${purpose}`, keyLength));

/** Joins the parts so that no two lists give the same bytes, whatever the parts contain. */
export const bindingOf = (...parts: readonly string[]): Buffer => Buffer.from(JSON.stringify(parts));

/** Node 24 takes 20 µs to find out that bytes are no key object, and as long to make one. */
const keyObjectOf = (key: Uint8Array | KeyObject): KeyObject => (key instanceof KeyObject ? key : createSecretKey(key));

/**
 * AES-256-GCM: version, random nonce, ciphertext, tag. `boundTo` is the place of the bytes: they open
 * there only. A random nonce allows 2^32 seals under one key (NIST SP 800-38D, 8.3).
 */
export const seal = (key: Uint8Array, plain: Uint8Array | string, boundTo: Uint8Array): Buffer => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyObjectOf(key), nonce).setAAD(boundTo);
  const encrypted = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  const last = cipher.final();
  return Buffer.concat([Buffer.of(formatVersion), nonce, encrypted, last, cipher.getAuthTag()]);
};

/** @throws SealBrokenError */
export const unseal = (key: Uint8Array | KeyObject, sealed: Uint8Array, boundTo: Uint8Array): Buffer => {
  if (sealed.length < sealOverhead || sealed[0] !== formatVersion) throw new SealBrokenError();
  const tagStart = sealed.length - tagLength;
  const nonce = sealed.subarray(1, headLength);
  const decipher = createDecipheriv(algorithm, keyObjectOf(key), nonce, { authTagLength: tagLength })
    .setAAD(boundTo)
    .setAuthTag(sealed.subarray(tagStart));
  const plain = decipher.update(sealed.subarray(headLength, tagStart));
  try {
    decipher.final();
  } catch {
    throw new SealBrokenError();
  }
  return plain;
};
