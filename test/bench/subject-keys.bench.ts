import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { PersonalLayer } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';

/** Sealing and opening of clients, as every request and every audit page does it; one process, one core. */
const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const server = await startEmbeddedPostgres(folder);
const pool = createPool({ connectionString: server.url, max: 10, applicationName: 'bench' });
await migrateSubjectKeys(pool);
const keys = await openPostgresSubjectKeys({ pool, masterKey: randomBytes(32) });

const subjects = await Promise.all(Array.from({ length: 50 }, (_, index) => keys.subjectFor('org_1', `usr_${index}`)));
const subjectAt = (index: number): string => subjects[index % subjects.length] ?? '';
const clientAt = (index: number) => ({
  user_id: `usr_${index % subjects.length}`,
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
});

const measure = async (name: string, count: number, step: (index: number) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < count / 10; index += 1) await step(index);
  const start = performance.now();
  for (let index = 0; index < count; index += 1) await step(index);
  console.log(`${name}: ${Math.round(count / ((performance.now() - start) / 1_000)).toLocaleString('en')}/s`);
};

let fresh = 0;
await measure('seal, 50 clients that come again', 300_000, (index) => keys.seal(subjectAt(index), clientAt(index)));
await measure('seal, a new client each time', 50_000, (index) => {
  fresh += 1;
  return keys.seal(subjectAt(index), { ...clientAt(index), ip_address: `agent ${fresh}` });
});
const addresses = await Promise.all(
  Array.from({ length: 50 }, (_, index) => keys.subjectFor('org_1', `203.0.113.${index}`, 'ip_address')),
);
const layersAt = (index: number, address: string): PersonalLayer[] => [
  { subject: subjectAt(index), values: { user_id: clientAt(index).user_id } },
  {
    subject: addresses[index % addresses.length] ?? '',
    values: { ip_address: address, user_agent: clientAt(index).user_agent },
  },
];
await measure('seal with commitments, 50 clients that come again', 300_000, (index) =>
  keys.sealPersonal(layersAt(index, '203.0.113.7')),
);
await measure('seal with commitments, a new client each time', 50_000, (index) => {
  fresh += 1;
  return keys.sealPersonal(layersAt(index, `agent ${fresh}`));
});
const personal = await keys.sealPersonal(layersAt(0, '203.0.113.7'));
console.log(
  `bytes of a client: ${(await keys.seal(subjectAt(0), clientAt(0))).length} sealed; ` +
    `in layers ${personal.sealed.length}, and ${JSON.stringify(personal.commitments).length} of commitments`,
);

const sealed = await Promise.all(subjects.map((subject, index) => keys.seal(subject, clientAt(index))));
await measure('open', 50_000, (index) => keys.open(subjectAt(index), sealed[index % subjects.length] ?? ''));

await pool.end();
await server.stop();
await rm(folder, { recursive: true, force: true });
