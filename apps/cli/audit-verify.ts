import { createReadStream, existsSync } from 'node:fs';
import {
  type ExportVerdict,
  formatVerifierKey,
  parseVerifierKey,
  type VerifierKey,
  verifyExport,
} from '@transledger/audit-proof';
import { InvalidArgumentError } from 'commander';
import { contentOf } from './audit-relied.js';
import { olderLines } from './audit-times.js';
import { entriesOf } from './output.js';

/** Bytes read at a time. */
const pieceBytes = 1024 * 1024;

/** A key of the log as it is written, or the file that has it, for the command line. */
export const toVerifierKey = (given: string): VerifierKey => {
  const text = existsSync(given) ? contentOf(given).trim() : given;
  try {
    return parseVerifierKey(text);
  } catch {
    const what = text === given ? '' : ` The file ${given} has none.`;
    throw new InvalidArgumentError(`A key of a log is written <name>+<id>+<base64>.${what}`);
  }
};

/** Verifies an export in NDJSON; `-` reads standard input. */
export const verifyFile = (file: string, key: VerifierKey | undefined): Promise<ExportVerdict> =>
  verifyExport(file === '-' ? process.stdin : createReadStream(file, { highWaterMark: pieceBytes }), key);

/** The verdict as programs read it. */
export const verdictAsJson = (verdict: ExportVerdict, isKeyGiven: boolean): object => {
  if ('fault' in verdict) {
    const { entryId = null, line, reason } = verdict.fault;
    return { verified: false, entry_id: entryId, line, reason };
  }
  const {
    exportId,
    organizationId = null,
    leftOut,
    verifierKey,
    checkpoint: _,
    stamped: __,
    ...rest
  } = verdict.verified;
  return {
    verified: true,
    export_id: exportId,
    organization_id: organizationId,
    ...rest,
    left_out: leftOut,
    verifier_key: formatVerifierKey(verifierKey),
    identity_proven: isKeyGiven,
  };
};

/** The verdict as people read it. */
export const verdictLines = (verdict: ExportVerdict, isKeyGiven: boolean): string[] => {
  if ('fault' in verdict) {
    const { entryId, line, reason } = verdict.fault;
    return [entryId === undefined ? `✗ line ${line}: ${reason}` : `✗ ${entryId}: ${reason} (line ${line})`];
  }
  const { exportId, entries, leftOut, erased, unproven, older, origin, size, verifierKey } = verdict.verified;
  return [
    `✓ ${exportId}: ${entriesOf(entries)}, each as the log ${origin} has it in its tree of ${size}.`,
    ...(leftOut === 0
      ? []
      : [`  ${entriesOf(leftOut)} ${leftOut === 1 ? 'is' : 'are'} not in the file. It proves nothing of why.`]),
    ...(erased === 0 ? [] : [`  ${erased} personal values are erased.`]),
    ...(unproven === 0
      ? []
      : [`  ${unproven} personal values are of before there were commitments: nothing proves them.`]),
    ...olderLines(older),
    isKeyGiven
      ? '  The checkpoint is signed with the given key.'
      : `  The signature is by the key in the file, which proves no identity. Compare it with the log's, and pass it with --key:\n  ${formatVerifierKey(verifierKey)}`,
  ];
};
