import { type LogSignatures, levelsOfTile } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { KeptHead } from '#libs/ports/signed-heads/signed-heads.port.js';
import { type AuditLogTree, rootOfHashes } from './audit-log-tree.js';
import { beginningsOf, type LogPast } from './log-past.js';

export type Continuation =
  /** `origin`: name of the log that goes on; undefined for one that is the first of its organization. `root`: that of its tree. */
  | { origin: string | undefined; root: Uint8Array }
  /** `mayPass`: also what a log looks like whose read model is being made anew. */
  | { brokenBecause: string; mayPass: boolean };

/** The line in the log of whoever finds out that nothing more may be signed of an audit log. */
export const signedNoMoreLine = 'an audit log is signed no more: it is not the one that was signed';
/** The reason for which nothing more is signed of a log with other entries. */
export const changedEntries = 'entries that were signed are not what they were';
/** The reason for one that lacks some between others. */
export const missingEntries = 'entries that were signed are missing';

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
  async of(organizationId: string, size: number, past: LogPast): Promise<Continuation> {
    const { before } = past;
    const { origin, heads, brokenBecause } = beginningsOf(past);
    if (brokenBecause !== undefined) return broken(brokenBecause);
    if (heads.some((head) => size < head.size)) return broken('it has fewer entries than were signed', true);
    if (Math.floor(size / tileWidth) > Math.floor((before?.size ?? 0) / tileWidth)) {
      if (before !== undefined && (await this.rootIfContinued(organizationId, before.size, [before])) === undefined)
        return broken(changedEntries);
      await this.keepNodes(organizationId, before?.size ?? 0, size);
    }
    const root = await this.rootIfContinued(organizationId, size, heads);
    return root === undefined ? broken(changedEntries) : { origin, root };
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

  /**
   * Whether the entries make the roots that were kept over them. It reads every hash, where `of` looks at those entries alone
   * over which no root is kept.
   * @throws LogIncompleteError
   */
  async isAsKept(organizationId: string, size: number): Promise<boolean> {
    for await (const { level, start, hashes } of this.nodesUpTo(organizationId, 0, size)) {
      const kept = await this.tree.hashesAt(organizationId, level, start, start + hashes.length);
      if (!hashes.every((hash, at) => sameBytes(hash, kept[at] ?? new Uint8Array()))) return false;
    }
    return true;
  }

  /** Keeps the roots of the subtrees that the entries from `from` on complete. */
  private async keepNodes(organizationId: string, from: number, size: number): Promise<void> {
    for await (const { level, start, hashes } of this.nodesUpTo(organizationId, from, size))
      await this.signatures.keep(
        organizationId,
        hashes.map((hash, at) => ({ subtree: { level, index: start + at }, hash })),
      );
  }

  /** Roots of the full subtrees that the entries from `from` on complete, some at a time, each level over the kept ones below. */
  private async *nodesUpTo(organizationId: string, from: number, size: number) {
    for (let level = levelsOfTile; size >= 2 ** level; level += levelsOfTile) {
      const end = Math.floor(size / 2 ** level);
      for (let start = Math.floor(from / 2 ** level); start < end; start += nodesAtOnce) {
        const count = Math.min(nodesAtOnce, end - start);
        const [first, behind] = [start * tileWidth, (start + count) * tileWidth];
        const below = await this.tree.hashesAt(organizationId, level - levelsOfTile, first, behind);
        const hashes = Array.from({ length: count }, (_, at) =>
          rootOfHashes(below.slice(at * tileWidth, (at + 1) * tileWidth)),
        );
        yield { level, start, hashes };
      }
    }
  }
}
