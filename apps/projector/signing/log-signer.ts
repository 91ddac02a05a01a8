import { LogKeys } from '#libs/audit/log-key.js';
import { firstKeyOf } from '#libs/domain/audit/log-key-period.js';
import { isLaterLog } from '#libs/domain/audit/log-name.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { LogSignatures, SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import { type KeptHead, partOf, type SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { LogContinuation, signedNoMoreLine } from '#projections/audit-log/log-continuation.js';
import type { LogPast } from '#projections/audit-log/log-past.js';
import type { LogToSign } from '#projections/audit-log/logs-to-sign.js';

export interface LogSignerOptions {
  tree: Pick<AuditLogTree, 'roots' | 'hashesAt' | 'size'>;
  signatures: Pick<LogSignatures, 'adopt' | 'all' | 'keep' | 'pasts' | 'replaceAll' | 'stop'>;
  heads: SignedHeads;
  logsToSign: () => Promise<readonly LogToSign[]>;
  /** Whether the read model holds everything that is in the event log. */
  isCaughtUp: () => Promise<boolean>;
  /** 32 bytes. */
  signingSecret: Uint8Array;
  /** Public host of the service: new logs are named after it. */
  host: string;
  logger: Pick<Logger, 'error'>;
}

interface Head {
  before: SignedLog | undefined;
  after: SignedLog;
}

/** Heads that are signed before they are kept and shown. */
const atOnce = 64;
/** Logs of which entries are read at a time. */
const sideBySide = 4;

const isAhead = (kept: KeptHead, signed: SignedLog | undefined): boolean =>
  signed === undefined ||
  (signed.stoppedBecause === undefined &&
    (isLaterLog(kept.origin, signed.origin) || (kept.origin === signed.origin && kept.size > signed.size)));

/**
 * Signs the heads of the logs that grew. What was signed last, in the database and outside of it, has to be the beginning of
 * what is signed next: a log that has lost or changed entries is signed no more, until an operator has looked at it. A
 * head is known outside the database before anybody is shown it.
 */
export class LogSigner {
  private readonly continuation: LogContinuation;

  constructor(private readonly options: LogSignerOptions) {
    this.continuation = new LogContinuation(options.tree, options.signatures);
  }

  /** Signs every log that grew since the last time. */
  async signAll(signal: AbortSignal): Promise<void> {
    await this.signThese(await this.options.logsToSign(), signal);
  }

  /** Looks, whether they grow or not, at the logs of which more is kept outside than the database knows, or nothing any more. */
  async lookOutside(signal: AbortSignal): Promise<void> {
    const { heads, signatures, tree } = this.options;
    const signed = new Map((await signatures.all()).map((log) => [log.organizationId, log]));
    const missing = new Set(
      [...signed.values()]
        .filter(({ isKeptOutside, stoppedBecause }) => isKeptOutside && stoppedBecause === undefined)
        .map(({ organizationId }) => organizationId),
    );
    for await (const some of heads.all()) {
      const logs: LogToSign[] = [];
      for (const kept of some) {
        const { organizationId } = kept;
        missing.delete(organizationId);
        if (isAhead(kept, signed.get(organizationId)))
          logs.push({ organizationId, size: await tree.size(organizationId) });
      }
      await this.signThese(logs, signal);
    }
    for (const organizationId of missing)
      await this.signThese([{ organizationId, size: await tree.size(organizationId) }], signal);
  }

  private async signThese(logs: readonly LogToSign[], signal: AbortSignal): Promise<void> {
    const { heads, signatures } = this.options;
    const inParts = [...logs].sort((one, other) => partOf(one.organizationId) - partOf(other.organizationId));
    for (let at = 0; at < inParts.length; at += atOnce) {
      signal.throwIfAborted();
      const some = inParts.slice(at, at + atOnce);
      const ids = some.map(({ organizationId }) => organizationId);
      const [kept, pasts] = [await heads.find(ids), await signatures.pasts(ids)];
      const signed: Head[] = [];
      for (let next = 0; next < some.length; next += sideBySide) {
        const few = some.slice(next, next + sideBySide).map(async (log) => {
          const { signed: before, keys = [] } = pasts.get(log.organizationId) ?? {};
          return this.signOrTell(log, { before, kept: kept.get(log.organizationId), keys });
        });
        signed.push(...(await Promise.all(few)).filter((head) => head !== undefined));
      }
      signal.throwIfAborted();
      await heads.keep(signed.map(({ after }) => after));
      // Another signer was faster where nothing is replaced; the next round looks again.
      await signatures.replaceAll(signed);
    }
  }

  private async signOrTell(log: LogToSign, past: LogPast): Promise<Head | undefined> {
    try {
      return await this.sign(log, past);
    } catch (err) {
      this.options.logger.error({ err, organization: log.organizationId }, 'an audit log could not be signed');
      return undefined;
    }
  }

  /** @returns undefined where nothing is to be signed */
  private async sign({ organizationId, size }: LogToSign, past: LogPast): Promise<Head | undefined> {
    const { signingSecret, host } = this.options;
    const { before, kept } = past;
    const continuation = await this.continuation.of(organizationId, size, past);
    if ('brokenBecause' in continuation) {
      if (!continuation.mayPass || (await this.options.isCaughtUp()))
        await this.stop(organizationId, continuation.brokenBecause, before, kept);
      return undefined;
    }
    const origin = continuation.origin ?? `${host}/${organizationId}`;
    const keys = new LogKeys(signingSecret, organizationId, past.keys.length === 0 ? [firstKeyOf(origin)] : past.keys);
    const head = { size, root: continuation.root };
    const now = new Date();
    const after: SignedLog = {
      organizationId,
      origin,
      ...head,
      checkpoint: await keys.sign(origin, head, now),
      signedAt: now.toISOString(),
      stoppedBecause: undefined,
      isKeptOutside: true,
    };
    return { before, after };
  }

  private async stop(
    organizationId: string,
    reason: string,
    before: SignedLog | undefined,
    kept: KeptHead | undefined,
  ): Promise<void> {
    const { signatures, logger } = this.options;
    if (before === undefined && kept !== undefined) {
      const signedAt = new Date().toISOString();
      await signatures.adopt({ ...kept, signedAt, stoppedBecause: reason, isKeptOutside: true });
    }
    await signatures.stop(organizationId, reason);
    logger.error({ organization: organizationId, size: before?.size, kept_size: kept?.size, reason }, signedNoMoreLine);
  }
}
