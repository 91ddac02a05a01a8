import { entriesOf, olderLines } from '@transledger/audit-proof/files';
import { LogKeys } from '#libs/audit/log-key.js';
import { logSigningSecretOf, openMasterKey } from '#libs/engines/key-vault.js';
import { openLogSignatures } from '#libs/engines/log-signatures.js';
import { openSignedHeads } from '#libs/engines/signed-heads.js';
import type { AuditLogFault } from '#projections/audit-log/audit-log-fault.js';
import { type VerifiedAuditLog, verifyAuditLog } from '#projections/audit-log/audit-log-verification.js';
import { chooseOrganization } from './choose-organization.js';
import { endProgress, progressLine } from './output.js';
import { type Service, withService } from './service.js';

/** Entries between two lines of progress. */
const tellEvery = 1_000;

export type LogVerdict = { organizationId: string } & ({ verified: VerifiedAuditLog } | { fault: AuditLogFault });

/** Whether every head is signed by the key that the master key leads to. */
const isOurs = async ({ settings, pool }: Service, organizationId: string, { notes }: VerifiedAuditLog) => {
  if (notes.length === 0) return true;
  const secret = logSigningSecretOf(await openMasterKey(settings, pool));
  const keys = new LogKeys(secret, organizationId, await openLogSignatures(pool).keys(organizationId));
  const areOurs = await Promise.all(notes.map((note) => keys.haveSigned(note)));
  return areOurs.every((isOurs) => isOurs);
};

/** Verifies the log of an organization where it stands, beside the running service. */
export const verifyRunningLog = (organization: string | undefined): Promise<LogVerdict> =>
  withService(async (service) => {
    const organizationId = await chooseOrganization(service, organization);
    const { eventStore, pool, settings } = service;
    const passed = await eventStore.head();
    await service.caughtUp('audit-log');
    const sources = {
      readModels: service.readModels,
      eventStore,
      passed,
      signatures: openLogSignatures(pool),
      heads: await openSignedHeads(settings),
    };
    const verdict = await verifyAuditLog(sources, organizationId, (entries) => {
      if (entries % tellEvery === 0) progressLine(`${entries} entries`);
    });
    endProgress();
    if ('verified' in verdict && !(await isOurs(service, organizationId, verdict.verified)))
      return { organizationId, fault: { entryId: undefined, reason: 'its head is signed with another key' } };
    return { organizationId, ...verdict };
  });

/** The verdict as programs read it. */
export const logVerdictAsJson = (verdict: LogVerdict): object => {
  const { organizationId: organization_id } = verdict;
  if ('fault' in verdict) {
    const { entryId = null, reason } = verdict.fault;
    return { verified: false, organization_id, entry_id: entryId, reason };
  }
  const { entries, older, signed, stoppedBecause = null } = verdict.verified;
  const { origin = null, size = 0 } = signed ?? {};
  return { verified: true, organization_id, entries, older, origin, signed: size, stopped_because: stoppedBecause };
};

/** The verdict as people read it. */
export const logVerdictLines = (verdict: LogVerdict): string[] => {
  if ('fault' in verdict)
    return [`✗ ${verdict.fault.entryId ?? `the log of ${verdict.organizationId}`}: ${verdict.fault.reason}`];
  const { entries, older, signed, stoppedBecause } = verdict.verified;
  const last =
    signed === undefined ? 'Nothing of it is signed yet.' : `${signed.size} of them are signed, as ${signed.origin}.`;
  return [
    `✓ ${entriesOf(entries)} of ${verdict.organizationId}, each as its event says. ${last}`,
    ...olderLines(older),
    ...(stoppedBecause === undefined
      ? []
      : [`  Nothing more is signed of it: ${stoppedBecause}. audit resume-log looks again.`]),
  ];
};
