import type { Pool, QueryResultRow } from 'pg';

export interface NewExecution {
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
const isOver = `held.started_at <= clock_timestamp() - $2::int * interval '1 millisecond'`;

const admitSql = `
  insert into idempotency.execution as held
    (key_hash, route_hash, body_hash, request_id, sealed_seed, started_at, holder, held_until)
  values ($3, $4, $5, $6, $7, $8, $9, ${heldUntil})
  on conflict (key_hash) do update set
    holder = excluded.holder,
    held_until = excluded.held_until,
    sealed_answer = null,
    route_hash = excluded.route_hash,
    body_hash = case when ${isOver} then excluded.body_hash else coalesce(held.body_hash, excluded.body_hash) end,
    request_id = case when ${isOver} then excluded.request_id else held.request_id end,
    sealed_seed = case when ${isOver} then excluded.sealed_seed else held.sealed_seed end,
    started_at = case when ${isOver} then excluded.started_at else held.started_at end
  where ${isOver} or (
    held.sealed_answer is null and held.held_until <= clock_timestamp() and held.route_hash = excluded.route_hash
    and (held.body_hash is null or excluded.body_hash is null or held.body_hash = excluded.body_hash))
  returning request_id, sealed_seed, started_at`;

const earlierSql = `
  select route_hash, body_hash, request_id, sealed_answer from idempotency.execution where key_hash = $1`;

const bodySql = `
  update idempotency.execution set body_hash = $3
   where key_hash = $1 and holder = $2 and (body_hash is null or body_hash = $3)`;

const completeSql = `
  update idempotency.execution set sealed_answer = $3, held_until = '-infinity' where key_hash = $1 and holder = $2`;

const forgetSql = 'delete from idempotency.execution where key_hash = $1 and holder = $2';

const handBackSql = `
  update idempotency.execution set held_until = '-infinity' where key_hash = $1 and holder = $2`;

const renewSql = `
  update idempotency.execution execution set held_until = ${heldUntil}
    from unnest($2::bytea[], $3::uuid[]) as held (key_hash, holder)
   where execution.key_hash = held.key_hash and execution.holder = held.holder and execution.sealed_answer is null`;

const sweepSql = `
  delete from idempotency.execution where key_hash in (
    select key_hash from idempotency.execution
     where started_at <= clock_timestamp() - $1::int * interval '1 millisecond'
     limit $2 for update skip locked)`;

/** The statements on `idempotency.execution`. Times are the database's. */
export class ExecutionRows {
  constructor(
    private readonly pool: Pool,
    private readonly settings: { leaseMs: number; keepMs: number },
  ) {}

  /** The row when its request may be executed: a new one, one that is over, or one whose holder is dead. */
  async admit(row: NewExecution): Promise<ExecutionRow | undefined> {
    const { leaseMs, keepMs } = this.settings;
    const { keyHash, routeHash, bodyHash, requestId, sealedSeed, startedAt, holder } = row;
    const values = [leaseMs, keepMs, keyHash, routeHash, bodyHash ?? null, requestId, sealedSeed, startedAt, holder];
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
    await this.query(completeSql, [keyHash, holder, sealedResponse]);
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

  private query<R extends QueryResultRow>(text: string, values: unknown[]) {
    return this.pool.query<R>(text, values);
  }
}
