import type { ClientBase, Pool, PoolClient } from 'pg';

/**
 * Runs `fn` in one transaction: committed when it resolves, rolled back when it rejects. A connection
 * that cannot even roll back is closed rather than given back to the pool.
 */
export const inTransaction = async <Result>(
  pool: Pool,
  fn: (client: PoolClient) => Promise<Result>,
  begin = 'begin',
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between two queries emits an event; the next query then rejects.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin);
    const result = await fn(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

/** Runs the work in one transaction of a connection that stays with its holder, who closes it where the work fails. */
export const inTransactionOn = async <Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  begin = 'begin',
): Promise<Result> => {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
