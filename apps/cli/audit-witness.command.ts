import { readFileSync } from 'node:fs';
import { formatVerifierKey, type VerifierKey } from '@transledger/audit-proof';
import { logServiceAt, witnessAsJson, witnessLines, witnessLog } from '@transledger/audit-proof/files';
import type { Command } from 'commander';
import { httpUrl } from './arguments.js';
import { toLogKey } from './audit-relied.js';
import { print } from './output.js';
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
    .option('--key <key>', 'the key of the log, known from elsewhere, or the file that has it', toLogKey)
    .option('--name <name>', 'name of a new witness', 'witness.invalid')
    .action(async (file: string, { url, apiKeyFile, key, name }: WitnessCommandOptions, command: Command) => {
      const service = logServiceAt(getFrom({ url, apiKey: readFileSync(apiKeyFile, 'utf8').trim() }));
      const found = await witnessLog({ file, service, key: key && formatVerifierKey(key), name });
      if ('fault' in found) process.exitCode = 1;
      print(command, witnessAsJson(found), () => witnessLines(found));
    });
};
