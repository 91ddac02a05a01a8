import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'pg';
import { pino } from 'pino';
import { AccessDirectory } from '#apps/api/access/access-directory.js';
import { KeyUses } from '#apps/api/access/key-uses.js';
import { hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { migrateReadModels, openReadModels } from '#projections/all-projections.js';
import { KeySnapshotQueries } from '#projections/api-keys/key-snapshot.queries.js';
import { KeyUseTimes } from '#projections/api-keys/key-use-times.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';

/* Measures the cost of holding every key in a node: time of the start, bytes a key, and look-ups. One process. */
const organizations = 10_000;
const keysOfEach = 5;
const lookUps = 1_000_000;

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);
await migrateEventStore(server.url);
const pool = new Pool({ connectionString: server.url, max: 2 });
await migrateProjectionRunner(pool);
await migrateReadModels(server.url);

await pool.query(
  `insert into read_model.organization (id, name, tier, status, created_at)
   select 'org_' || lpad(n::text, 26, '0'), 'An organization', 'pro', 'active', now() from generate_series(1, $1) n`,
  [organizations],
);
const hashOf = (organization: number, key: number): string => hashApiKey(`${organization}/${key}`);
for (let key = 1; key <= keysOfEach; key += 1) {
  const numbers = Array.from({ length: organizations }, (_, index) => index + 1);
  await pool.query(
    `insert into read_model.api_key
     select 'key_' || lpad(n::text, 24, '0') || lpad($3, 2, '0'), 'org_' || lpad(n::text, 26, '0'), 'A key', hash,
       '["translate","detect","languages"]', case when n % 10 = 0 then '["192.0.2.0/24"]' else '[]' end::jsonb,
       case when n % 5 = 0 then now() + interval '1 year' end, null, null, 'sub_' || lpad(n::text, 26, '0'),
       repeat('s', 120), now(), 'sub_' || lpad(n::text, 26, '0'), repeat('s', 120), 'sub_' || lpad(n::text, 26, '0'),
       repeat('s', 120)
     from unnest($1::int[], $2::text[]) as made (n, hash)`,
    [numbers, numbers.map((organization) => hashOf(organization, key)), String(key)],
  );
}
await pool.query(
  `insert into projection.checkpoint (name, version, position, fencing_token, state, updated_at)
   select name, 1, '0000000000000000001', 1, 'running', now() from unnest(array['api-keys', 'organizations']) name`,
);

const readModels = await openReadModels({ connectionString: server.url, poolSize: 2 });
const eventStore = await connectPostgresEventStore({ connectionString: server.url });
const subjectKeys = new InMemorySubjectKeys();
subjectKeys.openMany = async (items) => items.map(({ subject }) => ({ user_id: subject.replace('sub_', 'usr_') }));
const logger = pino({ level: 'silent' });
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Processor time of this process, which a busy machine does not lengthen. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const start = async () => {
  const directory = new AccessDirectory({
    eventStore,
    subjectKeys,
    snapshots: new KeySnapshotQueries(readModels),
    sessionUses: { use: () => true },
    uses: new KeyUses({ times: new KeyUseTimes(readModels), logger }),
    logger,
  });
  const startedAt = processorMs();
  const following = directory.follow();
  await directory.loadedWithin(600_000);
  return { directory, following, ms: processorMs() - startedAt };
};

const warm = await start();
warm.directory.stop();
const before = heapUsed();
const { directory, following, ms } = await start();
const bytes = heapUsed() - before;
console.log(`keys: ${directory.size.toLocaleString('en')} of ${organizations.toLocaleString('en')} organizations`);
console.log(`start, rows of the database to keys in memory: ${Math.round(ms)} ms of this process`);
console.log(`heap: ${(bytes / 2 ** 20).toFixed(1)} MiB, ${Math.round(bytes / directory.size)} bytes a key`);

const hashes = Array.from({ length: 4_096 }, (_, index) =>
  hashOf(1 + ((index * 7_919) % organizations), 1 + (index % keysOfEach)),
);
const measure = (name: string, all: readonly string[]): void => {
  let found = 0;
  for (let round = 0; round < 5; round += 1) {
    const startedAt = processorMs();
    found = 0;
    for (let index = 0; index < lookUps; index += 1) if (directory.find(all[index % all.length] ?? '')) found += 1;
    const nanoseconds = ((processorMs() - startedAt) * 1e6) / lookUps;
    if (round === 4) console.log(`${name}: ${Math.round(nanoseconds)} ns (${found > 0 ? 'found' : 'not found'})`);
  }
};
measure('look-up of a known key', hashes);
measure(
  'look-up of an unknown key, before the log is asked',
  hashes.map((hash) => hashApiKey(hash)),
);

directory.stop();
await Promise.all([warm.following, following]);
await eventStore.close();
await readModels.destroy();
await pool.end();
await server.stop();
await rm(folder, { recursive: true, force: true });
