import { hashToken } from '#libs/application/users/secret-tokens.js';

const mark = 'session:';

/** By which admission knows the session of a cookie: never the hash of a key, and no key is ever one. */
export const sessionHashOf = (token: string): string => `${mark}${hashToken(token)}`;

/** The hash of the token where a credential is a session; undefined for an API key. */
export const tokenHashOf = (credentialHash: string): string | undefined =>
  credentialHash.startsWith(mark) ? credentialHash.slice(mark.length) : undefined;
