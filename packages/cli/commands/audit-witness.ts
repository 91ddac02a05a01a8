import {
  formatVerifierKey,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type VerifierKey,
} from '@transledger/audit-proof';
import {
  type LogService,
  type WitnessedLog,
  witnessAsJson,
  witnessLines,
  witnessLog,
} from '@transledger/audit-proof/files';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { ExitName } from '../exit-codes.js';
import { keepKey, keptKeysOf } from '../log-keys.js';
import { toDuration } from '../option-values.js';
import type { Runner } from '../runner.js';

interface WitnessOptions {
  key?: VerifierKey;
  name: string;
  maxAge?: number;
}

const maxRotations = 1_000;

const logServiceOf = async (context: Context): Promise<LogService> => {
  const { auditLogs } = await context.client();
  const { call } = context;
  return {
    keys: () => auditLogs.keys(call),
    checkpoint: () => auditLogs.checkpoint({}, call),
    consistency: ({ from, to }) => auditLogs.consistency({ from: String(from), to: String(to) }, call),
    rotations: () => auditLogs.list({ action: ['log_key_rotate'], limit: maxRotations }, call).page(),
    proof: (id, { size }) => auditLogs.proof(id, { size: String(size) }, call),
  };
};

/** The key to verify with: the one that was given, else the newest that is kept of the log. */
const keyFor = async (
  context: Context,
  service: LogService,
  given: VerifierKey | undefined,
): Promise<VerifierKey | undefined> => {
  if (given !== undefined) return given;
  const { checkpoint } = await service.checkpoint();
  const { origin } = parseCheckpoint(parseNote(checkpoint).text);
  return (await keptKeysOf(context.io.env, origin)).at(-1);
};

/** Keeps the key that the log was verified with, and one that it has vouched for. */
const keep = async ({ io, output }: Context, { origin, verifierKey, newKey }: WitnessedLog): Promise<void> => {
  const kept = await keptKeysOf(io.env, origin);
  for (const key of [verifierKey, newKey]) {
    if (key === undefined || kept.some((other) => formatVerifierKey(other) === key)) continue;
    await keepKey(io.env, parseVerifierKey(key));
    output.note(
      `The key is kept of this log from now on. Compare it with the one that its operator tells you:\n${key}`,
    );
  }
};

const witness = async (context: Context, file: string, { key, name, maxAge }: WitnessOptions): Promise<ExitName> => {
  const { io, output } = context;
  const service = await logServiceOf(context);
  const relied = await keyFor(context, service, key);
  const found = await witnessLog({ file, service, key: relied && formatVerifierKey(relied), name });
  if ('fault' in found) {
    await output.print(witnessAsJson(found), () => witnessLines(found));
    return found.fault.kind === 'inconsistent' ? 'log' : 'proof';
  }
  await keep(context, found);
  const since = found.beforeAt && io.now() - found.beforeAt.getTime();
  const isStale = maxAge !== undefined && since !== undefined && since > maxAge;
  const json = { ...witnessAsJson(found), before_at: found.beforeAt?.toISOString() ?? null, stale: isStale };
  await output.print(json, () => witnessLines(found));
  if (isStale) output.warn(`It was last run ${found.beforeAt?.toISOString()}: longer ago than --max-age.`);
  return isStale ? 'stale' : 'ok';
};

export const addAuditWitness = (audit: Command, run: Runner, toLogKey: (text: string) => VerifierKey): void => {
  audit
    .command('witness')
    .description('keep the last checkpoint of the log in a file, cosigned, and compare each new one with it')
    .argument('<file>', 'what is kept of the log; made the first time')
    .option(
      '--key <key>',
      'the key of the log, known from elsewhere, or the file that has it; else the one that is kept',
      toLogKey,
    )
    .option('--name <name>', 'name of a new witness', 'witness.invalid')
    .option('--max-age <span>', 'end with 23 where it was last run longer ago, such as 48h', toDuration)
    .action(run(async (context, file: string, options: WitnessOptions) => witness(context, file, options)));
};
