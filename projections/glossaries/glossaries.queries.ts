import type { DataSource } from 'typeorm';
import { decodeCursor, type PageRequest, type Pagination, toPage } from '#libs/read-side/read-models/page.js';

/** A glossary as its organization sees it, without its entries. */
export interface GlossaryRecord {
  id: string;
  name: string;
  source_language: string;
  target_language: string;
  /** Null when it is bound to none. */
  domain: string | null;
  version: number;
  entry_count: number;
  created_at: string;
  updated_at: string;
}

/** Each language in the forms that a glossary may name it: `pt-BR`, `pt`. */
export interface Binding {
  domain: string;
  sources: readonly string[];
  targets: readonly string[];
}

const records = `
  select id, name, source_language, target_language, domain, version, entry_count, created_at, updated_at
    from read_model.glossary
   where organization_id = $1`;

const newestBound = `
  select id
    from read_model.glossary
   where organization_id = $1 and domain = $2 and source_language = any($3::text[]) and target_language = any($4::text[])
   order by created_at desc, id desc
   limit 1`;

const isTimestamp = (value: unknown): boolean => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
};

const isCursorKey = ([createdAt, id, ...rest]: unknown[]): boolean =>
  isTimestamp(createdAt) && typeof id === 'string' && /^[\x21-\x7e]+$/.test(id) && rest.length === 0;

export class GlossaryQueries {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Newest first.
   * @throws Rejection `invalid_request` when the cursor is none of this list
   */
  async list(
    organizationId: string,
    page: PageRequest,
  ): Promise<{ glossaries: GlossaryRecord[]; pagination: Pagination }> {
    const after =
      page.cursor === undefined
        ? undefined
        : decodeCursor<readonly [createdAt: string, id: string]>('glossaries', page.cursor, isCursorKey);
    const place = after === undefined ? 'offset $3' : 'and (created_at, id) < ($3::timestamptz, $4)';
    const order = 'order by created_at desc, id desc limit $2';
    const sql = after === undefined ? `${records} ${order} ${place}` : `${records} ${place} ${order}`;
    const [rows, [count]] = await Promise.all([
      this.dataSource.query<GlossaryRecord[]>(sql, [organizationId, page.limit + 1, ...(after ?? [page.offset])]),
      this.dataSource.query<{ total: number }[]>(
        'select count(*) as total from read_model.glossary where organization_id = $1',
        [organizationId],
      ),
    ]);
    const cut = toPage('glossaries', rows, page, count?.total ?? 0, (last) => [last.created_at, last.id]);
    return { glossaries: cut.rows, pagination: cut.pagination };
  }

  /** Id of the glossary that was bound last to this domain and pair. */
  async newestBound(organizationId: string, { domain, sources, targets }: Binding): Promise<string | undefined> {
    const [row] = await this.dataSource.query<{ id: string }[]>(newestBound, [
      organizationId,
      domain,
      sources,
      targets,
    ]);
    return row?.id;
  }
}
