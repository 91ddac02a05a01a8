import { type HashOfSubtree, inclusionProof, verifyInclusion } from '@transledger/audit-proof';
import { LRUCache } from 'lru-cache';
import { canonicalLeaf } from '#libs/audit/audit-leaf.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import type { SignedHead } from './log-tree.port.js';
import type { InclusionProofDto } from './proofs.dto.js';
import type { SignedLogs } from './signed-logs.js';

/** Hashes of full subtrees that are held, in about 0.2 kB each. */
const maxKnownHashes = 20_000;

export type FoundEntry = NonNullable<Awaited<ReturnType<AuditLogQueries['one']>>>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Proofs that an entry is in its organization's log. */
export class EntryProofs {
  /**
   * Hashes by organization and subtree. Entries never change, and so neither do full subtrees, unless a log was begun anew:
   * a proof that does not lead to the signed root is made again without them.
   */
  private readonly known = new LRUCache<string, Uint8Array>({ max: maxKnownHashes });

  constructor(
    private readonly logs: Pick<SignedLogs, 'newest' | 'headAt'>,
    private readonly tree: Pick<AuditLogTree, 'reader'>,
  ) {}

  /**
   * The proof in the tree of `size` entries, or in the newest that is signed; undefined while the entry is in none.
   * @throws Rejection `invalid_request` for a size that is not signed, or of a tree without the entry
   */
  async of(
    organizationId: string,
    { record, entry, leafHash }: FoundEntry,
    size?: number,
  ): Promise<InclusionProofDto | undefined> {
    const head =
      size === undefined ? await this.logs.newest(organizationId) : await this.logs.headAt(organizationId, size);
    if (entry.number >= head.size) {
      if (size === undefined) return undefined;
      throw new Rejection('invalid_request', { details: { size: [`must be more than ${entry.number}`] } });
    }
    const hashes = await this.hashesOf(organizationId, { number: entry.number, leafHash }, head);
    return {
      entry_id: entry.id,
      leaf_index: entry.number,
      tree_size: head.size,
      leaf: Buffer.from(canonicalLeaf(entry)).toString('base64'),
      leaf_hash: base64(leafHash),
      hashes: hashes.map(base64),
      openings: record.openings,
      checkpoint: head.fields.checkpoint,
    };
  }

  private async hashesOf(
    organizationId: string,
    { number, leafHash }: { number: number; leafHash: Uint8Array },
    { size, fields }: SignedHead,
  ): Promise<Uint8Array[]> {
    const read = this.tree.reader(organizationId);
    const hashes = await inclusionProof(number, size, this.knownOr(read, organizationId));
    const head = { size, root: Buffer.from(fields.root_hash, 'base64') };
    if (verifyInclusion(leafHash, number, head, hashes)) return hashes;
    this.known.clear();
    return inclusionProof(number, size, read);
  }

  private knownOr(read: HashOfSubtree, organizationId: string): HashOfSubtree {
    return (subtree) => {
      const name = `${organizationId} ${subtree.level} ${subtree.index}`;
      const known = this.known.get(name);
      if (known !== undefined) return known;
      return Promise.resolve(read(subtree)).then((hash) => {
        // Without the bytes around it, of which it may be a part.
        this.known.set(name, new Uint8Array(hash));
        return hash;
      });
    };
  }
}
