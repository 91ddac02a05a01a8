import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendToEnd } from '#libs/ports/event-store/contract/append-to-end.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { ProjectionFixture } from '#libs/read-side/projection/projection.fixture.js';
import { rebuildProjection } from '#libs/read-side/projection/rebuild/projection-rebuild.js';
import { migrateReadModels } from '#projections/all-projections.js';
import { EventLog } from '#projections/read-model.fixture.js';
import { auditLog } from './audit-log.projection.js';
import { blockSize, tallyFinishedBlocks, tallyTable } from './audit-log-tally.js';

let fixture: ProjectionFixture;
const log = new EventLog();

beforeAll(async () => {
  fixture = await ProjectionFixture.open();
  await migrateReadModels(fixture.url);
});
afterAll(() => fixture.close());

const append = async (organizationId: string, count: number): Promise<Position> => {
  const events = Array.from({ length: count }, (_, index) => {
    const data = { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 7 };
    const { type, metadata } = log.event('LanguageDetected', data, { organizationId, subject: `sub_${index % 2}` });
    return { id: randomUUID(), type, version: 1, data, metadata };
  });
  let last = '' as Position;
  for (let from = 0; from < count; from += 2_000) {
    const some = events.slice(from, from + 2_000);
    last = (await appendToEnd(fixture.eventStore, `facts-${organizationId}`, some)).position;
  }
  return last;
};

const tallies = async (): Promise<unknown[]> => {
  const { rows } = await fixture.pool.query({
    text: `select organization_id, block::int, dimension, value, resource, action, entries::int from ${tallyTable}
            where log = 'read_model.audit_log'::regclass order by 1, 2, 3, 4, 5, 6`,
    rowMode: 'array',
  });
  return rows;
};
const stale = `select from ${tallyTable} where log <> 'read_model.audit_log'::regclass`;

const block = (organizationId: string, number: number) => {
  const counted = (dimension: string, value: string, entries: number) => [
    [organizationId, number, dimension, value, '', '', entries],
    [organizationId, number, dimension, value, 'text', 'detect', entries],
  ];
  return [
    ...counted('', '', blockSize),
    ...counted('api_key_id', 'key_1', blockSize),
    ...counted('result', 'success', blockSize),
    ...counted('subject', 'sub_0', blockSize / 2),
    ...counted('subject', 'sub_1', blockSize / 2),
  ];
};

it('a block of an organization is tallied once its last entry is written, and again by a rebuild', async () => {
  const runner = fixture.run([auditLog]);
  await append('org_b', 3);
  await fixture.passed('audit-log', await append('org_a', blockSize + 2));
  expect(await tallies()).toEqual(block('org_a', 0));

  const { pool, eventStore } = fixture;
  const leases = createPostgresLeases(pool, { ttlMs: 60_000 });
  const { comparison } = await rebuildProjection({ pool, eventStore, leases, projection: auditLog });
  await leases.close();
  expect(comparison.kind).toBe('equal');
  expect(await tallies()).toEqual(block('org_a', 0));
  expect((await pool.query(stale)).rowCount).toBe(0);

  await fixture.passed('audit-log', await append('org_a', blockSize));
  expect(await tallies()).toEqual([...block('org_a', 0), ...block('org_a', 1)]);
  await runner.stop();
});

it('blocks of a log that was never tallied are tallied at once, and none twice', async () => {
  const before = await tallies();
  await fixture.pool.query(`delete from ${tallyTable}`);
  for (const organizations of [null, null, '["org_a", "org_unknown"]'])
    await fixture.pool.query(tallyFinishedBlocks('read_model.audit_log'), [organizations]);
  expect(await tallies()).toEqual(before);
});
