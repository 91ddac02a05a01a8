import type { Pool, QueryResultRow } from 'pg';
import { partName, partOf } from './answer-days.js';

export interface NewExecution {
  organizationId: string;
  keyHash: Buffer;
  routeHash: Buffer;
  bodyHash: Buffer | undefined;
  requestId: string;
  sealedSeed: Buffer;
  startedAt: Date;
  /** Id of the attempt that holds the row. */
  holder: string;
}

export interface HeldRow {
  keyHash: Buffer;
  holder: string;
}

export interface ExecutionRow {
  request_id: string;
  sealed_seed: Buffer;
  started_at: Date;
}

export interface EarlierRow {
  route_hash: Buffer;
  body_hash: Buffer | null;
  request_id: string;
  sealed_answer: Buffer | null;
}

const heldUntil = `clock_timestamp() + $1::int * interval '1 millisecond'`;
const ends = (keepMs: string) => `started_at + ${keepMs}::int * interval '1 millisecond'`;
const isOver = `held.started_at <= clock_timestamp() - $2::int * interval '1 millisecond'`;

const admitSql = `
  insert into idempotency.execution as held
    (key_hash, route_hash, body_hash, request_id, sealed_seed, started_at, holder, held_until, organization_id)
  values ($3, $4, $5, $6, $7, $8, $9, ${heldUntil}, $10)
  on conflict (key_hash) do update set
    holder = excluded.holder,
    held_until = excluded.held_until,
    sealed_answer = null,
    answer_bytes = null,
    answer_part = null,
    organization_id = excluded.organization_id,
    route_hash = excluded.route_hash,
    body_hash = case when ${isOver} then excluded.body_hash else coalesce(held.body_hash, excluded.body_hash) end,
    request_id = case when ${isOver} then excluded.request_id else held.request_id end,
    sealed_seed = case when ${isOver} then excluded.sealed_seed else held.sealed_seed end,
    started_at = case when ${isOver} then excluded.started_at else held.started_at end
  where ${isOver} or (
    held.sealed_answer is null and held.held_until <= clock_timestamp() and held.route_hash = excluded.route_hash
    and (held.body_hash is null or excluded.body_hash is null or held.body_hash = excluded.body_hash))
  returning request_id, sealed_seed, started_at`;

/** An answer that a release before this one wrote is in the row itself. */
const earlierSql = `
  select route_hash, body_hash, request_id,
         case when sealed_answer = '' then coalesce(answer.sealed, sealed_answer) else sealed_answer end as sealed_answer
    from idempotency.execution left join idempotency.answer
      on answer.part = execution.answer_part and answer.key_hash = execution.key_hash and execution.answer_bytes > 0
   where execution.key_hash = $1`;

const bodySql = `
  update idempotency.execution set body_hash = $3
   where key_hash = $1 and holder = $2 and (body_hash is null or body_hash = $3)`;

/** The row says that it is completed; the answer itself is in the part of the day on which its retention ends. */
const completeSql = `
  with done as (
    update idempotency.execution
       set sealed_answer = '', answer_bytes = length($3::bytea), held_until = '-infinity', answer_part = ${partOf(ends('$4'))}
     where key_hash = $1 and holder = $2
    returning key_hash, answer_part)
  insert into idempotency.answer (part, key_hash, sealed)
  select answer_part, key_hash, $3::bytea from done where length($3::bytea) > 0
  on conflict (part, key_hash) do update set sealed = excluded.sealed`;

const keptBytesSql = `
  select coalesce(sum(answer_bytes), 0)::bigint as bytes from idempotency.execution
   where organization_id = $1 and answer_bytes is not null`;

const forgetSql = 'delete from idempotency.execution where key_hash = $1 and holder = $2';

const handBackSql = `
  update idempotency.execution set held_until = '-infinity' where key_hash = $1 and holder = $2`;

const renewSql = `
  update idempotency.execution execution set held_until = ${heldUntil}
    from unnest($2::bytea[], $3::uuid[]) as held (key_hash, holder)
   where execution.key_hash = held.key_hash and execution.holder = held.holder and execution.sealed_answer is null`;

const yesterdaySql = `select ${partOf("clock_timestamp() - interval '1 day'")} as part`;

const sweepSql = `
  delete from idempotency.execution where key_hash in (
    select key_hash from idempotency.execution
     where started_at <= clock_timestamp() - $1::int * interval '1 millisecond'
     limit $2 for update skip locked)`;

/** The statements on `idempotency.execution` and its answers. Times are the database's. */
export class ExecutionRows {
  constructor(
    private readonly pool: Pool,
    private readonly settings: { leaseMs: number; keepMs: number },
  ) {}

  /** The row when its request may be executed: a new one, one that is over, or one whose holder is dead. */
  async admit(row: NewExecution): Promise<ExecutionRow | undefined> {
    const { leaseMs, keepMs } = this.settings;
    const { organizationId, keyHash, routeHash, bodyHash, requestId, sealedSeed, startedAt, holder } = row;
    const execution = [keyHash, routeHash, bodyHash ?? null, requestId, sealedSeed, startedAt, holder, organizationId];
    const values = [leaseMs, keepMs, ...execution];
    return (await this.query<ExecutionRow>(admitSql, values)).rows[0];
  }

  async earlier(keyHash: Buffer): Promise<EarlierRow | undefined> {
    return (await this.query<EarlierRow>(earlierSql, [keyHash])).rows[0];
  }

  /** Records the body; false when the row has another body, or another holder. */
  async setBody({ keyHash, holder }: HeldRow, bodyHash: Buffer): Promise<boolean> {
    return (await this.query(bodySql, [keyHash, holder, bodyHash])).rowCount === 1;
  }

  async complete({ keyHash, holder }: HeldRow, sealedResponse: Buffer): Promise<void> {
    await this.query(completeSql, [keyHash, holder, sealedResponse, this.settings.keepMs]);
  }

  /** Bytes of the responses that are kept of an organization. */
  async keptBytes(organizationId: string): Promise<number> {
    return Number((await this.query<{ bytes: string }>(keptBytesSql, [organizationId])).rows[0]?.bytes ?? 0);
  }

  async forget({ keyHash, holder }: HeldRow): Promise<void> {
    await this.query(forgetSql, [keyHash, holder]);
  }

  async handBack({ keyHash, holder }: HeldRow): Promise<void> {
    await this.query(handBackSql, [keyHash, holder]);
  }

  async renew(held: readonly HeldRow[]): Promise<void> {
    const keyHashes = held.map(({ keyHash }) => keyHash);
    const holders = held.map(({ holder }) => holder);
    await this.query(renewSql, [this.settings.leaseMs, keyHashes, holders]);
  }

  /** Removes rows that are over, up to a number; returns how many it removed. */
  async sweep(most: number): Promise<number> {
    return (await this.query(sweepSql, [this.settings.keepMs, most])).rowCount ?? 0;
  }

  /** Empties the part of the answers that were over by the end of yesterday. */
  async dropAnswers(): Promise<void> {
    const { rows } = await this.query<{ part: number }>(yesterdaySql, []);
    for (const { part } of rows) {
      const { rowCount } = await this.query(`select from ${partName(part)} limit 1`, []);
      // Nobody waits long behind it where a backup holds it back: the next sweep tries again.
      if (rowCount !== 0) await this.pool.query(`set local lock_timeout = '200ms'; truncate ${partName(part)}`);
    }
  }

  private query<R extends QueryResultRow>(text: string, values: unknown[]) {
    return this.pool.query<R>(text, values);
  }
}
