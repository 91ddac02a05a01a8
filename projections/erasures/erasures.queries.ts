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
}

const records = 'select * from read_model.erasure e where organization_id = $1';

const unfinished = `
  select id, subject_type, subject from read_model.erasure
   where status <> 'completed' order by created_at limit $1`;

const recordOf = (row: ErasureEntity): ErasureRecord => ({
  id: row.id,
  subject_ref: row.subject,
  status: row.status,
  entries_affected: row.entries_affected,
  requested_at: row.created_at,
  completed_at: row.completed_at,
});

/** Reads `erasure`, and for the count `audit_log`. */
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
    const { rows, pagination } = await readNewestFirst<ErasureEntity>(this.readModels, list, page);
    return { erasures: rows.map(recordOf), pagination };
  }

  async find(organizationId: string, erasureId: string): Promise<ErasureRecord | undefined> {
    const [row] = await this.readModels.query<ErasureEntity[]>(`${records} and id = $2`, [organizationId, erasureId]);
    return row && recordOf(row);
  }

  /** Erasures of any organization that are not completed, oldest first. */
  unfinished(limit: number): Promise<Pick<ErasureEntity, 'id' | 'subject_type' | 'subject'>[]> {
    return this.readModels.query(unfinished, [limit]);
  }

  async count(organizationId: string, type: SubjectType, subject: string): Promise<number> {
    const column = type === 'user' ? 'subject' : 'address_subject';
    const [row] = await this.readModels.query<{ total: number }[]>(
      `select count(*) as total from read_model.audit_log where organization_id = $1 and ${column} = $2`,
      [organizationId, subject],
    );
    return row?.total ?? 0;
  }
}
