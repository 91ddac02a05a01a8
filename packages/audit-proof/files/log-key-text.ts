import { existsSync, readFileSync } from 'node:fs';
import { parseVerifierKey, type VerifierKey } from '../verifier-key.js';
import { NotVerifiableError } from './not-verifiable-error.js';

const contentOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new NotVerifiableError(`${file} cannot be read.`);
  }
};

/** A key of a log as it is written, or the file that has it. @throws NotVerifiableError */
export const logKeyOf = (given: string): VerifierKey => {
  const text = existsSync(given) ? contentOf(given) : given;
  try {
    return parseVerifierKey(text);
  } catch {
    const what = text === given ? 'No file has this name either.' : `The file ${given} has none.`;
    throw new NotVerifiableError(`A key of a log is written <name>+<id>+<base64>. ${what}`);
  }
};
