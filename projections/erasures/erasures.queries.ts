import type { AffectedEntries } from '#libs/application/erasures/affected-entries.port.js';
import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { ErasureEntity } from './erasure.entity.js';

/** An erasure as its organization sees it. */
export interface ErasureRecord {
  id: string;
  subject_ref: string;
  status: ErasureEntity['status'];
  /** Number of the entries that read `[erased]` since; null until it is completed. */
  entries_affected: number | null;
  requested_at: string;
  completed_at: string | null;
  /** Exports of the audit log from before it, which may name the subject; at most 1,000 are counted. */
  exports: { count: number; last_at: string | null };
}

type ErasureRow = ErasureEntity & { export_count: number; last_export_at: string | null };

const maxExports = 1_000;

const records = `
  select e.*, exported.*
    from read_model.erasure e
    cross join lateral (
      select count(*)::integer as export_count, max(created_at) as last_export_at
        from (select x.created_at from read_model.audit_export x
               where x.organization_id = e.organization_id and x.created_at <= e.created_at
               order by x.created_at desc limit ${maxExports}) as newest) as exported
   where e.organization_id = $1`;

/** The organizations take turns: however many one has that cannot be finished, those of others come. */
const unfinished = `
  select id, subject_type, subject from (
    select id, subject_type, subject, created_at,
           row_number() over (partition by organization_id order by created_at, id) as turn
      from read_model.erasure where status <> 'completed') as waiting
   order by turn, created_at, id limit $1`;

/** Entries of others that name a user as the maker or the owner of a key. */
const namedByKeys = `
  select count(*) as total
    from read_model.audit_log entry
    join read_model.api_key k on k.organization_id = entry.organization_id and k.id = entry.resource_id
   where entry.organization_id = $1 and entry.resource = 'api_key' and entry.subject <> $2
     and (k.owner_subject = $2 or k.maker_subject = $2 or k.first_owner_subject = $2)
     and (entry.action = 'api_key_create' and $2 in (k.maker_subject, k.first_owner_subject)
          or entry.action = 'api_key_transfer' and k.owner_subject = $2)`;

const recordOf = (row: ErasureRow): ErasureRecord => ({
  id: row.id,
  subject_ref: row.subject,
  status: row.status,
  entries_affected: row.entries_affected,
  requested_at: row.created_at,
  completed_at: row.completed_at,
  exports: { count: row.export_count, last_at: row.last_export_at },
});

/** Reads `erasure` and `audit_export`, and for the count `audit_log` and `api_key`. */
export class ErasureQueries implements AffectedEntries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /**
   * Lists erasures, newest first.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(
    organizationId: string,
    page: PageRequest,
  ): Promise<{ erasures: ErasureRecord[]; pagination: Pagination }> {
    const list = {
      name: 'erasures',
      table: 'read_model.erasure',
      select: records,
      alias: 'e',
      values: [organizationId] as const,
    };
    const { rows, pagination } = await readNewestFirst<ErasureRow>(this.readModels, list, page);
    return { erasures: rows.map(recordOf), pagination };
  }

  async find(organizationId: string, erasureId: string): Promise<ErasureRecord | undefined> {
    const [row] = await this.readModels.query<ErasureRow[]>(`${records} and e.id = $2`, [organizationId, erasureId]);
    return row && recordOf(row);
  }

  /** Erasures of all organizations that are not completed, those of one oldest first, and the first ones of each before the next. */
  unfinished(limit: number): Promise<Pick<ErasureEntity, 'id' | 'subject_type' | 'subject'>[]> {
    return this.readModels.query(unfinished, [limit]);
  }

  async count(organizationId: string, type: SubjectType, subject: string): Promise<number> {
    const column = type === 'user' ? 'subject' : 'address_subject';
    const counts = [`select count(*) as total from read_model.audit_log where organization_id = $1 and ${column} = $2`];
    if (type === 'user') counts.push(namedByKeys);
    const found = await Promise.all(
      counts.map((sql) => this.readModels.query<{ total: number }[]>(sql, [organizationId, subject])),
    );
    return found.reduce((sum, [row]) => sum + (row?.total ?? 0), 0);
  }
}
