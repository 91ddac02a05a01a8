import { inclusionProof } from '@transledger/audit-proof';
import { canonicalLeaf } from '#libs/audit/audit-leaf.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import type { InclusionProofDto } from './proofs.dto.js';
import type { SignedLogs } from './signed-logs.js';

export type FoundEntry = NonNullable<Awaited<ReturnType<AuditLogQueries['one']>>>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Proofs that an entry is in its organization's log. */
export class EntryProofs {
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
    const hashes = await inclusionProof(entry.number, head.size, this.tree.reader(organizationId));
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
}
