import type { DataSource } from 'typeorm';

/** A key, and the time of its last use in milliseconds since the epoch. */
export type KeyUse = readonly [keyId: string, usedAt: number];

const rowsOfStatement = 5_000;

/** A later time stays: nodes write in any order. */
const store = `
  insert into read_model.api_key_use as stored (key_id, last_used_at)
  select key_id, to_timestamp(used_at / 1000.0) from unnest($1::text[], $2::bigint[]) as used (key_id, used_at)
  order by key_id
  on conflict (key_id) do update set last_used_at = excluded.last_used_at
    where stored.last_used_at < excluded.last_used_at`;

/**
 * Times at which keys were last used. They come from the nodes and not from the log: a use that leaves no entry, such
 * as a read, is no event.
 */
export class KeyUseTimes {
  constructor(private readonly dataSource: DataSource) {}

  async store(uses: readonly KeyUse[]): Promise<void> {
    for (let start = 0; start < uses.length; start += rowsOfStatement) {
      const rows = uses.slice(start, start + rowsOfStatement);
      await this.dataSource.query(store, [rows.map(([keyId]) => keyId), rows.map(([, usedAt]) => usedAt)]);
    }
  }
}
