import type { LogKeyPeriod } from '#libs/domain/audit/log-key-period.js';
import { isLaterLog, logNumberOf } from '#libs/domain/audit/log-name.js';
import { type LogSignatures, levelsOfTile, type SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { KeptHead } from '#libs/ports/signed-heads/signed-heads.port.js';
import { type AuditLogTree, rootOfHashes } from './audit-log-tree.js';

/** The past of a log, as the database and the copy outside it know it. */
export interface LogPast {
  /** The newest signed head, as the database knows it. */
  before: SignedLog | undefined;
  /** The same outside the database. */
  kept: KeptHead | undefined;
  keys: readonly LogKeyPeriod[];
}

export type Continuation =
  /** `origin`: name of the log that goes on; undefined for one that is the first of its organization. `root`: that of its tree. */
  | { origin: string | undefined; root: Uint8Array }
  /** `mayPass`: also what a log looks like whose read model is being made anew. */
  | { brokenBecause: string; mayPass: boolean };

const tileWidth = 2 ** levelsOfTile;
/** Kept roots that are computed at once, from 256 hashes each. */
const nodesAtOnce = 16;

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);
const broken = (brokenBecause: string, mayPass = false) => ({ brokenBecause, mayPass });

/** Tells whether a log still begins with everything that was signed of it, by its tree. */
export class LogContinuation {
  constructor(
    private readonly tree: Pick<AuditLogTree, 'roots' | 'hashesAt'>,
    private readonly signatures: Pick<LogSignatures, 'keep'>,
  ) {}

  /** Where the log goes on, the roots of the full subtrees up to `size` entries are kept afterwards. */
  async of(organizationId: string, size: number, { before, kept, keys }: LogPast): Promise<Continuation> {
    const origin = before?.origin ?? keys.at(-1)?.origin ?? kept?.origin;
    if (before?.isKeptOutside && kept === undefined)
      return broken('what was signed last is not to be found outside the database');
    const isOfThisLog = kept?.origin === origin;
    const isUnknownLog = kept !== undefined && keys.length === 0 && logNumberOf(kept.origin) > 1;
    if (isUnknownLog || (kept !== undefined && !isOfThisLog && !isLaterLog(origin ?? '', kept.origin)))
      return broken('another log was signed, which the database does not know');
    const signed = [before, isOfThisLog ? kept : undefined].filter((head) => head !== undefined);
    if (signed.some((head) => size < head.size)) return broken('it has fewer entries than were signed', true);
    if (Math.floor(size / tileWidth) > Math.floor((before?.size ?? 0) / tileWidth)) {
      if (before !== undefined && (await this.rootIfContinued(organizationId, before.size, [before])) === undefined)
        return broken(changed);
      await this.keepNodes(organizationId, before?.size ?? 0, size);
    }
    const root = await this.rootIfContinued(organizationId, size, signed);
    return root === undefined ? broken(changed) : { origin, root };
  }

  /** The root of the first `size` entries, undefined unless these trees are its beginning. */
  private async rootIfContinued(
    organizationId: string,
    size: number,
    heads: readonly Pick<KeptHead, 'size' | 'root'>[],
  ): Promise<Uint8Array | undefined> {
    const roots = await this.tree.roots(organizationId, [...heads.map((head) => head.size), size]);
    const isContinued = heads.every(({ root }, at) => sameBytes(roots[at] ?? new Uint8Array(), root));
    return isContinued ? roots.at(-1) : undefined;
  }

  /** Keeps the roots of the subtrees that the entries from `from` on complete. */
  private async keepNodes(organizationId: string, from: number, size: number): Promise<void> {
    for (let level = levelsOfTile; size >= 2 ** level; level += levelsOfTile) {
      const end = Math.floor(size / 2 ** level);
      for (let start = Math.floor(from / 2 ** level); start < end; start += nodesAtOnce)
        await this.keepNodesOf(organizationId, level, start, Math.min(end, start + nodesAtOnce));
    }
  }

  private async keepNodesOf(organizationId: string, level: number, start: number, end: number): Promise<void> {
    const below = level - levelsOfTile;
    const hashes = await this.tree.hashesAt(organizationId, below, start * tileWidth, end * tileWidth);
    const nodes = Array.from({ length: end - start }, (_, at) => ({
      subtree: { level, index: start + at },
      hash: rootOfHashes(hashes.slice(at * tileWidth, (at + 1) * tileWidth)),
    }));
    await this.signatures.keep(organizationId, nodes);
  }
}

const changed = 'entries that were signed are not what they were';
