import { createHash } from 'node:crypto';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { FairSlots } from '#libs/platform/async/fair-slots.js';
import type { Slots } from '../limits.port.js';

/** One connection past any pooler: its session holds the locks. */
interface Session {
  query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>>;
}

interface TimedQuery extends QueryConfig {
  /** Known to `pg`, missing in its types: gives up on a connection that hangs, and closes it. */
  query_timeout: number;
}

const timeoutMs = 5_000;

/** Locks are tried one after the other, only until one is had. */
const takeSql = 'select id::text as id from unnest($1::bigint[]) as slot (id) where pg_try_advisory_lock(id) limit 1';
const giveBackSql = 'select pg_advisory_unlock($1::bigint)';

/** Id of the lock that is the slot of that number. */
const lockOf = (key: string, number: number): string =>
  createHash('sha256').update(`slot ${number} of ${key}`).digest().readBigInt64BE().toString();

/**
 * Slots that all processes on a database count together: each is an advisory lock of the process's session, so that those
 * of a process that dies are free at once. Rejects while the database is away.
 */
export class PostgresSlots implements Slots {
  /** The locks of this process: a session that has one would get it again. */
  private readonly held = new Map<string, Set<string>>();
  private readonly asking = new FairSlots({ perKey: 1 });

  constructor(private readonly session: Session) {}

  async take(key: string, limit: number): Promise<(() => void) | undefined> {
    if (limit === 0) return () => undefined;
    return this.asking.run(key, () => this.ask(key, limit));
  }

  private async ask(key: string, limit: number): Promise<(() => void) | undefined> {
    const locks = Array.from({ length: limit }, (_, number) => lockOf(key, number));
    const free = locks.filter((lock) => !this.held.get(key)?.has(lock));
    if (free.length === 0) return undefined;
    const { rows } = await this.query<{ id: string }>('slot_take', takeSql, free);
    const [taken] = rows;
    return taken === undefined ? undefined : this.given(key, taken.id);
  }

  private given(key: string, lock: string): () => void {
    const held = this.held.get(key) ?? new Set();
    this.held.set(key, held.add(lock));
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      held.delete(lock);
      if (held.size === 0) this.held.delete(key);
      // A session that is gone has no lock any more.
      this.query('slot_give_back', giveBackSql, lock).catch(() => undefined);
    };
  }

  private query<Row extends QueryResultRow>(name: string, text: string, value: unknown): Promise<QueryResult<Row>> {
    const query: TimedQuery = { name, text, values: [value], query_timeout: timeoutMs };
    return this.session.query<Row>(query);
  }
}
