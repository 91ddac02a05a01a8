import { BeginAuditLog } from '#libs/application/audit-logs/begin-audit-log.handler.js';
import { ResumeAuditLog } from '#libs/application/audit-logs/resume-audit-log.handler.js';
import { RotateAuditLogKey } from '#libs/application/audit-logs/rotate-audit-log-key.handler.js';
import { sendAsOperator } from '#libs/application/operator-commands.js';
import { LogKey } from '#libs/audit/log-key.js';
import { logNamed, logNumberOf } from '#libs/domain/audit/log-name.js';
import { bothSignMs } from '#libs/domain/audit-log/audit-log.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { logSigningSecretOf, openMasterKey } from '#libs/engines/key-vault.js';
import { openLogSignatures } from '#libs/engines/log-signatures.js';
import { openSignedHeads } from '#libs/engines/signed-heads.js';
import { LogIncompleteError } from '#libs/ports/log-signatures/log-signatures.errors.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { changedEntries, LogContinuation, missingEntries } from '#projections/audit-log/log-continuation.js';
import type { LogPast } from '#projections/audit-log/log-past.js';
import type { Service } from './service.js';

const userAgent = 'transledger command line';

export interface LogKeyChange {
  organizationId: string;
  origin: string;
  verifierKey: string;
}

/** Operations on the signatures of audit logs beside the running service. */
export class LogOperations {
  private constructor(
    private readonly service: Service,
    private readonly signatures: LogSignatures,
    private readonly heads: SignedHeads,
    private readonly signingSecret: Uint8Array,
  ) {}

  static async open(service: Service): Promise<LogOperations> {
    const { settings, pool } = service;
    const signingSecret = logSigningSecretOf(await openMasterKey(settings, pool));
    return new LogOperations(service, openLogSignatures(pool), await openSignedHeads(settings), signingSecret);
  }

  /** The organizations whose logs are signed; those whose logs were stopped when asked for. */
  async organizations({ stopped }: { stopped: boolean }): Promise<string[]> {
    const logs = await this.signatures.all();
    return logs
      .filter(({ stoppedBecause }) => !stopped || stoppedBecause !== undefined)
      .map(({ organizationId }) => organizationId)
      .sort();
  }

  /** Has the log signed with another key as well from now on, and with it alone after 30 days. @throws Rejection */
  async rotateKey(
    organizationId: string,
    reason: string | undefined,
  ): Promise<LogKeyChange & { previousValidUntil: string }> {
    const { origin } = await this.signed(organizationId);
    const key = await this.nextKey(organizationId, origin);
    let validFrom = '';
    await sendAsOperator(this.service, { organizationId, userAgent }, (metadata) => {
      validFrom = metadata.occurredAt;
      return new RotateAuditLogKey({ ...key, ...(reason === undefined ? {} : { reason }) }, metadata);
    });
    const { generation, verifierKey } = key;
    const previousUntil = new Date(Date.parse(validFrom) + bothSignMs).toISOString();
    await this.signatures.addKey(organizationId, { generation, origin, validFrom, previousUntil });
    return { organizationId, origin, verifierKey, previousValidUntil: previousUntil };
  }

  /** Closes a log that is signed no more, and begins another over what remains of it. @throws Rejection */
  async beginLog(
    organizationId: string,
    reason: string,
  ): Promise<LogKeyChange & { previousCheckpoint: string; previousOrigin: string }> {
    const signed = await this.signed(organizationId);
    if (signed.stoppedBecause === undefined)
      throw new Rejection('conflict', {
        message: `The log of ${organizationId} is signed as ever: nothing is to be closed.`,
      });
    const kept = (await this.heads.find([organizationId])).get(organizationId);
    const last = kept !== undefined && kept.size > signed.size ? kept : signed;
    const number = Math.max(logNumberOf(signed.origin), logNumberOf(kept?.origin ?? signed.origin)) + 1;
    const origin = logNamed(signed.origin, number);
    const key = await this.nextKey(organizationId, origin);
    const log = { ...key, previousCheckpoint: last.checkpoint, reason };
    let validFrom = '';
    await sendAsOperator(this.service, { organizationId, userAgent }, (metadata) => {
      validFrom = metadata.occurredAt;
      return new BeginAuditLog(log, metadata);
    });
    await this.signatures.beginLog(organizationId, { generation: key.generation, origin, validFrom });
    const { verifierKey } = key;
    return { organizationId, origin, verifierKey, previousCheckpoint: last.checkpoint, previousOrigin: last.origin };
  }

  /**
   * Has a log signed again, if it does begin with what was signed of it, and records why. `withoutCopy`: although nothing is
   * known of it outside the database any more. A log that is signed as ever stays so, and nothing is recorded.
   * @returns `brokenBecause` where it stays as it is, `wasSigned` where nothing was to be done
   */
  async resume(
    organizationId: string,
    { withoutCopy, reason }: { withoutCopy: boolean; reason: string | null },
  ): Promise<{ organizationId: string; brokenBecause?: string; wasSigned?: true }> {
    await this.service.caughtUp('audit-log');
    const tree = new AuditLogTree(this.service.readModels, this.signatures);
    const signed = await this.signed(organizationId);
    const kept = (await this.heads.find([organizationId])).get(organizationId);
    const before = { ...signed, isKeptOutside: signed.isKeptOutside && !withoutCopy };
    const keys = await this.signatures.keys(organizationId);
    const brokenBecause = await this.brokenBecause(tree, organizationId, { before, kept, keys });
    if (brokenBecause !== undefined) return { organizationId, brokenBecause };
    const isWithoutCopy = withoutCopy && kept === undefined;
    const { origin, stoppedBecause = null } = signed;
    if (stoppedBecause === null && !isWithoutCopy) return { organizationId, wasSigned: true };
    const log = { origin, stoppedBecause, reason, withoutCopy: isWithoutCopy };
    await sendAsOperator(this.service, { organizationId, userAgent }, (metadata) => new ResumeAuditLog(log, metadata));
    await this.signatures.resume(organizationId, { withoutCopy: isWithoutCopy });
    return { organizationId };
  }

  /** The first thing that is wrong with a log; undefined where it does begin with what was signed of it. */
  private async brokenBecause(tree: AuditLogTree, organizationId: string, past: LogPast): Promise<string | undefined> {
    const size = await tree.size(organizationId);
    const continuation = new LogContinuation(tree, this.signatures);
    try {
      const found = await continuation.of(organizationId, size, past);
      if ('brokenBecause' in found) return found.brokenBecause;
      return (await continuation.isAsKept(organizationId, size)) ? undefined : changedEntries;
    } catch (error) {
      if (error instanceof LogIncompleteError) return missingEntries;
      throw error;
    }
  }

  private async signed(organizationId: string) {
    const signed = await this.signatures.find(organizationId);
    if (signed !== undefined) return signed;
    throw new Rejection('not_found', { message: `Nothing was signed of the log of ${organizationId} yet.` });
  }

  private async nextKey(organizationId: string, origin: string) {
    const keys = await this.signatures.keys(organizationId);
    const generation = Math.max(0, ...keys.map((key) => key.generation)) + 1;
    const { verifierKey } = new LogKey(this.signingSecret, organizationId, { origin, generation });
    return { origin, generation, verifierKey };
  }
}
