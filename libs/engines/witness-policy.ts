import { readFileSync } from 'node:fs';
import { type PolicyWitness, parsePolicy } from '@transledger/audit-proof';
import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/**
 * The witnesses of the policy that the settings name; none where they name none.
 * @throws ConfigurationError for a file that is not there or is no policy, or a witness without a URL
 */
export const witnessesOf = ({
  TRANSLEDGER_WITNESSES: file,
}: Pick<Settings, 'TRANSLEDGER_WITNESSES'>): (PolicyWitness & { url: string })[] => {
  if (file === undefined) return [];
  try {
    return parsePolicy(readFileSync(file, 'utf8')).witnesses.map((witness) => {
      if (witness.url === undefined) throw new RangeError(`The witness ${witness.name} has no URL`);
      return { ...witness, url: witness.url };
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const found = errorCodeOf(error) === undefined ? why : `${file} cannot be read (${errorCodeOf(error)})`;
    throw new ConfigurationError([`TRANSLEDGER_WITNESSES: ${found}`]);
  }
};
