import { getPublicKey, hashes, sign, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';

/**
 * Ed25519 by the Web Crypto API, which is fast, and else by code of its own: on a page without https a browser has no `crypto.subtle`, and older
 * ones have it without Ed25519.
 */

/** DER of a PKCS #8 private key up to its 32 bytes (RFC 8410). */
const privateKeyPrefix = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);
const algorithm = { name: 'Ed25519' };

hashes.sha512 = sha512;

type Subtle = (typeof globalThis.crypto)['subtle'];

/** Does the work by Web Crypto, or by the portable code where the platform has no Ed25519. */
const byPlatform = async <Result>(
  work: (subtle: Subtle) => Promise<Result>,
  portable: () => Result,
): Promise<Result> => {
  const subtle: Subtle | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return portable();
  try {
    return await work(subtle);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') return portable();
    throw error;
  }
};

const imported = (subtle: Subtle, secret: Uint8Array, isShown: boolean) =>
  subtle.importKey('pkcs8', new Uint8Array([...privateKeyPrefix, ...secret]), algorithm, isShown, ['sign']);

/** Signs with a secret of 32 bytes. */
export const signEd25519 = (secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> =>
  byPlatform(
    async (subtle) => {
      const key = await imported(subtle, secret, false);
      return new Uint8Array(await subtle.sign(algorithm, key, new Uint8Array(message)));
    },
    () => sign(message, secret),
  );

/** The public key of a secret of 32 bytes. */
export const publicKeyOf = (secret: Uint8Array): Promise<Uint8Array> =>
  byPlatform(
    async (subtle) => {
      const { x = '' } = await subtle.exportKey('jwk', await imported(subtle, secret, true));
      return Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    },
    () => getPublicKey(secret),
  );

/** Never rejects: a key or a signature of another form verifies nothing. */
export const verifyEd25519 = async (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> => {
  try {
    return await byPlatform(
      async (subtle) => {
        const key = await subtle.importKey('raw', new Uint8Array(publicKey), algorithm, false, ['verify']);
        return subtle.verify(algorithm, key, new Uint8Array(signature), new Uint8Array(message));
      },
      // As RFC 8032 and Web Crypto have it.
      () => verify(signature, message, publicKey, { zip215: false }),
    );
  } catch {
    return false;
  }
};
