import { decodeCursor, type PageRequest, type Pagination, toPage } from './page.js';
import type { ReadModelQueries } from './read-model-queries.js';

type Place = readonly [createdAt: string, id: string];

interface Total {
  total: number;
}

/** A list of an organization, sorted by time of creation and id, newest first. */
export interface NewestFirstList {
  /** Name of the list in its cursors. */
  name: string;
  table: string;
  /** Query of the organization's rows, which names their table `alias` and ends with its conditions. */
  select: string;
  alias: string;
  /** Parameters of `select`, the organization's id first. */
  values: readonly [organizationId: string, ...others: unknown[]];
  /** Query of `total`, with the parameters of `select`; counts all rows of the organization when omitted. */
  count?: string;
}

const isTimestamp = (value: unknown): boolean => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
};

const isPlace = ([createdAt, id, ...rest]: unknown[]): boolean =>
  isTimestamp(createdAt) && typeof id === 'string' && /^[\x21-\x7e]+$/.test(id) && rest.length === 0;

/**
 * Reads one page of the list.
 * @throws Rejection `invalid_request` when the cursor is not of this list; NoSlotError when too many lists of the
 * organization are read
 */
export const readNewestFirst = async <Row extends { created_at: string; id: string }>(
  readModels: Pick<ReadModelQueries, 'query' | 'slowReads'>,
  { name, table, select, alias, values, count: counting }: NewestFirstList,
  page: PageRequest,
): Promise<{ rows: Row[]; pagination: Pagination }> => {
  const after = page.cursor === undefined ? undefined : decodeCursor<Place>(name, page.cursor, isPlace);
  const parameter = (number: number) => `$${values.length + number}`;
  const behind = `and (${alias}.created_at, ${alias}.id) < (${parameter(2)}::timestamptz, ${parameter(3)})`;
  const order = `order by ${alias}.created_at desc, ${alias}.id desc limit ${parameter(1)}`;
  const sql = after === undefined ? `${select} ${order} offset ${parameter(2)}` : `${select} ${behind} ${order}`;
  const [organizationId] = values;
  return readModels.slowReads.answer(organizationId, async () => {
    const rows = await readModels.query<Row[]>(sql, [...values, page.limit + 1, ...(after ?? [page.offset])]);
    const [count] =
      counting === undefined
        ? await readModels.query<Total[]>(`select count(*) as total from ${table} where organization_id = $1`, [
            organizationId,
          ])
        : await readModels.query<Total[]>(counting, [...values]);
    return toPage(name, rows, page, count?.total ?? 0, (last) => [last.created_at, last.id]);
  });
};
