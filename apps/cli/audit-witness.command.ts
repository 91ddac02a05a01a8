import { readFileSync } from 'node:fs';
import { formatVerifierKey, type VerifierKey } from '@transledger/audit-proof';
import type { Command } from 'commander';
import { httpUrl } from './arguments.js';
import { toVerifierKey } from './audit-verify.js';
import { witnessLog } from './audit-witness.js';
import { entriesOf, print } from './output.js';
import { askService, type ServiceApi } from './service-api.js';

interface WitnessCommandOptions {
  url: string;
  apiKeyFile: string;
  key?: VerifierKey;
  name: string;
}

const timeoutMs = 30_000;

const getFrom = (service: ServiceApi) => async (path: string) => {
  const answer = await askService(service, `/v1/compliance/audit-logs/${path}`, AbortSignal.timeout(timeoutMs));
  return ((await answer.json()) as { data: unknown }).data;
};

export const addAuditWitness = (witness: Command): void => {
  witness
    .argument('<file>', 'what is kept of the log; made the first time')
    .requiredOption('--url <url>', 'where the API of the service is', httpUrl)
    .requiredOption('--api-key-file <file>', 'file that holds a key with the scope compliance:read')
    .option('--key <key>', 'the key of the log, known from elsewhere, or the file that has it', toVerifierKey)
    .option('--name <name>', 'name of a new witness', 'witness.invalid')
    .action(async (file: string, { url, apiKeyFile, key, name }: WitnessCommandOptions, command: Command) => {
      const get = getFrom({ url, apiKey: readFileSync(apiKeyFile, 'utf8').trim() });
      const found = await witnessLog({ file, get, key: key && formatVerifierKey(key), name });
      if ('fault' in found) {
        process.exitCode = 1;
        print(command, { consistent: false, reason: found.fault }, () => [`✗ ${found.fault}`]);
        return;
      }
      const { origin, size, before, cosignature, isKeyFromService, newKey, notVouched } = found;
      const json = { consistent: true, origin, size, before: before ?? null, cosignature, new_key: newKey ?? null };
      print(command, json, () => [
        before === undefined
          ? `✓ ${origin} is kept from now on, at ${entriesOf(size)}.`
          : `✓ ${origin} has ${entriesOf(size)}, and begins with the ${before} that it had.`,
        ...(isKeyFromService ? ['  Its key comes from the service itself: compare it with what you know of it.'] : []),
        ...(newKey === undefined
          ? []
          : [
              `  Its key was rotated, as an entry says that the key before has signed. Relied on from now on:\n  ${newKey}`,
            ]),
        ...(notVouched === undefined ? [] : [`  A newer key signs it too, which is not relied on yet: ${notVouched}.`]),
        cosignature,
      ]);
    });
};
