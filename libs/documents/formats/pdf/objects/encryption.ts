import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { FormatError } from '../../format.errors.js';
import { keyWithoutPassword } from './password-key.js';
import {
  isDictionary,
  nameOf,
  numberOf,
  type PdfDictionary,
  type PdfReference,
  PdfString,
  type PdfValue,
} from './pdf-values.js';
import { rc4 } from './rc4.js';

type Method = 'none' | 'rc4' | 'aes128' | 'aes256';

/** Encryption by the standard security handler, of files that open without a password. */
export interface Encryption {
  decryptString(bytes: Uint8Array, owner: PdfReference): Uint8Array;
  decryptStream(bytes: Uint8Array, owner: PdfReference): Uint8Array;
  encryptString(bytes: Uint8Array, owner: PdfReference): Uint8Array;
  encryptStream(bytes: Uint8Array, owner: PdfReference): Uint8Array;
  encryptsMetadata: boolean;
}

/**
 * The encryption that the `Encrypt` dictionary of a file asks for; the dictionary's values must be resolved.
 * @throws FormatError `encrypted` for a file that asks for a password or a certificate
 */
export const encryptionOf = (dictionary: PdfDictionary, firstId: Uint8Array): Encryption => {
  const bytesOf = (key: string): Uint8Array => {
    const value = dictionary.get(key);
    return value instanceof PdfString ? value.bytes : new Uint8Array();
  };
  const version = numberOf(dictionary.get('V')) ?? 0;
  if (nameOf(dictionary.get('Filter')) !== 'Standard' || ![1, 2, 4, 5].includes(version)) throw needsPassword();
  const methodFor = (entry: string): Method => (version < 4 ? 'rc4' : methodNamed(dictionary, entry));
  const strings = methodFor('StrF');
  const streams = methodFor('StmF');
  if (strings === 'none' && streams === 'none') return plain;
  const encryptsMetadata = dictionary.get('EncryptMetadata') !== false;
  const key = keyWithoutPassword({
    revision: numberOf(dictionary.get('R')) ?? 2,
    keyLength: keyLengthOf(dictionary, version),
    owner: bytesOf('O'),
    user: bytesOf('U'),
    userKey: bytesOf('UE'),
    permissions: numberOf(dictionary.get('P')) ?? 0,
    encryptsMetadata,
    firstId,
  });
  if (!key) throw needsPassword();
  return {
    encryptsMetadata,
    decryptString: (bytes, owner) => decrypt(strings, key, owner, bytes),
    decryptStream: (bytes, owner) => decrypt(streams, key, owner, bytes),
    encryptString: (bytes, owner) => encrypt(strings, key, owner, bytes),
    encryptStream: (bytes, owner) => encrypt(streams, key, owner, bytes),
  };
};

const same = (bytes: Uint8Array): Uint8Array => bytes;

/** The encryption of a file in which attachments alone are encrypted. */
const plain: Encryption = {
  decryptString: same,
  decryptStream: same,
  encryptString: same,
  encryptStream: same,
  encryptsMetadata: false,
};

/** Bytes of the key; makers write bits and bytes alike. */
const keyLengthOf = (dictionary: PdfDictionary, version: number): number => {
  if (version === 1) return 5;
  const filter = version === 4 ? filterNamed(dictionary, 'StmF') : undefined;
  if (filter && nameOf(filter.get('CFM')) === 'AESV2') return 16;
  const length = numberOf(filter?.get('Length')) ?? numberOf(dictionary.get('Length')) ?? (version === 4 ? 128 : 40);
  return Math.min(16, Math.max(5, length < 40 ? length : length / 8));
};

const needsPassword = (): FormatError => new FormatError('encrypted', 'The document is protected by a password.');

const filterNamed = (dictionary: PdfDictionary, entry: string): PdfDictionary | undefined => {
  const filters = dictionary.get('CF');
  const filter = isDictionary(filters) ? filters.get(nameOf(dictionary.get(entry)) ?? 'Identity') : undefined;
  return isDictionary(filter) ? filter : undefined;
};

const methodNamed = (dictionary: PdfDictionary, entry: string): Method => {
  const method = nameOf(filterNamed(dictionary, entry)?.get('CFM'));
  if (method === 'V2') return 'rc4';
  if (method === 'AESV2') return 'aes128';
  return method === 'AESV3' ? 'aes256' : 'none';
};

const keyFor = (method: Method, key: Uint8Array, { number, generation }: PdfReference): Uint8Array => {
  if (method === 'aes256') return key;
  const object = Uint8Array.of(number, number >> 8, number >> 16, generation, generation >> 8);
  const hash = createHash('md5').update(key).update(object);
  if (method === 'aes128') hash.update('sAlT');
  return hash.digest().subarray(0, Math.min(key.length + 5, 16));
};

const cipherName = (method: Method): string => (method === 'aes256' ? 'aes-256-cbc' : 'aes-128-cbc');

const decrypt = (method: Method, key: Uint8Array, owner: PdfReference, bytes: Uint8Array): Uint8Array => {
  if (method === 'none') return bytes;
  const own = keyFor(method, key, owner);
  if (method === 'rc4') return rc4(own, bytes);
  const whole = bytes.length - (bytes.length % 16);
  if (whole < 32) return new Uint8Array();
  const decipher = createDecipheriv(cipherName(method), own, bytes.subarray(0, 16)).setAutoPadding(false);
  const plain = decipher.update(bytes.subarray(16, whole));
  const padding = plain.at(-1) ?? 0;
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
};

/** The same bytes each time: the initial vector comes from the key and the content. */
const encrypt = (method: Method, key: Uint8Array, owner: PdfReference, bytes: Uint8Array): Uint8Array => {
  if (method === 'none') return bytes;
  const own = keyFor(method, key, owner);
  if (method === 'rc4') return rc4(own, bytes);
  const vector = createHash('sha256').update(own).update(bytes).digest().subarray(0, 16);
  const cipher = createCipheriv(cipherName(method), own, vector);
  return Buffer.concat([vector, cipher.update(bytes), cipher.final()]);
};

/** The value with every string in it as `change` makes it. */
export const mapStrings = (value: PdfValue, change: (bytes: Uint8Array) => Uint8Array): PdfValue => {
  if (value instanceof PdfString) return new PdfString(change(value.bytes));
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (isDictionary(value)) return new Map([...value].map(([key, item]) => [key, mapStrings(item, change)]));
  return value;
};
