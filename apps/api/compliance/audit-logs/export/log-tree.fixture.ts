import { createHash } from 'node:crypto';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  leafHash,
  makeVerifierKey,
  type Subtree,
  signNote,
  TreeBuilder,
} from '@transledger/audit-proof';
import { canonicalLeaf } from '#libs/audit/audit-leaf.js';
import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { AuditLogFilter } from '#projections/audit-log/audit-log.filter.js';
import type { ExportSelection, LeafRecord } from '#projections/audit-log/audit-log-export.queries.js';
import type { LogTree, ShownTimeStamp, SignedHead } from '../proofs/log-tree.port.js';

const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
const origin = 'example.org/org_1';
/** Ed25519 public key of the secret. */
const publicKey = Buffer.from('03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8', 'hex');

export const keyOfFixture = formatVerifierKey(makeVerifierKey(origin, publicKey));

const commitment = (value: string, salt: Buffer): string =>
  createHash('sha256').update(salt).update(JSON.stringify(value)).digest('base64');

const entryOf = (number: number): LeafRecord => {
  const id = `aud_${String(number).padStart(13, '0')}0000000000000`;
  const salt = createHash('sha256').update(id).digest();
  const clear = {
    id,
    timestamp: '2026-11-21T10:00:00.000Z',
    action: number % 3 === 0 ? ('detect' as const) : ('translate' as const),
    resource: 'text' as const,
    resource_id: `req_${number}`,
    key_id: 'key_1',
    request_id: `req_${number}`,
    result: 'success' as const,
    metadata: { character_count: number },
  };
  const leaf = canonicalLeaf({
    ...clear,
    organization_id: 'org_1',
    number,
    event_id: 'd50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e',
    actor_type: 'api_key',
    sealed_client: 'c2VhbGVk',
    sealed_name: null,
    commitments: { user_id: commitment('ada', salt) },
  });
  const openings = [{ field: 'user_id', value: 'ada', salt: salt.toString('base64') }];
  const shown = { user_id: 'ada', key_name: 'CI', ip_address: '192.0.2.1', user_agent: 'curl', openings };
  return { ...clear, ...shown, organization_id: 'org_1', leaf_index: number, leaf };
};

/** A log in memory, with its tree: `grow` adds entries. */
export class LogFixture implements LogTree {
  private readonly entries: LeafRecord[] = [];
  readonly read: number[] = [];
  /** Time stamps that each head is shown with. */
  stamps: ShownTimeStamp[] = [];

  constructor(
    size: number,
    private readonly pageSize = 7,
  ) {
    this.grow(size);
  }

  grow(count: number): void {
    for (let added = 0; added < count; added += 1) this.entries.push(entryOf(this.entries.length));
  }

  async newest(): Promise<SignedHead> {
    const root = this.rootOf(this.entries);
    const size = this.entries.length;
    const text = formatCheckpoint({ origin, size, root, extensions: [] });
    const checkpoint = formatNote({ text, signatures: [await signNote(text, origin, secret)] });
    const root_hash = Buffer.from(root).toString('base64');
    const shown = { signed_at: '2026-11-21T10:00:00.000Z', cosignatures: [] };
    return { size, fields: { origin, size, root_hash, checkpoint, ...shown, verifier_key: keyOfFixture } };
  }

  current(): Promise<SignedHead> {
    return this.newest();
  }

  async timestamps(): Promise<ShownTimeStamp[]> {
    return this.stamps;
  }

  async hashes(_organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
    return subtrees.map(({ level, index }) =>
      this.rootOf(this.entries.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    );
  }

  async select(
    organizationId: string,
    filter: AuditLogFilter,
    { after, size }: { after: number; size: number },
  ): Promise<ExportSelection> {
    const criteria = { actions: filter.actions, equal: [], start: undefined, end: undefined };
    return { organizationId, criteria, from: after + 1, to: size - 1 };
  }

  async *pages({ criteria, from, to }: ExportSelection): AsyncGenerator<LeafRecord[]> {
    const wanted = this.entries
      .slice(from, to + 1)
      .filter(({ action }) => criteria.actions === undefined || criteria.actions.includes(action));
    for (let at = 0; at < wanted.length; at += this.pageSize) {
      const page = wanted.slice(at, at + this.pageSize);
      this.read.push(page.length);
      yield page;
    }
  }

  async withDocumentNames<Entry extends ListedEntry>(
    _organizationId: string,
    entries: readonly Entry[],
  ): Promise<Entry[]> {
    return entries.map((entry) => ({ ...entry, document_name: `file of ${entry.resource_id}` }));
  }

  private rootOf(entries: readonly LeafRecord[]): Uint8Array {
    const tree = new TreeBuilder();
    for (const { leaf } of entries) tree.append(leafHash(Buffer.from(leaf)));
    return tree.root();
  }
}
