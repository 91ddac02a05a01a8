import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import type { OwnWrites } from '../../../access/own-writes.js';
import type { ActReceipt, ReceiptSource } from '../../../http/receipt-hooks.js';
import type { EntryProofs, FoundEntry } from './entry-proofs.js';
import type { SignedLogs } from './signed-logs.js';

/** An act waits this long for its receipt. */
const waitMs = 2_000;
const lookEveryMs = 50;

/** Entries with their proofs and the checkpoint, which verify alone. */
export class Receipts implements ReceiptSource {
  constructor(
    private readonly options: {
      proofs: Pick<EntryProofs, 'of'>;
      logs: Pick<SignedLogs, 'headAt' | 'newestCosigned' | 'timestampsWith'>;
      queries: Pick<AuditLogQueries, 'one' | 'idOfRequest'>;
      ownWrites: Pick<OwnWrites, 'findUnchanging'>;
      /** Base of the URLs in a receipt. */
      publicUrl: string;
    },
  ) {}

  /** The receipt of an entry, in the newest tree that witnesses cosigned if it is in that; undefined while it is in no signed tree. */
  async of(organizationId: string, found: FoundEntry): Promise<object | undefined> {
    const { proofs, logs } = this.options;
    const cosigned = await logs.newestCosigned(organizationId);
    const size = cosigned !== undefined && cosigned.size > found.entry.number ? cosigned.size : undefined;
    const proof = await proofs.of(organizationId, found, size);
    if (proof === undefined) return undefined;
    const head = await logs.headAt(organizationId, proof.tree_size);
    const { fields } = head;
    const { openings, ...entry } = found.record;
    return {
      entry,
      openings,
      leaf: proof.leaf,
      leaf_index: proof.leaf_index,
      tree_size: proof.tree_size,
      hashes: proof.hashes,
      checkpoint: fields.checkpoint,
      cosignatures: fields.cosignatures,
      timestamps: await logs.timestampsWith(organizationId, head, proof.leaf_index),
      verifier_key: fields.verifier_key,
    };
  }

  async ofRequest(organizationId: string, requestId: string): Promise<ActReceipt> {
    const giveUpAt = performance.now() + waitMs;
    const found = await this.entryOf(organizationId, requestId);
    if (found === undefined) return { url: this.listOf(requestId) };
    const url = this.urlOf(found.record.id);
    for (;;) {
      const receipt = await this.of(organizationId, found);
      if (receipt !== undefined) return { url, receipt };
      if (performance.now() >= giveUpAt) return { url };
      await sleep(lookEveryMs);
    }
  }

  async urlOfRequest(organizationId: string, requestId: string): Promise<string> {
    const found = await this.entryOf(organizationId, requestId);
    return found === undefined ? this.listOf(requestId) : this.urlOf(found.record.id);
  }

  /** The first entry that a request left; undefined where it is not there after two seconds. */
  private async entryOf(organizationId: string, requestId: string): Promise<FoundEntry | undefined> {
    const { queries, ownWrites } = this.options;
    const id = await ownWrites.findUnchanging('audit-log', () => queries.idOfRequest(organizationId, requestId));
    return id === undefined ? undefined : queries.one(organizationId, id);
  }

  private urlOf(id: string): string {
    return `${this.options.publicUrl}/v1/compliance/audit-logs/${id}/receipt`;
  }

  private listOf(requestId: string): string {
    return `${this.options.publicUrl}/v1/compliance/audit-logs?request_id=${requestId}`;
  }
}
