import type { Pool } from 'pg';

/**
 * Time that the row of an ended lease stays. A holder whose clock stood still may believe in its lease meanwhile: a
 * token that begins anew must not be the one that it has.
 */
const remembered = `interval '1 hour'`;

/**
 * Removes the rows of leases that are over, released or run out an hour ago, and whose names begin with the prefix.
 * Only for names that are never held again, such as those of single processes; fencing tokens of others must go on
 * growing.
 */
export const removeEndedLeases = async (pool: Pool, namePrefix: string): Promise<void> => {
  await pool.query(
    `delete from leases.lease where starts_with(name, $1) and expires_at < clock_timestamp() - ${remembered}`,
    [namePrefix],
  );
};
