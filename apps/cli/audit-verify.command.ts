import type { X509Certificate } from 'node:crypto';
import type { VerifierKey, WitnessPolicy } from '@transledger/audit-proof';
import { type FileVerdict, faultOf, verifyProofFile } from '@transledger/audit-proof/files';
import type { Command } from 'commander';
import { toCertificates, toLogKey, toPolicy, toRevocations } from './audit-relied.js';
import { VouchedFault, vouchedAsJson, vouchedFor, vouchedLines } from './audit-vouched.js';
import { print } from './output.js';

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

/** Prints the verdict; a file that is not to be trusted ends the program with 1. */
const printVerdict = (command: Command, { verified, json, lines, keyLines }: FileVerdict): void => {
  if (verified === undefined) process.exitCode = 1;
  print(command, json, () =>
    verified === undefined ? [...lines, '  The file is not to be trusted.'] : [...lines, ...keyLines],
  );
};

/** Adds what others say of a verified file: one for which they do not vouch as they should is refused. */
const withVouched = async (verdict: FileVerdict, relied: VerifyOptions): Promise<FileVerdict> => {
  const { verified, json, keyLines } = verdict;
  if (verified === undefined) return verdict;
  try {
    const vouched = await vouchedFor(verified, relied);
    return {
      ...verdict,
      json: { ...json, ...vouchedAsJson(vouched) },
      keyLines: [...keyLines, ...vouchedLines(vouched)],
    };
  } catch (error) {
    if (error instanceof VouchedFault) return faultOf(error.message);
    throw error;
  }
};

const verifyGiven = async (file: string, options: VerifyOptions, command: Command): Promise<void> => {
  const logs = options.policy?.logs ?? [];
  const key = options.key ?? (logs.length === 1 ? logs[0] : undefined);
  printVerdict(command, await withVouched(await verifyProofFile(file, key), options));
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
    .option('--key <key>', 'the key of the log, known from elsewhere, or the file that has it', toLogKey)
    .option('--policy <file>', 'witnesses that must have cosigned it: a C2SP tlog-policy', toPolicy)
    .option('--tsa-ca <file>', 'certificates of authorities, one of which must have stamped it, PEM', toCertificates)
    .option('--tsa-crl <file>', 'with --tsa-ca: certificates that authorities revoked, PEM', toRevocations)
    .action((file: string | undefined, options: VerifyOptions, command: Command) => {
      assertUsed(file, options, command);
      return file === undefined ? verifyRunning(options.organization, command) : verifyGiven(file, options, command);
    });
};
