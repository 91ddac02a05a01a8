import type { CertificationStatus } from '#libs/domain/certification/certification.events.js';
import { standardKey } from '#libs/domain/certification/standard-key.js';
import { decodeCursor, type PageRequest, type Pagination, toPage } from '#libs/read-side/read-models/page.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

/** The statement of an organization about a standard. A field is null where it states nothing. */
export interface CertificationRecord {
  standard: string;
  status: CertificationStatus;
  articles: string[] | null;
  level: string | null;
  certificate_id: string | null;
  report_period: string | null;
  verified_at: string | null;
  expires_at: string | null;
  expected_date: string | null;
}

/** A certification of whose end notice is to be given, and the event that recorded it. */
export interface DueCertification {
  organization_id: string;
  standard: string;
  event_stream: string;
  event_revision: number;
}

interface Row extends CertificationRecord {
  standard_key: string;
}

const fields =
  'standard, status, articles, level, certificate_id, report_period, verified_at, expires_at, expected_date';

const records = `
  select ${fields}, standard_key
    from read_model.certification
   where organization_id = $1 and ($2::text is null or standard_key collate "C" > $2)
   order by standard_key collate "C"
   limit $3 offset $4`;

const oneRecord = `select ${fields} from read_model.certification where organization_id = $1 and standard_key = $2`;

const allRecords = `
  select ${fields} from read_model.certification where organization_id = $1 order by standard_key collate "C"`;

const dueNotices = `
  select organization_id, standard, event_stream, event_revision
    from read_model.certification
   where next_notice_at <= $1 and expires_at > $1
   order by next_notice_at
   limit $2`;

const countOf = 'select count(*) as total from read_model.certification where organization_id = $1';

const isKey = ([key, ...rest]: unknown[]): boolean =>
  typeof key === 'string' && key.isWellFormed() && !key.includes('\0') && rest.length === 0;

export class CertificationQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /** Every certification of an organization, by name. */
  all(organizationId: string): Promise<CertificationRecord[]> {
    return this.readModels.query<CertificationRecord[]>(allRecords, [organizationId]);
  }

  /** Certifications by name. @throws Rejection `invalid_request` when the cursor is not of this list */
  async list(
    organizationId: string,
    page: PageRequest,
  ): Promise<{ certifications: CertificationRecord[]; pagination: Pagination }> {
    const name = 'certifications';
    const after = page.cursor === undefined ? undefined : decodeCursor<[string]>(name, page.cursor, isKey);
    const offset = after === undefined ? page.offset : 0;
    const [rows, total] = await Promise.all([
      this.readModels.query<Row[]>(records, [organizationId, after?.[0] ?? null, page.limit + 1, offset]),
      this.count(organizationId),
    ]);
    const { rows: shown, pagination } = toPage(name, rows, page, total, (last) => [last.standard_key]);
    return { certifications: shown.map(({ standard_key: _, ...record }) => record), pagination };
  }

  async find(organizationId: string, standard: string): Promise<CertificationRecord | undefined> {
    const [row] = await this.readModels.query<CertificationRecord[]>(oneRecord, [
      organizationId,
      standardKey(standard),
    ]);
    return row;
  }

  async count(organizationId: string): Promise<number> {
    const [row] = await this.readModels.query<{ total: number }[]>(countOf, [organizationId]);
    return row?.total ?? 0;
  }

  /** Certifications of all organizations of whose end notice is due by `now`, the longest due first. */
  due(now: string, limit: number): Promise<DueCertification[]> {
    return this.readModels.query<DueCertification[]>(dueNotices, [now, limit]);
  }
}
