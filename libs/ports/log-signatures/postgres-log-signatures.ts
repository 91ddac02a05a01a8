import type { Subtree } from '@transledger/audit-proof';
import type { Pool } from 'pg';
import { firstKeyOf, type LogKeyPeriod } from '#libs/domain/audit/log-key-period.js';
import { hashesOfRanges } from './hashes-of-ranges.js';
import type { LogSignatures, NewLogKeyPeriod, NodeRange, SignedLog, SignedPast } from './log-signatures.port.js';

interface SignedLogRow {
  organization_id: string;
  origin: string;
  size: string;
  root: Buffer;
  checkpoint: string;
  signed_at: Date;
  stopped_because: string | null;
  is_kept_outside: boolean;
}

interface LogKeyRow {
  organization_id: string;
  generation: number;
  origin: string;
  valid_from: Date | null;
  valid_until: Date | null;
}

const signedLogOf = (row: SignedLogRow): SignedLog => ({
  organizationId: row.organization_id,
  origin: row.origin,
  size: Number(row.size),
  root: row.root,
  checkpoint: row.checkpoint,
  signedAt: row.signed_at.toISOString(),
  stoppedBecause: row.stopped_because ?? undefined,
  isKeptOutside: row.is_kept_outside,
});

const periodOf = ({ generation, origin, valid_from, valid_until }: LogKeyRow): LogKeyPeriod => ({
  generation,
  origin,
  validFrom: valid_from?.toISOString(),
  validUntil: valid_until?.toISOString(),
});

interface Change {
  before: Pick<SignedLog, 'size' | 'root'> | undefined;
  after: SignedLog;
}

/** Needs the tables of `migrateLogSignatures`. */
export class PostgresLogSignatures implements LogSignatures {
  constructor(private readonly pool: Pool) {}

  async find(organizationId: string): Promise<SignedLog | undefined> {
    const { rows } = await this.pool.query<SignedLogRow>(
      'select * from log_signatures.signed_log where organization_id = $1',
      [organizationId],
    );
    const [row] = rows;
    return row && signedLogOf(row);
  }

  async all(): Promise<SignedLog[]> {
    const { rows } = await this.pool.query<SignedLogRow>('select * from log_signatures.signed_log');
    return rows.map(signedLogOf);
  }

  async replace(before: Pick<SignedLog, 'size' | 'root'> | undefined, after: SignedLog): Promise<boolean> {
    return (await this.change([{ before, after }])) === 1;
  }

  async replaceAll(changes: readonly Change[]): Promise<void> {
    if (changes.length > 0) await this.change(changes);
  }

  /** @returns how many heads were replaced */
  private async change(changes: readonly Change[]): Promise<number> {
    const { rows } = await this.pool.query<{ changed: string }>(
      `with change as (
         select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[], $5::text[], $6::timestamptz[], $7::boolean[],
                              $8::bigint[], $9::bytea[])
           as change (organization_id, origin, size, root, checkpoint, signed_at, is_kept_outside, old_size, old_root)),
       updated as (
         update log_signatures.signed_log signed
            set size = change.size, root = change.root, checkpoint = change.checkpoint, signed_at = change.signed_at,
                is_kept_outside = change.is_kept_outside
           from change
          where signed.organization_id = change.organization_id and signed.origin = change.origin
            and signed.size = change.old_size and signed.root = change.old_root and signed.stopped_because is null
         returning 1),
       inserted as (
         insert into log_signatures.signed_log
           (organization_id, origin, size, root, checkpoint, signed_at, is_kept_outside)
         select organization_id, origin, size, root, checkpoint, signed_at, is_kept_outside
           from change where old_size is null
         on conflict do nothing returning 1)
       select (select count(*) from updated) + (select count(*) from inserted) as changed`,
      [
        changes.map(({ after }) => after.organizationId),
        changes.map(({ after }) => after.origin),
        changes.map(({ after }) => after.size),
        changes.map(({ after }) => Buffer.from(after.root)),
        changes.map(({ after }) => after.checkpoint),
        changes.map(({ after }) => after.signedAt),
        changes.map(({ after }) => after.isKeptOutside),
        changes.map(({ before }) => before?.size ?? null),
        changes.map(({ before }) => (before === undefined ? null : Buffer.from(before.root))),
      ],
    );
    return Number(rows[0]?.changed);
  }

  async stop(organizationId: string, reason: string): Promise<void> {
    await this.pool.query('update log_signatures.signed_log set stopped_because = $2 where organization_id = $1', [
      organizationId,
      reason,
    ]);
  }

  async resume(organizationId: string, { withoutCopy }: { withoutCopy: boolean }): Promise<void> {
    await this.pool.query(
      `update log_signatures.signed_log
          set stopped_because = null, is_kept_outside = is_kept_outside and not $2 where organization_id = $1`,
      [organizationId, withoutCopy],
    );
  }

  async adopt({ organizationId, origin, size, root, checkpoint, signedAt, stoppedBecause }: SignedLog): Promise<void> {
    await this.pool.query(
      `insert into log_signatures.signed_log
         (organization_id, origin, size, root, checkpoint, signed_at, stopped_because, is_kept_outside)
        values ($1, $2, $3, $4, $5, $6, $7, true) on conflict do nothing`,
      [organizationId, origin, size, root, checkpoint, signedAt, stoppedBecause],
    );
  }

  async keys(organizationId: string): Promise<LogKeyPeriod[]> {
    return (await this.pasts([organizationId])).get(organizationId)?.keys ?? [];
  }

  async pasts(organizationIds: readonly string[]): Promise<Map<string, SignedPast>> {
    const [signed, keys] = await Promise.all([
      this.pool.query<SignedLogRow>('select * from log_signatures.signed_log where organization_id = any($1)', [
        organizationIds,
      ]),
      this.pool.query<LogKeyRow>(
        'select * from log_signatures.log_key where organization_id = any($1) order by generation',
        [organizationIds],
      ),
    ]);
    const pasts = new Map<string, SignedPast>(organizationIds.map((id) => [id, { signed: undefined, keys: [] }]));
    for (const row of keys.rows) pasts.get(row.organization_id)?.keys.push(periodOf(row));
    for (const log of signed.rows.map(signedLogOf)) {
      const past = pasts.get(log.organizationId);
      if (past === undefined) continue;
      past.signed = log;
      if (past.keys.length === 0) past.keys.push(firstKeyOf(log.origin));
    }
    return pasts;
  }

  async addKey(
    organizationId: string,
    { generation, origin, validFrom, previousUntil }: NewLogKeyPeriod & { previousUntil: string },
  ): Promise<void> {
    await this.pool.query(
      `with added as (
         insert into log_signatures.log_key values ($1, $2, $3, $4) on conflict do nothing returning generation),
       first as (
         insert into log_signatures.log_key select $1, 1, $3, null, $5 from added on conflict do nothing)
       update log_signatures.log_key set valid_until = $5
        where organization_id = $1 and valid_until is null and exists (select from added)`,
      [organizationId, generation, origin, validFrom, previousUntil],
    );
  }

  async beginLog(organizationId: string, { generation, origin, validFrom }: NewLogKeyPeriod): Promise<void> {
    await this.pool.query(
      `with closed as (
         delete from log_signatures.signed_log where organization_id = $1 and origin <> $3 returning origin),
       nodes as (
         delete from log_signatures.node where organization_id = $1 and exists (select from closed)),
       first as (
         insert into log_signatures.log_key select $1, 1, origin, null, $4 from closed on conflict do nothing),
       added as (
         insert into log_signatures.log_key values ($1, $2, $3, $4) on conflict do nothing)
       update log_signatures.log_key set valid_until = $4
        where organization_id = $1 and origin <> $3 and (valid_until is null or valid_until > $4)`,
      [organizationId, generation, origin, validFrom],
    );
  }

  async keep(organizationId: string, nodes: readonly { subtree: Subtree; hash: Uint8Array }[]): Promise<void> {
    if (nodes.length === 0) return;
    await this.pool.query(
      `insert into log_signatures.node (organization_id, level, index, hash)
        select $1, level, index, hash from unnest($2::smallint[], $3::bigint[], $4::bytea[]) as node (level, index, hash)
        on conflict do nothing`,
      [
        organizationId,
        nodes.map(({ subtree }) => subtree.level),
        nodes.map(({ subtree }) => subtree.index),
        nodes.map(({ hash }) => Buffer.from(hash)),
      ],
    );
  }

  async nodes(organizationId: string, level: number, from: number, to: number): Promise<Uint8Array[]> {
    const [nodes = []] = await this.nodesOf(organizationId, [{ level, from, to }]);
    return nodes;
  }

  async nodesOf(organizationId: string, ranges: readonly NodeRange[]): Promise<Uint8Array[][]> {
    const { rows } = await this.pool.query<{ hashes: Buffer | null }>(
      `select hashes
         from unnest($2::smallint[], $3::bigint[], $4::bigint[]) with ordinality as wanted (level, first, ended, range),
              lateral (select string_agg(hash, ''::bytea order by index) as hashes from log_signatures.node
                        where organization_id = $1 and level = wanted.level and index >= first and index < ended) node
        order by range`,
      [organizationId, ranges.map(({ level }) => level), ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
    );
    return hashesOfRanges(rows, ranges, 'The log is not signed that far');
  }
}
