import { setTimeout as sleep } from 'node:timers/promises';
import { consistencyProof, type Subtree } from '@transledger/audit-proof';
import { LRUCache } from 'lru-cache';
import { LogKeys } from '#libs/audit/log-key.js';
import type { LogKeyPeriod } from '#libs/domain/audit/log-key-period.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Cosignatures } from '#libs/ports/log-signatures/cosignatures.port.js';
import type { LogSignatures, SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { TimeStamp, TimeStamps } from '#libs/ports/log-signatures/time-stamps.port.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { EarlierTrees, type EarlierTreesOptions } from '#projections/audit-log/earlier-trees.js';
import type { LogTree, ShownTimeStamp, SignedHead } from './log-tree.port.js';

export interface SignedLogsOptions {
  tree: Pick<AuditLogTree, 'hashes' | 'reader' | 'size'>;
  signatures: Pick<LogSignatures, 'find' | 'keys' | 'stop'>;
  cosignatures: Pick<Cosignatures, 'of' | 'newestSize'>;
  timeStamps: Pick<TimeStamps, 'newest' | 'firstWith'>;
  /** 32 bytes. */
  signingSecret: Uint8Array;
  logger: EarlierTreesOptions['logger'];
}

/** A log is signed within a second of its growth: this many looks wait twice as long. */
const looks = 20;
const lookEveryMs = 100;

/** Logs whose derived keys are held. */
const maxKnownKeys = 1_000;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The organizations' logs as far as they are signed. */
export class SignedLogs implements LogTree {
  private readonly earlier: EarlierTrees;
  /** By organization and its periods of keys: to derive a key takes longer than to read which there are. */
  private readonly knownKeys = new LRUCache<string, LogKeys>({ max: maxKnownKeys });

  constructor(private readonly options: SignedLogsOptions) {
    this.earlier = new EarlierTrees(options);
  }

  async newest(organizationId: string): Promise<SignedHead> {
    const [signed, keys] = await Promise.all([this.signed(organizationId), this.keysOf(organizationId)]);
    return this.headOf(signed, signed, keys);
  }

  async current(organizationId: string): Promise<SignedHead> {
    const size = await this.options.tree.size(organizationId);
    let head = await this.newest(organizationId);
    for (let look = 0; head.size < size && look < looks; look += 1) {
      await sleep(lookEveryMs);
      head = await this.newest(organizationId);
    }
    return head;
  }

  /**
   * The head of an earlier size, signed when it is asked for, if what was signed last begins with it.
   * @throws Rejection `invalid_request` for a size that is not signed; `service_unavailable` where nothing may be signed
   */
  async headAt(organizationId: string, size: number): Promise<SignedHead> {
    const signed = await this.signed(organizationId);
    assertSigned('size', size, signed);
    // After the head: without the key that signed it the log would count as broken.
    const keys = await this.keysOf(organizationId);
    if (size === signed.size) return this.headOf(signed, signed, keys);
    const root = await this.earlier.root(signed, size, keys);
    const now = new Date();
    const checkpoint = await keys.sign(signed.origin, { size, root }, now);
    return this.headOf(signed, { size, root, checkpoint, signedAt: now.toISOString() }, keys);
  }

  /** The newest signature of a log. @throws Rejection `service_unavailable` while it has none */
  async signed(organizationId: string): Promise<SignedLog> {
    for (let look = 0; look < looks; look += 1) {
      const found = await this.options.signatures.find(organizationId);
      if (found !== undefined) return found;
      await sleep(lookEveryMs);
    }
    throw new Rejection('service_unavailable', { message: 'The audit log is not signed yet. Try again in a moment.' });
  }

  /** The keys of an organization's logs, for those who verify, the oldest first. */
  async keys(organizationId: string): Promise<(LogKeyPeriod & { verifierKey: string })[]> {
    await this.signed(organizationId);
    const periods = await this.options.signatures.keys(organizationId);
    const keys = this.keysOfPeriods(organizationId, periods);
    return periods.map((period) => ({ ...period, verifierKey: keys.keyOf(period).verifierKey }));
  }

  /** The newest head that a witness has cosigned; undefined where none has, and where the log is signed no more. */
  async newestCosigned(organizationId: string): Promise<SignedHead | undefined> {
    const signed = await this.signed(organizationId);
    if (signed.stoppedBecause !== undefined) return undefined;
    const size = await this.options.cosignatures.newestSize(organizationId, signed.origin);
    return size === undefined || size > signed.size ? undefined : this.headAt(organizationId, size);
  }

  async timestamps(organizationId: string, { size, fields: { origin } }: SignedHead): Promise<ShownTimeStamp[]> {
    const stamp = await this.options.timeStamps.newest({ organizationId, origin }, size);
    return this.shown(organizationId, stamp, size);
  }

  /** The first time stamp of a tree with an entry that the head continues: it says how early the entry was there. */
  async timestampsWith(
    organizationId: string,
    { size, fields: { origin } }: SignedHead,
    number: number,
  ): Promise<ShownTimeStamp[]> {
    const stamp = await this.options.timeStamps.firstWith({ organizationId, origin }, number, size);
    return this.shown(organizationId, stamp, size);
  }

  hashes(organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
    return this.options.tree.hashes(organizationId, subtrees);
  }

  private async keysOf(organizationId: string): Promise<LogKeys> {
    return this.keysOfPeriods(organizationId, await this.options.signatures.keys(organizationId));
  }

  private keysOfPeriods(organizationId: string, periods: readonly LogKeyPeriod[]): LogKeys {
    const name = JSON.stringify([organizationId, periods]);
    const keys = this.knownKeys.get(name) ?? new LogKeys(this.options.signingSecret, organizationId, periods);
    this.knownKeys.set(name, keys);
    return keys;
  }

  private async shown(organizationId: string, stamp: TimeStamp | undefined, to: number): Promise<ShownTimeStamp[]> {
    if (stamp === undefined) return [];
    const { size, text, token, time } = stamp;
    const hashes = await consistencyProof(size, to, this.options.tree.reader(organizationId));
    return [{ size, time: time.toISOString(), text, token: base64(token), hashes: hashes.map(base64) }];
  }

  private async headOf(
    signed: SignedLog,
    { size, root, checkpoint, signedAt }: Pick<SignedLog, 'size' | 'root' | 'checkpoint' | 'signedAt'>,
    keys: LogKeys,
  ): Promise<SignedHead> {
    const { organizationId, origin } = signed;
    // Where they were read beside the head, one that was begun just then is not among them.
    const signer = keys.signerOf(checkpoint) ?? (await this.keysOf(organizationId)).signerOf(checkpoint);
    const cosignatures = await this.options.cosignatures.of({ organizationId, origin, size });
    return {
      size,
      fields: {
        origin: signed.origin,
        size,
        root_hash: base64(root),
        signed_at: signedAt,
        checkpoint: `${checkpoint}${cosignatures.join('')}`,
        cosignatures,
        verifier_key: signer?.verifierKey ?? '',
      },
    };
  }
}

/** @throws Rejection `invalid_request` unless the size is one of a signed tree with entries */
export const assertSigned = (field: string, size: number, signed: Pick<SignedLog, 'size'>): void => {
  if (Number.isSafeInteger(size) && size > 0 && size <= signed.size) return;
  const what = `must be from 1 to ${signed.size}, the size that is signed`;
  throw new Rejection('invalid_request', { details: { [field]: [what] } });
};
