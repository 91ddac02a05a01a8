import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { repeatableBytes } from '#libs/platform/ids/repeatable-execution.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'tl_live_';
const secretLength = 32;
const checksumLength = 6;
/** Limit of the bytes in use: those above would make the first characters of the alphabet likelier. */
const evenBytes = 256 - (256 % alphabet.length);
const form = new RegExp(`^${prefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** CRC-32 (as in zip) of the secret as ASCII, in base62, padded with `0` on the left. */
const checksum = (secret: string): string => {
  let rest = crc32(secret);
  let digits = '';
  while (rest > 0) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits.padStart(checksumLength, '0');
};

/** A new key: `tl_live_`, 32 random characters and their checksum. */
export const generateApiKey = (): string => {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of repeatableBytes('api key', 2 * secretLength)) {
      if (byte < evenBytes && secret.length < secretLength) secret += alphabet.charAt(byte % alphabet.length);
    }
  }
  return `${prefix}${secret}${checksum(secret)}`;
};

/** Whether a string has the right form and checksum; the key need not exist. */
export const isWellFormedApiKey = (key: string): boolean => {
  const match = form.exec(key);
  return match !== null && checksum(match[1] ?? '') === match[2];
};

/** SHA-256 in hex: all that is stored of a key. */
export const hashApiKey = (key: string): string => hash('sha256', key, 'hex');
