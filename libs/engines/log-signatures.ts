import type { Pool } from 'pg';
import type { Cosignatures } from '#libs/ports/log-signatures/cosignatures.port.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import { PostgresCosignatures } from '#libs/ports/log-signatures/postgres-cosignatures.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { PostgresTimeStamps } from '#libs/ports/log-signatures/postgres-time-stamps.js';
import type { TimeStamps } from '#libs/ports/log-signatures/time-stamps.port.js';

export const openLogSignatures = (pool: Pool): LogSignatures => new PostgresLogSignatures(pool);

export const openCosignatures = (pool: Pool): Cosignatures => new PostgresCosignatures(pool);

export const openTimeStamps = (pool: Pool): TimeStamps => new PostgresTimeStamps(pool);
