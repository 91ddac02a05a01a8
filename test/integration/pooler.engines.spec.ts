import type { Pool } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { idempotencyContract } from '#libs/ports/idempotency/idempotency.contract.js';
import { expireExecutions, migrateIdempotency } from '#libs/ports/idempotency/migrate-idempotency.js';
import { createPostgresIdempotencyStore } from '#libs/ports/idempotency/postgres-idempotency-store.js';
import { jobQueueContract } from '#libs/ports/job-queue/job-queue.contract.js';
import { createPgBossJobQueue } from '#libs/ports/job-queue/pg-boss/pg-boss-job-queue.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { describeWith } from '#test/servers/describe-with.js';
import { type RunningPgBouncer, startPgBouncer } from '#test/servers/pgbouncer.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** Fewer than the callers at once, so that statements of one come to several sessions. */
const poolSize = 2;

describeWith(['pgbouncer'], 'through PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: RunningPgBouncer;
  let pool: Pool;
  const keyVault = new InMemoryKeyVault();
  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await startPgBouncer({ databaseUrl: database.url, poolSize });
    pool = createPool({ connectionString: pooler.url, isPooled: true, max: 8, applicationName: 'pooled' });
    await migrateIdempotency(pool);
  });
  afterAll(async () => {
    await pool.end();
    await pooler.server.stop();
    await database.drop();
  });

  idempotencyContract('PostgreSQL', async () => {
    await pool.query('truncate idempotency.execution, idempotency.answer');
    const store = createPostgresIdempotencyStore({ pool, keyVault });
    return { store, lose: () => expireExecutions(pool) };
  });

  jobQueueContract('pg-boss', () => ({
    port: Number(new URL(pooler.url).port),
    open: (port) => {
      const url = new URL(pooler.url);
      if (port !== undefined) url.port = String(port);
      const times = { pollMs: 100, superviseSeconds: 1 };
      return createPgBossJobQueue({ connectionString: url.href, isPooled: true, poolSize: 3, ...times });
    },
  }));
});
