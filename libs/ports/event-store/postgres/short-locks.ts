import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';

const waitMs = 200;
const pauseMs = 1_000;
const lockNotAvailable = '55P03';

/**
 * Runs work that locks a table against its readers, again and again until it gets its locks: while a lock is waited for, everybody
 * who comes later waits behind it, so it is waited for only a moment at a time.
 */
export const withShortLocks = async (client: Client, work: () => Promise<unknown>, tries = 600): Promise<void> => {
  for (let left = tries; ; left -= 1) {
    await client.query(`set lock_timeout = ${waitMs}`);
    try {
      await work();
      return;
    } catch (error) {
      await client.query('rollback');
      if (left <= 1 || !(error instanceof DatabaseError) || error.code !== lockNotAvailable) throw error;
    } finally {
      await client.query('reset lock_timeout');
    }
    await sleep(pauseMs);
  }
};
