import type { ExportVerdict } from '../export-verification.js';
import { entriesOf } from './entries-of.js';
import { olderLines } from './older-lines.js';

/** The verdict as programs read it, but for whose key it is. */
export const exportAsJson = (verdict: ExportVerdict): object => {
  if ('fault' in verdict) {
    const { entryId = null, line, reason } = verdict.fault;
    return { verified: false, entry_id: entryId, line, reason };
  }
  const {
    exportId,
    organizationId = null,
    leftOut,
    verifierKey: _,
    checkpoint: __,
    stamped: ___,
    ...rest
  } = verdict.verified;
  return { verified: true, export_id: exportId, organization_id: organizationId, ...rest, left_out: leftOut };
};

/** The verdict as people read it, but for whose key it is. */
export const exportLines = (verdict: ExportVerdict): string[] => {
  if ('fault' in verdict) {
    const { entryId, line, reason } = verdict.fault;
    return [entryId === undefined ? `✗ line ${line}: ${reason}` : `✗ ${entryId}: ${reason} (line ${line})`];
  }
  const { exportId, entries, leftOut, erased, unproven, older, origin, size } = verdict.verified;
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
  ];
};
