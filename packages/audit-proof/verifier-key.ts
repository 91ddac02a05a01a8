import { concatBytes, fromBase64, toBase64, toHex, utf8 } from './bytes.js';
import { sha256 } from './sha256.js';

/** Kinds of signature in a signed note (C2SP signed-note, tlog-cosignature), by the byte that a key begins with. */
export const signatureType = { ed25519: 0x01, cosignature: 0x04 } as const;

/** Bytes of an Ed25519 public key. */
const publicKeyLength = 32;

/** A key that verifies the signatures of one signer. */
export interface VerifierKey {
  name: string;
  /** Four bytes that tell the keys of one name apart. */
  id: Uint8Array;
  type: (typeof signatureType)[keyof typeof signatureType];
  publicKey: Uint8Array;
}

const newline = Uint8Array.of(0x0a);

/** Whether a signed note may name a signer so: not empty, without white space and plus signs. */
export const isKeyName = (name: string): boolean => name !== '' && !/[\s+]/u.test(name) && name.isWellFormed();

/** @throws RangeError for a name or a key that a signed note cannot have */
export const makeVerifierKey = (
  name: string,
  publicKey: Uint8Array,
  type: VerifierKey['type'] = signatureType.ed25519,
): VerifierKey => {
  if (!isKeyName(name)) throw new RangeError('A key has a name without spaces and plus signs');
  if (publicKey.length !== publicKeyLength) throw new RangeError('An Ed25519 key has 32 bytes');
  const id = sha256(concatBytes(utf8(name), newline, Uint8Array.of(type), publicKey)).subarray(0, 4);
  return { name, id, type, publicKey };
};

/** The key as text: `<name>+<id in hex>+<base64>`. */
export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${toHex(id)}+${toBase64(concatBytes(Uint8Array.of(type), publicKey))}`;

/** @throws RangeError where the text is no key, or one of a kind that is not known here */
export const parseVerifierKey = (text: string): VerifierKey => {
  const [name = '', id, encoded = '', ...rest] = text.trim().split('+').reduce(joinBase64, []);
  const bytes = fromBase64(encoded);
  const type = Object.values(signatureType).find((known) => known === bytes?.[0]);
  if (rest.length > 0 || bytes === undefined || type === undefined) throw new RangeError('This is no verifier key');
  const key = makeVerifierKey(name, bytes.subarray(1), type);
  if (toHex(key.id) !== id) throw new RangeError('The id of the verifier key is not that of its name and bytes');
  return key;
};

/** Base64 has plus signs of its own: what stands behind the second one is one part. */
const joinBase64 = (parts: string[], part: string): string[] =>
  parts.length < 3 ? [...parts, part] : [...parts.slice(0, 2), `${parts[2]}+${part}`];
