import { hash } from 'node:crypto';
import { repeatableBytes } from '#libs/platform/ids/repeatable-execution.js';

const tokenBytes = 32;

/** A secret that nobody guesses, 43 characters fit for a URL. A repeat of the same request makes the same one. */
export const newToken = (purpose: string): string =>
  Buffer.from(repeatableBytes(purpose, tokenBytes)).toString('base64url');

/** SHA-256 in hexadecimal: all that is kept of a token. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** The kind of secret that hashes of passwords are in the key vault. */
export const passwordSecret = 'password';
