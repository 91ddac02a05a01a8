import type { Pool, PoolClient } from 'pg';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { readCheckpoints } from '../runner/checkpoint.js';
import { lanesAside } from '../runner/lanes-aside.js';
import type { RunnableProjection } from '../runner/runnable-projection.js';
import { type TableDigest, tableDigest } from './table-digest.js';

export type Comparison =
  | { kind: 'equal' | 'different'; position: Position; live: TableDigest; rebuilt: TableDigest }
  /** The two may differ: another version, events that wait, or no live rows yet. */
  | { kind: 'skipped' };

/** Replay gives other rows than the live table holds. Nothing was swapped. */
export class RebuildDiffersError extends PlainError {
  override readonly name = 'RebuildDiffersError';
  constructor(
    projection: string,
    readonly live: TableDigest,
    readonly rebuilt: TableDigest,
  ) {
    super(
      `${projection} differs from its replay: live ${live.rows} rows, hash ${live.hash}; ` +
        `rebuilt ${rebuilt.rows} rows, hash ${rebuilt.hash}`,
    );
  }
}

/** Position of the live rows when a rebuild must give the same ones, else undefined. */
export const comparablePosition = async (
  client: Pool | PoolClient,
  projection: RunnableProjection,
): Promise<Position | undefined> => {
  const stored = (await readCheckpoints(client, [projection.name])).get(projection.name);
  if (stored?.version !== projection.version) return undefined;
  return (await lanesAside(client, projection)).size > 0 ? undefined : stored.position;
};

/**
 * Compares in a snapshot, so that the live projection goes on meanwhile: its checkpoint says which
 * position the snapshot's rows are at, and the shadow is brought to exactly that one.
 */
export const compareWithLive = (
  pool: Pool,
  projection: RunnableProjection,
  shadow: { digest: () => Promise<TableDigest>; bringTo: (position: Position) => Promise<void> },
): Promise<Comparison> =>
  inTransaction(
    pool,
    async (snapshot): Promise<Comparison> => {
      await snapshot.query('set local idle_in_transaction_session_timeout = 0');
      const position = await comparablePosition(snapshot, projection);
      if (position === undefined) return { kind: 'skipped' };
      await shadow.bringTo(position);
      const [live, rebuilt] = await Promise.all([tableDigest(snapshot, projection.table), shadow.digest()]);
      const kind = live.rows === rebuilt.rows && live.hash === rebuilt.hash ? 'equal' : 'different';
      return { kind, position, live, rebuilt };
    },
    'begin isolation level repeatable read',
  );
