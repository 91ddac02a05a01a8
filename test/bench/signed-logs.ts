import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { SignedLogs } from '#apps/api/compliance/audit-logs/proofs/signed-logs.js';
import { LogSigner } from '#apps/projector/signing/log-signer.js';
import { migrateLogSignatures } from '#libs/ports/log-signatures/migrate-log-signatures.js';
import { PostgresCosignatures } from '#libs/ports/log-signatures/postgres-cosignatures.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { PostgresTimeStamps } from '#libs/ports/log-signatures/postgres-time-stamps.js';
import { HeadParts } from '#libs/ports/signed-heads/head-parts.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { MemoryPartStorage } from '#test/fakes/memory-part-storage.js';

/** Signs the audit logs of these organizations as they are, and gives them as the API sees them. */
export const signLogs = async (
  pool: Pool,
  dataSource: DataSource,
  organizationIds: readonly string[],
): Promise<SignedLogs> => {
  await migrateLogSignatures(pool);
  const signatures = new PostgresLogSignatures(pool);
  const tree = new AuditLogTree(dataSource, signatures);
  const signingSecret = randomBytes(32);
  const logger = pino({ level: 'error' });
  const signer = new LogSigner({
    tree,
    signatures,
    heads: new HeadParts(new MemoryPartStorage()),
    logsToSign: () =>
      Promise.all(
        organizationIds.map(async (organizationId) => ({ organizationId, size: await tree.size(organizationId) })),
      ),
    isCaughtUp: async () => true,
    signingSecret,
    host: 'example.org',
    logger,
  });
  await signer.signAll(new AbortController().signal);
  return new SignedLogs({
    tree,
    signatures,
    cosignatures: new PostgresCosignatures(pool),
    timeStamps: new PostgresTimeStamps(pool),
    signingSecret,
    logger,
  });
};
