import { type Holdable, type HoldState, neverHeld } from '#libs/application/holds/legal-holds.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import { erased, textIn } from '#libs/read-side/read-models/personal-data.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import { isOnDocument } from './held-documents.js';
import type { HoldEntity } from './hold.entity.js';
import type { HoldTimes } from './holds-at.js';

/** A hold as its organization sees it. */
export interface HoldRecord {
  id: string;
  resource: string | null;
  resource_id: string | null;
  subject: { type: 'user' | 'ip_address'; id: string } | null;
  period: { start: string; end: string } | null;
  reason: string;
  placed_by: string;
  placed_at: string;
  lifted_at: string | null;
}

const records = 'select * from read_model.hold h where organization_id = $1';

const activeCount = 'select count(*) as total from read_model.hold where organization_id = $1 and lifted_at is null';

const isOnThing = `
  organization_id = $1
  and ((resource = $2 and resource_id = $3)
       or subject = $4
       or (created_from <= $5 and $5 < created_until))`;

/** The holds on a thing, one that is active before those that were lifted, the last lifted of these first. */
const onThing = `
  select id, lifted_at
    from read_model.hold
   where ${isOnThing}
   order by lifted_at desc nulls first, id
   limit 1`;

const valuesOf = ({ organizationId, resource, resourceId, subject, createdAt }: Holdable): unknown[] => [
  organizationId,
  resource,
  resourceId,
  subject,
  createdAt,
];

/** Holds of one thing that are looked at, the oldest: an organization may have a thousand at a time. */
const maxTimes = 10_000;

const timesOnThing = `
  select created_at as placed_at, lifted_at
    from read_model.hold
   where ${isOnThing}
   order by created_at
   limit ${maxTimes}`;
/** A hold that is not lifted, on a subject or on a document of it. */
const onSubject = `
  select h.id from read_model.hold h
   where h.organization_id = $1 and h.lifted_at is null
     and (h.subject = $2
          or exists (select from read_model.document d
                      where d.organization_id = $1 and d.subject = $2 and ${isOnDocument}))
   order by h.id
   limit 1`;

/** A reader of its own write has to wait for the projection `holds`. */
export class HoldQueries {
  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {}

  /**
   * Lists holds, newest first, lifted ones too.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(organizationId: string, page: PageRequest): Promise<{ holds: HoldRecord[]; pagination: Pagination }> {
    const list = {
      name: 'holds',
      table: 'read_model.hold',
      select: records,
      alias: 'h',
      values: [organizationId] as const,
    };
    const { rows, pagination } = await readNewestFirst<HoldEntity>(this.readModels, list, page);
    return { holds: await this.opened(rows), pagination };
  }

  /** Lists the holds on a subject, and those that it placed, as `list` does. */
  async listOf(
    organizationId: string,
    subject: string,
    page: PageRequest,
  ): Promise<{ holds: HoldRecord[]; pagination: Pagination }> {
    const select = `${records} and (subject = $2 or placer = $2)`;
    const list = {
      name: 'holds_of_subject',
      table: 'read_model.hold',
      select,
      alias: 'h',
      values: [organizationId, subject] as const,
      count: `select count(*) as total from (${select}) as counted`,
    };
    const { rows, pagination } = await readNewestFirst<HoldEntity>(this.readModels, list, page);
    return { holds: await this.opened(rows), pagination };
  }

  async find(organizationId: string, holdId: string): Promise<HoldRecord | undefined> {
    const rows = await this.readModels.query<HoldEntity[]>(`${records} and id = $2`, [organizationId, holdId]);
    const [record] = await this.opened(rows);
    return record;
  }

  /** Number of the organization's holds that are not lifted. */
  async active(organizationId: string): Promise<number> {
    const [row] = await this.readModels.query<{ total: number }[]>(activeCount, [organizationId]);
    return row?.total ?? 0;
  }

  async on(thing: Holdable): Promise<HoldState> {
    const [row] = await this.readModels.query<Pick<HoldEntity, 'id' | 'lifted_at'>[]>(onThing, valuesOf(thing));
    if (row === undefined) return neverHeld;
    return row.lifted_at === null
      ? { holdId: row.id, liftedAt: undefined }
      : { holdId: undefined, liftedAt: row.lifted_at };
  }

  /** When each of the holds on something was placed and lifted. */
  times(thing: Holdable): Promise<HoldTimes[]> {
    return this.readModels.query<HoldTimes[]>(timesOnThing, valuesOf(thing));
  }

  /** Reads `document` too. */
  async onSubject(organizationId: string, subject: string): Promise<HoldState> {
    const [row] = await this.readModels.query<Pick<HoldEntity, 'id'>[]>(onSubject, [organizationId, subject]);
    return row === undefined ? neverHeld : { holdId: row.id, liftedAt: undefined };
  }

  private async opened(rows: readonly HoldEntity[]): Promise<HoldRecord[]> {
    const placers = await this.subjectKeys.openMany(
      rows.map(({ placer, sealed_placer }) => ({ subject: placer, sealed: sealed_placer })),
    );
    const held = rows.flatMap(({ subject, sealed_subject }) =>
      subject === null || sealed_subject === null ? [] : [{ subject, sealed: sealed_subject }],
    );
    const openedHeld = await this.subjectKeys.openMany(held);
    const idOf = new Map(held.map(({ sealed }, index) => [sealed, textIn(openedHeld[index], 'id')]));
    return rows.map((row, index) => ({
      id: row.id,
      resource: row.resource,
      resource_id: row.resource_id,
      subject:
        row.subject_type === null ? null : { type: row.subject_type, id: idOf.get(row.sealed_subject ?? '') ?? erased },
      period:
        row.period_start === null || row.period_end === null ? null : { start: row.period_start, end: row.period_end },
      reason: row.reason,
      placed_by: textIn(placers[index], 'user_id'),
      placed_at: row.created_at,
      lifted_at: row.lifted_at,
    }));
  }
}
