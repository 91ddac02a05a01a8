import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

/** A glossary as its organization sees it, without its entries. */
export interface GlossaryRecord {
  id: string;
  name: string;
  source_language: string;
  target_language: string;
  /** Domain of the glossary; null when it is bound to none. */
  domain: string | null;
  version: number;
  entry_count: number;
  created_at: string;
  updated_at: string;
}

export interface StoredGlossary extends GlossaryRecord {
  /** Id of the blob of its entries; null in rows that an older release wrote. */
  blob_id: string | null;
}

/** A domain and a pair, each language in all forms that a glossary may use: `pt-BR`, `pt`. */
export interface Binding {
  domain: string;
  sources: readonly string[];
  targets: readonly string[];
}

const records = `
  select id, name, source_language, target_language, domain, version, entry_count, created_at, updated_at
    from read_model.glossary g
   where organization_id = $1`;

const storedRecord = `
  select id, name, source_language, target_language, domain, version, entry_count, created_at, updated_at, blob_id
    from read_model.glossary
   where organization_id = $1 and id = $2`;

const newestBound = `
  select id
    from read_model.glossary
   where organization_id = $1 and domain = $2 and source_language = any($3::text[]) and target_language = any($4::text[])
   order by created_at desc, id desc
   limit 1`;

export class GlossaryQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /**
   * Lists glossaries, newest first.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(
    organizationId: string,
    page: PageRequest,
  ): Promise<{ glossaries: GlossaryRecord[]; pagination: Pagination }> {
    const list = {
      name: 'glossaries',
      table: 'read_model.glossary',
      select: records,
      alias: 'g',
      values: [organizationId] as const,
    };
    const { rows, pagination } = await readNewestFirst<GlossaryRecord>(this.readModels, list, page);
    return { glossaries: rows, pagination };
  }

  /** The glossary with the place of its entries; undefined for one that the organization does not have. */
  async find(organizationId: string, id: string): Promise<StoredGlossary | undefined> {
    const [row] = await this.readModels.query<StoredGlossary[]>(storedRecord, [organizationId, id]);
    return row;
  }

  /** Those of the ids that are of glossaries, each with the blob of its newest entries. */
  async newestBlobs(ids: readonly string[]): Promise<Map<string, string | null>> {
    const statement = 'select id, blob_id from read_model.glossary where id = any($1)';
    const rows = await this.readModels.query<Pick<StoredGlossary, 'id' | 'blob_id'>[]>(statement, [ids]);
    return new Map(rows.map(({ id, blob_id }) => [id, blob_id]));
  }

  /** Id of the glossary that was last bound to this domain and pair. */
  async newestBound(organizationId: string, { domain, sources, targets }: Binding): Promise<string | undefined> {
    const [row] = await this.readModels.query<{ id: string }[]>(newestBound, [
      organizationId,
      domain,
      sources,
      targets,
    ]);
    return row?.id;
  }
}
