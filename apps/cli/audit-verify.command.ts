import type { X509Certificate } from 'node:crypto';
import { type VerifierKey, verifyReceipt, type WitnessPolicy } from '@transledger/audit-proof';
import type { Command } from 'commander';
import { checkpointIn, type ShownCheckpoint, verifyCheckpoint } from './audit-checkpoint.js';
import { receiptAsJson, receiptIn, receiptLines } from './audit-receipt.js';
import { toCertificates, toPolicy, toRevocations } from './audit-relied.js';
import { assertExport, assertVerifiable } from './audit-unverifiable.js';
import { toVerifierKey, verdictAsJson, verdictLines, verifyFile } from './audit-verify.js';
import { type Vouched, VouchedFault, vouchedAsJson, vouchedFor, vouchedLines } from './audit-vouched.js';
import { entriesOf, print } from './output.js';

interface VerifyOptions {
  key?: VerifierKey;
  organization?: string;
  policy?: WitnessPolicy;
  tsaCa?: X509Certificate[];
  tsaCrl?: Uint8Array[];
}

const verifyRunning = async (organization: string | undefined, command: Command): Promise<void> => {
  const log = await import('./audit-verify-log.js');
  const found = await log.verifyRunningLog(organization);
  print(command, log.logVerdictAsJson(found), () => log.logVerdictLines(found));
  if ('fault' in found) process.exitCode = 1;
};

/** Prints what is proven, and what others say of it: a file for which they do not vouch as they should is refused. */
const printWith = async (
  command: Command,
  relied: VerifyOptions,
  verified: Parameters<typeof vouchedFor>[0],
  shown: { json: object; lines: string[] },
): Promise<void> => {
  let vouched: Vouched;
  try {
    vouched = await vouchedFor(verified, relied);
  } catch (error) {
    if (!(error instanceof VouchedFault)) throw error;
    printFault(command, error.message);
    return;
  }
  print(command, { ...shown.json, ...vouchedAsJson(vouched) }, () => [...shown.lines, ...vouchedLines(vouched)]);
};

/** Prints why a file is refused, and ends the program with 1. */
const printRefusal = (command: Command, shown: { json: object; lines: string[] }): void => {
  process.exitCode = 1;
  print(command, shown.json, () => [...shown.lines, '  The file is not to be trusted.']);
};

const printFault = (command: Command, reason: string): void =>
  printRefusal(command, { json: { verified: false, entry_id: null, reason }, lines: [`✗ ${reason}`] });

const verifyCheckpointFile = async (
  shown: ShownCheckpoint,
  key: VerifierKey | undefined,
  options: VerifyOptions,
  command: Command,
): Promise<void> => {
  if (key === undefined) command.error('✗ A checkpoint has no key in it: pass that of the log with --key.');
  const found = await verifyCheckpoint(shown, key as VerifierKey);
  if ('fault' in found) return printFault(command, found.fault);
  const { origin, size } = found.verified;
  await printWith(command, options, found.verified, {
    json: { verified: true, origin, size, identity_proven: true },
    lines: [`✓ ${origin} has ${entriesOf(size)}, as the given key has signed.`],
  });
};

const verifyGiven = async (file: string, options: VerifyOptions, command: Command): Promise<void> => {
  assertVerifiable(file);
  const logs = options.policy?.logs ?? [];
  const key = options.key ?? (logs.length === 1 ? logs[0] : undefined);
  const isKeyGiven = key !== undefined;
  const receipt = receiptIn(file);
  if (receipt !== undefined) {
    const found = await verifyReceipt(receipt, key);
    const shown = { json: receiptAsJson(found, isKeyGiven), lines: receiptLines(found, isKeyGiven) };
    if ('verified' in found) return printWith(command, options, found.verified, shown);
    return printRefusal(command, shown);
  }
  const checkpoint = checkpointIn(file);
  if (checkpoint !== undefined) return verifyCheckpointFile(checkpoint, key, options, command);
  assertExport(file);
  const verdict = await verifyFile(file, key);
  const shown = { json: verdictAsJson(verdict, isKeyGiven), lines: verdictLines(verdict, isKeyGiven) };
  if ('verified' in verdict) return printWith(command, options, verdict.verified, shown);
  printRefusal(command, shown);
};

/** Refuses what would be passed over: whoever gives a key relies on it. */
const assertUsed = (file: string | undefined, options: VerifyOptions, command: Command): void => {
  const { organization, key, policy, tsaCa, tsaCrl } = options;
  if (tsaCrl !== undefined && tsaCa === undefined) command.error('✗ --tsa-crl needs --tsa-ca.');
  if (file !== undefined && organization !== undefined)
    command.error('✗ --organization is for the log where it stands: leave it out, or the file.');
  if (file === undefined && (key ?? policy ?? tsaCa) !== undefined)
    command.error('✗ --key, --policy and --tsa-ca are for a file: name an export, a receipt or a checkpoint.');
};

export const addAuditVerify = (verify: Command): void => {
  verify
    .argument('[file]', 'the export, the receipt or the checkpoint; - reads an export from standard input')
    .option('--organization <id>', 'whose log is verified, without a file; needed when there are several')
    .option('--key <key>', 'the key of the log, known from elsewhere, or the file that has it', toVerifierKey)
    .option('--policy <file>', 'witnesses that must have cosigned it: a C2SP tlog-policy', toPolicy)
    .option('--tsa-ca <file>', 'certificates of authorities, one of which must have stamped it, PEM', toCertificates)
    .option('--tsa-crl <file>', 'with --tsa-ca: certificates that authorities revoked, PEM', toRevocations)
    .action((file: string | undefined, options: VerifyOptions, command: Command) => {
      assertUsed(file, options, command);
      return file === undefined ? verifyRunning(options.organization, command) : verifyGiven(file, options, command);
    });
};
