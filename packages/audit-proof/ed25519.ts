/** Ed25519 by the Web Crypto API, which Node and browsers have. */

/** DER of a PKCS #8 private key up to its 32 bytes (RFC 8410). */
const privateKeyPrefix = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);
const algorithm = { name: 'Ed25519' };

/** Signs with a secret of 32 bytes. */
export const signEd25519 = async (secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> => {
  const encoded = new Uint8Array([...privateKeyPrefix, ...secret]);
  const key = await crypto.subtle.importKey('pkcs8', encoded, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign(algorithm, key, new Uint8Array(message)));
};

/** The public key of a secret of 32 bytes. */
export const publicKeyOf = async (secret: Uint8Array): Promise<Uint8Array> => {
  const encoded = new Uint8Array([...privateKeyPrefix, ...secret]);
  const key = await crypto.subtle.importKey('pkcs8', encoded, algorithm, true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', key);
  return Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
};

/** Never rejects: a key or a signature of another form verifies nothing. */
export const verifyEd25519 = async (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> => {
  try {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, key, new Uint8Array(signature), new Uint8Array(message));
  } catch {
    return false;
  }
};
