import type { Pool } from 'pg';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { removeEndedLeases } from '#libs/ports/lease/remove-ended-leases.js';
import type { ProcessOptions } from './process/process.module.js';

/** Removes the rows of ended leases whose names begin with the prefix and that nobody will hold again. */
export type RemoveEndedLeases = (namePrefix: string) => Promise<void>;

/** Leases on an existing pool, for short work. */
export const leasesOn = (pool: Pool): Leases => createPostgresLeases(pool);

/** Leases over no pool: renewals must not wait behind the work that they protect. */
export const openLeases = ({ leaseTtlMs: ttlMs }: ProcessOptions, direct: DirectConnection): Leases =>
  createPostgresLeases(direct, { listener: direct, ...(ttlMs === undefined ? {} : { ttlMs }) });

export const endedLeaseRemoval =
  (pool: Pool): RemoveEndedLeases =>
  (namePrefix) =>
    removeEndedLeases(pool, namePrefix);
