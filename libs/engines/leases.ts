import type { Pool } from 'pg';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { createPostgresLeases, usualTtlMs } from '#libs/ports/lease/postgres-leases.js';
import { removeEndedLeases } from '#libs/ports/lease/remove-ended-leases.js';
import type { ProcessOptions } from './process/process.module.js';

/** Removes the rows of ended leases whose names begin with the prefix and that nobody will hold again. */
export type RemoveEndedLeases = (namePrefix: string) => Promise<void>;

/** Leases on an existing pool, for short work. */
export const leasesOn = (pool: Pool): Leases => createPostgresLeases(pool);

/** Milliseconds that the process keeps its leases when it dies: its own choice, or what the settings allow. */
export const leaseTtlOf = ({
  leaseTtlMs = usualTtlMs,
  settings,
}: Pick<ProcessOptions, 'leaseTtlMs' | 'settings'>): number =>
  Math.min(leaseTtlMs, settings.TRANSLEDGER_LEASE_TTL ?? leaseTtlMs);

/** Leases over no pool: renewals must not wait behind the work that they protect. */
export const openLeases = (process: ProcessOptions, direct: DirectConnection): Leases =>
  createPostgresLeases(direct, { listener: direct, ttlMs: leaseTtlOf(process) });

export const endedLeaseRemoval =
  (pool: Pool): RemoveEndedLeases =>
  (namePrefix) =>
    removeEndedLeases(pool, namePrefix);
