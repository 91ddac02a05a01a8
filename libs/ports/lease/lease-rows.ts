import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { releaseChannel } from './release-notices.js';

/** `clock_timestamp()`, not `now()`: a statement may have waited for the row, and its transaction began before that. */
const expiry = (milliseconds: string) => `clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;

const acquireSql = `
  insert into leases.lease as lease (name, fencing_token, holder, expires_at)
  values ($1, 1, $2, ${expiry('$3::int')})
  on conflict (name) do update
    set fencing_token = lease.fencing_token + 1, holder = excluded.holder, expires_at = ${expiry('$3::int')}
    where lease.expires_at <= clock_timestamp()
  returning fencing_token::text as token`;

const remainingSql = `
  select greatest(0, extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as remaining
  from leases.lease where name = $1`;

const renewSql = `
  update leases.lease set expires_at = ${expiry('$3::int')}
  from unnest($1::text[], $2::bigint[]) as held (name, token)
  where lease.name = held.name and lease.fencing_token = held.token and lease.expires_at > clock_timestamp()
  returning lease.name`;

// The row stays, so that the token goes on growing.
const releaseSql = `
  with released as (
    update leases.lease set expires_at = '-infinity' where name = $1 and fencing_token = $2 returning name
  )
  select pg_notify('${releaseChannel}', name) from released`;

interface TimedQuery extends QueryConfig {
  /** Known to `pg`, missing in its types: gives up on a connection that hangs. */
  query_timeout: number;
}

/** Where statements are sent: a pool, or one connection. */
export interface LeaseQueries {
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>;
}

export interface HeldRow {
  name: string;
  fencingToken: bigint;
}

/** The statements on `leases.lease`. Times are the database's. */
export class LeaseRows {
  constructor(
    private readonly queries: LeaseQueries,
    private readonly ttlMs: number,
    private readonly holder: string,
  ) {}

  /** The token, or the milliseconds that the present holder still has. */
  async acquire(name: string): Promise<{ fencingToken: bigint } | { remainingMs: number }> {
    const [taken] = await this.query<{ token: string }>(acquireSql, [name, this.holder, this.ttlMs]);
    if (taken) return { fencingToken: BigInt(taken.token) };
    const [held] = await this.query<{ remaining: number }>(remainingSql, [name]);
    return { remainingMs: held?.remaining ?? 0 };
  }

  /** Names of the leases that are still held. One statement for all, so that an idle process costs little. */
  async renew(held: readonly HeldRow[]): Promise<Set<string>> {
    const tokens = held.map((row) => row.fencingToken.toString());
    const values = [held.map((row) => row.name), tokens, this.ttlMs];
    // Prepared: it runs every few seconds for as long as the process lives.
    const rows = await this.query<{ name: string }>(renewSql, values, 'lease_renew');
    return new Set(rows.map((row) => row.name));
  }

  async release(held: HeldRow): Promise<void> {
    await this.query(releaseSql, [held.name, held.fencingToken.toString()]);
  }

  private async query<R extends QueryResultRow>(text: string, values: unknown[], name?: string): Promise<R[]> {
    const query: TimedQuery = { name, text, values, query_timeout: this.ttlMs / 2 };
    return (await this.queries.query<R>(query)).rows;
  }
}
