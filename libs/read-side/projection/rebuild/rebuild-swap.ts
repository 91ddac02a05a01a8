import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { jittered } from '#libs/platform/async/backoff.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { progressChannel } from '../progress/progress-channels.js';
import { assertNotNewer, readCheckpoints } from '../runner/checkpoint.js';
import type { RunnableProjection } from '../runner/runnable-projection.js';
import type { ShadowTable } from './shadow-table.js';

/** Limit of the wait for a long reader: new readers queue behind the swap meanwhile, so it gives up and tries again. */
const lockTimeout = '250ms';
const retryMs = 500;

const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '55P03';

/**
 * Puts the shadow in the live table's place, and the checkpoint to the shadow's position. The locked
 * checkpoint keeps the runner waiting meanwhile, on whichever process it is; it then goes on in the new
 * table as before, or finds that the version has changed.
 */
export const swapShadow = async (
  { pool, now, signal }: { pool: Pool; now: () => Date; signal: AbortSignal },
  projection: RunnableProjection,
  shadow: ShadowTable,
  /** Brings the shadow at least to the position; resolves with the position that it is at. */
  bringTo: (position: Position) => Promise<Position>,
): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await inTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = '${lockTimeout}'`);
        const stored = await lockCheckpoint(client, projection, now());
        assertNotNewer(stored, projection);
        const position = await bringTo(stored.position);
        await shadow.takePlace(client);
        await settle(client, projection, position, now());
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await sleep(jittered(retryMs), undefined, { signal });
    }
  }
};

const lockCheckpoint = async (client: PoolClient, { name, version }: RunnableProjection, now: Date) => {
  await client.query(
    `insert into projection.checkpoint (name, version, position, fencing_token, state, updated_at)
     values ($1, $2, $3, 0, 'waiting', $4) on conflict (name) do nothing`,
    [name, version, START, now],
  );
  return (await readCheckpoints(client, [name], 'for update')).get(name) ?? { version, position: START };
};

/** Moves the checkpoint to the shadow and lets all lanes go, whose events its rows contain. */
const settle = async (client: PoolClient, { name, version }: RunnableProjection, position: Position, now: Date) => {
  await client.query('delete from projection.parked_event where projection = $1', [name]);
  await client.query('delete from projection.held_lane where projection = $1', [name]);
  await client.query('update projection.checkpoint set version = $2, position = $3, updated_at = $4 where name = $1', [
    name,
    version,
    position,
    now,
  ]);
  await client.query('select pg_notify($1, $2)', [progressChannel, JSON.stringify([[name, position]])]);
};
