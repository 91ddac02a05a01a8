import type { Pool } from 'pg';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { removeEndedLeases } from '#libs/ports/lease/remove-ended-leases.js';
import type { ProcessOptions } from './process/process.module.js';

/** Removes the rows of ended leases whose names begin with the prefix and that nobody will hold again. */
export type RemoveEndedLeases = (namePrefix: string) => Promise<void>;

/** Opens a pool for leases alone: renewals must not wait behind the work that they protect. */
export const openLeasePool = ({ role, logger }: ProcessOptions, connectionString: string): Pool =>
  createPool({
    connectionString,
    max: 2,
    applicationName: `transledger ${role} leases`,
    onIdleError: (error) => logger.warn({ err: error }, 'a connection for leases broke'),
  });

/** Leases on an existing pool, for short work. */
export const leasesOn = (pool: Pool): Leases => createPostgresLeases(pool);

export const openLeases = ({ leaseTtlMs: ttlMs }: ProcessOptions, pool: Pool): Leases =>
  createPostgresLeases(pool, ttlMs === undefined ? {} : { ttlMs });

export const endedLeaseRemoval =
  (pool: Pool): RemoveEndedLeases =>
  (namePrefix) =>
    removeEndedLeases(pool, namePrefix);
