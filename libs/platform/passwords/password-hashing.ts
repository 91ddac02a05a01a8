import { hash, verify } from '@node-rs/argon2';

/** Parameters for argon2id, which is what the package makes, as OWASP advises: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

const minCharacters = 12;
/** More would only cost time. */
export const maxPasswordBytes = 256;

/** The same password whichever way a keyboard composes its letters. */
const normalized = (password: string): string => password.normalize('NFKC');

/** The fault of a new password, by its length alone, after NIST SP 800-63B; undefined where it has none. */
export const passwordFault = (password: string): string | undefined => {
  const text = normalized(password);
  if (!text.isWellFormed()) return 'must be valid Unicode';
  if ([...text].length < minCharacters) return `must have at least ${minCharacters} characters`;
  return Buffer.byteLength(text) > maxPasswordBytes ? `must have at most ${maxPasswordBytes} bytes` : undefined;
};

/** Salted argon2id hash, in the form of PHC strings. */
export const hashPassword = (password: string): Promise<string> => hash(normalized(password), options);

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normalized(password));
