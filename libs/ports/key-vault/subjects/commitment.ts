import { hash } from 'node:crypto';

const saltLength = 32;

/** Commitments to values, each with the random bytes that it was made with; both in base64, by the name of the value. */
export interface Commitments {
  salts: Record<string, string>;
  commitments: Record<string, string>;
}

/** RFC 8785 of a string: JSON escapes as few characters as the RFC does, but for lone surrogates, which it forbids. */
const canonicalJson = (value: string): string => JSON.stringify(value.toWellFormed());

/**
 * SHA-256 of a salt and the canonical JSON of a value (RFC 8785), in base64. It binds whoever published it to the value,
 * and says nothing of it to those who do not have the salt.
 */
export const commitmentTo = (value: string, salt: Uint8Array): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(canonicalJson(value))]), 'base64');

/** `random` gives as many random bytes as it is asked for. */
export const commitTo = (values: Record<string, string>, random: (bytes: number) => Buffer): Commitments => {
  const names = Object.keys(values);
  const salts = random(names.length * saltLength);
  const made: Commitments = { salts: {}, commitments: {} };
  for (const [index, name] of names.entries()) {
    const salt = salts.subarray(index * saltLength, (index + 1) * saltLength);
    made.salts[name] = salt.toString('base64');
    made.commitments[name] = commitmentTo(values[name] ?? '', salt);
  }
  return made;
};
