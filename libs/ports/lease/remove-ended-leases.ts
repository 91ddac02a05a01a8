import type { Pool } from 'pg';

/**
 * Beside it, a holder whose clock stood still may believe in its lease: a token that begins anew must not be the one
 * that it has.
 */
const remembered = `interval '1 hour'`;

/**
 * Removes the rows of leases whose names begin so and that are over: released, or run out an hour ago. Only for names that
 * nobody will hold again, such as those of single processes; fencing tokens of others must go on growing.
 */
export const removeEndedLeases = async (pool: Pool, namePrefix: string): Promise<void> => {
  await pool.query(
    `delete from leases.lease where starts_with(name, $1) and expires_at < clock_timestamp() - ${remembered}`,
    [namePrefix],
  );
};
