import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import { LogSigner } from '#apps/projector/signing/log-signer.js';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { migrateLogSignatures } from '#libs/ports/log-signatures/migrate-log-signatures.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { DirectoryPartStorage } from '#libs/ports/signed-heads/directory-part-storage.js';
import { HeadParts, type PartStorage } from '#libs/ports/signed-heads/head-parts.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { MemoryPartStorage } from '#test/fakes/memory-part-storage.js';
import { loadAuditLog } from './bulk-audit-log.js';
import { keepReport, machineLines } from './machine.js';
import { median } from './quantile.js';

/**
 * Rounds of the signer over the logs of many organizations which have all grown by an entry, with the copy of what was signed
 * on the disk and, by turns, in memory.
 */
const organizations = Number(process.env.ORGANIZATIONS ?? 1_000);
const rounds = Number(process.env.ROUNDS ?? 5);

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);
await migrateReadModels(server.url);
const pool = new Pool({ connectionString: server.url, max: 2 });
await migrateLogSignatures(pool);
pool.on('error', () => undefined);
const dataSource = await openReadModels({ connectionString: server.url, poolSize: 4 });
const signatures = new PostgresLogSignatures(pool);
const tree = new AuditLogTree(dataSource, signatures);

const signingSecret = randomBytes(32);
const logger = pino({ level: 'error' });

let writes = 0;
let bytes = 0;
const counted = (storage: PartStorage): PartStorage => ({
  read: (part) => storage.read(part),
  replace: (part, text, before) => {
    writes += 1;
    bytes += text.length;
    return storage.replace(part, text, before);
  },
});

const contenders = {
  disk: new HeadParts(counted(new DirectoryPartStorage(join(folder, 'signed-heads')))),
  memory: new HeadParts(new MemoryPartStorage()),
};

const namesOf = (contender: string): string[] =>
  Array.from({ length: organizations }, (_, at) => `org_${contender}_${at}`);

for (const contender of Object.keys(contenders))
  for (const organizationId of namesOf(contender))
    await loadAuditLog(pool, {
      organizationId,
      entries: rounds + 1,
      subjects: 1,
      sealedClient: 'x',
      start: '2026-11-21T10:00:00.000Z',
      secondsApart: 1,
    });

const roundOf = async (contender: keyof typeof contenders, size: number): Promise<number> => {
  const signer = new LogSigner({
    tree,
    signatures,
    heads: contenders[contender],
    logsToSign: async () => namesOf(contender).map((organizationId) => ({ organizationId, size })),
    isCaughtUp: async () => true,
    signingSecret,
    host: 'mt.example.com',
    logger,
  });
  const start = performance.now();
  await signer.signAll(new AbortController().signal);
  return performance.now() - start;
};

const times = { disk: [] as number[], memory: [] as number[] };
for (const contender of ['disk', 'memory'] as const) await roundOf(contender, 1);
writes = 0;
bytes = 0;
for (let round = 1; round <= rounds; round += 1)
  for (const contender of ['disk', 'memory'] as const) times[contender].push(await roundOf(contender, round + 1));

const report = `# Signing the logs of ${organizations.toLocaleString('en')} organizations

${machineLines()}

A round in which each log has grown by an entry; median of ${rounds}, by turns.

| What was signed is kept | Round | An organization |
|---|---|---|
| in the database and in a folder | ${Math.round(median(times.disk))} ms | ${(median(times.disk) / organizations).toFixed(2)} ms |
| in the database, and in memory | ${Math.round(median(times.memory))} ms | ${(median(times.memory) / organizations).toFixed(2)} ms |

A round wrote ${Math.round(writes / rounds)} files with ${(bytes / rounds / 1e6).toFixed(2)} MB.
`;
await keepReport('log-signing', report);

await dataSource.destroy();
await pool.end();
await server.stop();
await rm(folder, { recursive: true, force: true });
