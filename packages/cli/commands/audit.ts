import { readFile } from 'node:fs/promises';
import { formatVerifierKey, parsePolicy, type VerifierKey, type WitnessPolicy } from '@transledger/audit-proof';
import { logKeyOf, NotVerifiableError, verifyProofFile } from '@transledger/audit-proof/files';
import type { AuditEntry, Query } from '@transledger/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../command-error.js';
import type { Context } from '../context.js';
import type { ExitName } from '../exit-codes.js';
import { forgetKeys, keepKey, readKeptKeys } from '../log-keys.js';
import { toCount, toDuration } from '../option-values.js';
import { writeWhole } from '../received-file.js';
import type { Runner } from '../runner.js';
import { addAuditExport } from './audit-export.js';
import { addAuditFilters, auditFiltersIn } from './audit-filters.js';
import { addAuditTail } from './audit-tail.js';
import { judge, judgedLines } from './audit-verdict.js';
import { addAuditWitness } from './audit-witness.js';

const pageSize = 1_000;

/** A key of a log as it is written, or the file that has it. @throws InvalidArgumentError */
const toLogKey = (text: string): VerifierKey => {
  try {
    return logKeyOf(text);
  } catch (error) {
    throw error instanceof NotVerifiableError ? new InvalidArgumentError(error.message) : error;
  }
};

const headings = ['TIME', 'ACTION', 'RESULT', 'RESOURCE', 'USER', 'ENTRY'];

const rowOf = ({ timestamp, action, result, resource_id, user_id, id }: AuditEntry) => [
  timestamp,
  action,
  result,
  resource_id,
  user_id,
  id,
];

const list = async (context: Context, options: { limit: number }): Promise<void> => {
  const query = { ...auditFiltersIn(options), limit: Math.min(options.limit, pageSize) } as Query<'listAuditLogs'>;
  const found = await (await context.client()).auditLogs.list(query, context.call).first(options.limit);
  await context.output.list(found, headings, rowOf);
};

const receipt = async (context: Context, id: string, out: string | undefined): Promise<void> => {
  const found = await (await context.client()).auditLogs.receipt(id, context.call);
  const text = JSON.stringify(found);
  if (out === undefined) return context.output.write(`${text}\n`);
  await writeWhole(out, ofOne(Buffer.from(text)));
  context.output.done(out);
};

async function* ofOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

interface VerifyOptions {
  key?: VerifierKey;
  policy?: string;
  maxAge?: number;
}

const policyIn = async (file: string): Promise<WitnessPolicy> => {
  try {
    return parsePolicy(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError('input', `${file}: ${error.message}.`);
    throw error;
  }
};

const verify = async (context: Context, file: string, options: VerifyOptions): Promise<ExitName> => {
  const policy = options.policy === undefined ? undefined : await policyIn(options.policy);
  const logs = policy?.logs ?? [];
  const key = options.key ?? (logs.length === 1 ? logs[0] : undefined);
  const verdict = await verifyProofFile(file, key);
  const judged = await judge(context, verdict, { key, policy, maxAge: options.maxAge });
  await context.output.print(judged.json, () => judgedLines(judged));
  return judged.exit;
};

const listKeys = async ({ io, output }: Context): Promise<void> => {
  const kept = Object.entries(await readKeptKeys(io.env)).flatMap(([log, keys]) =>
    keys.map((key) => ({ log, key, newest: key === keys.at(-1) })),
  );
  await output.list(kept, ['LOG', 'KEY'], ({ log, key }) => [log, key]);
};

/** `audit`. */
export const addAudit = (program: Command, run: Runner): void => {
  const audit = program.command('audit').description('the audit log: read, follow, take along, verify');
  addAuditFilters(audit.command('list').description('entries of the audit log, newest first'))
    .option('--limit <number>', 'at most so many', toCount, 50)
    .action(run(async (context, options: { limit: number }) => list(context, options)));
  addAuditTail(audit, run);
  addAuditExport(audit, run);
  audit
    .command('receipt')
    .description('the receipt of one entry, a file that verifies alone')
    .argument('<id>')
    .option('--out <file>', 'write to this file; to standard output when omitted')
    .action(run(async (context, id: string, { out }: { out?: string }) => receipt(context, id, out)));
  audit
    .command('verify')
    .description('verify an export, a receipt or a checkpoint, without the service')
    .argument('<file>', 'the file; - reads an export from standard input')
    .option(
      '--key <key>',
      'the key of the log, known from elsewhere, or the file that has it; else the one that is kept',
      toLogKey,
    )
    .option('--policy <file>', 'witnesses that must have cosigned it: a C2SP tlog-policy')
    .option('--max-age <span>', 'with --policy: how old the newest cosignature may be, such as 24h', toDuration)
    .action(run(async (context, file: string, options: VerifyOptions) => verify(context, file, options)));
  addAuditWitness(audit, run, toLogKey);
  audit
    .command('keys')
    .description('the keys of logs that are kept')
    .action(run(async (context) => listKeys(context)));
  audit
    .command('trust')
    .description('keep a key of a log that you know from elsewhere, such as a new one after a rotation')
    .argument('<key>', 'the key, or the file that has it')
    .action(
      run(async ({ io, output }, given: string) => {
        const key = logKeyOf(given);
        await keepKey(io.env, key);
        await output.print({ log: key.name, key: formatVerifierKey(key) }, () => [`The key is kept for ${key.name}.`]);
      }),
    );
  audit
    .command('distrust')
    .description('forget the keys of a log')
    .argument('<log>', 'its name, as audit keys lists it')
    .action(
      run(async ({ io, output }, log: string) => {
        if (!(await forgetKeys(io.env, log))) throw new CommandError('input', `No key of ${log} is kept.`);
        await output.print({ log, forgotten: true }, () => [`The keys of ${log} are forgotten.`]);
      }),
    );
};
