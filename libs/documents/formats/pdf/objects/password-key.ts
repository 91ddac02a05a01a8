import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { rc4 } from './rc4.js';

/** Entries of the encryption dictionary of the standard security handler (7.6.3). */
export interface StandardHandler {
  revision: number;
  /** Bytes of the key. */
  keyLength: number;
  owner: Uint8Array;
  user: Uint8Array;
  userKey: Uint8Array;
  permissions: number;
  encryptsMetadata: boolean;
  firstId: Uint8Array;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const md5 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The key of a file that opens with an empty password; undefined where it asks for one. */
export const keyWithoutPassword = (handler: StandardHandler): Uint8Array | undefined =>
  handler.revision >= 5 ? longKey(handler) : shortKey(handler);

const shortKey = (handler: StandardHandler): Uint8Array | undefined => {
  const { revision, keyLength, owner, user, permissions, firstId } = handler;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const parts = [padding, owner.subarray(0, 32), flags, firstId];
  if (revision >= 4 && !handler.encryptsMetadata) parts.push(Buffer.alloc(4, 0xff));
  let key = md5(...parts).subarray(0, keyLength);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, keyLength);
  if (revision < 3) return Buffer.from(rc4(key, padding)).equals(user.subarray(0, 32)) ? key : undefined;
  let check: Uint8Array = md5(padding, firstId);
  for (let round = 0; round < 20; round += 1)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  return Buffer.from(check).equals(user.subarray(0, 16)) ? key : undefined;
};

const longKey = ({ revision, user, userKey }: StandardHandler): Uint8Array | undefined => {
  const hash = revision === 5 ? (salt: Uint8Array) => createHash('sha256').update(salt).digest() : hardenedHash;
  if (user.length < 48 || userKey.length < 32) return undefined;
  if (!Buffer.from(hash(user.subarray(32, 40))).equals(user.subarray(0, 32))) return undefined;
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false);
  return decipher.update(userKey.subarray(0, 32));
};

/** Algorithm 2.B of ISO 32000-2 for an empty password. */
const hardenedHash = (salt: Uint8Array): Uint8Array => {
  let key: Buffer = createHash('sha256').update(salt).digest();
  for (let round = 0; ; round += 1) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(block);
    const modulus = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][modulus] ?? 'sha256')
      .update(encrypted)
      .digest();
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
};
