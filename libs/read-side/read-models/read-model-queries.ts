import type { SlowReads } from './slow-reads.js';

/** Reads the tables of the projections: a data source of TypeORM, or a pool where a process does without one. */
export interface ReadModelQueries {
  /** Rows of a statement that selects: `int8` as numbers, `timestamptz` as RFC 3339 text. */
  query<Rows>(sql: string, parameters?: unknown[]): Promise<Rows>;
  readonly slowReads: SlowReads;
}
