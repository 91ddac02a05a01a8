import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { migrateLogSignatures } from './migrate-log-signatures.js';
import { PostgresLogSignatures } from './postgres-log-signatures.js';
import { PostgresTimeStamps } from './postgres-time-stamps.js';

let database: TestDatabase;
let pool: Pool;
let stamps: PostgresTimeStamps;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  await migrateLogSignatures(pool);
  await migrateLogSignatures(pool);
  stamps = new PostgresTimeStamps(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const log = (organizationId: string) => ({ organizationId, origin: `mt.example.com/${organizationId}` });
const stamp = (size: number, time = '2026-11-23T10:00:00Z') => ({
  size,
  text: `checkpoint of ${size}`,
  token: Buffer.from(`token of ${size}`),
  time: new Date(time),
});

describe('time stamps', () => {
  it('the newest up to a size, and the first that has an entry', async () => {
    for (const size of [5, 9, 12]) await stamps.keep(log('org_a'), stamp(size));
    const sizesOf = async (find: (size: number) => Promise<{ size: number } | undefined>) =>
      (await Promise.all([4, 5, 11, 12, 90].map(find))).map((found) => found?.size);
    expect(await sizesOf((size) => stamps.newest(log('org_a'), size))).toEqual([undefined, 5, 9, 12, 12]);
    expect(await sizesOf((number) => stamps.firstWith(log('org_a'), number, 90))).toEqual([
      5,
      9,
      12,
      undefined,
      undefined,
    ]);
    expect(await stamps.firstWith(log('org_a'), 6, 8)).toBeUndefined();
    expect(await stamps.newest(log('org_a'), 9)).toEqual(stamp(9));
    expect(await stamps.newest({ ...log('org_a'), origin: 'mt.example.com/org_a/2' }, 9)).toBeUndefined();
  });

  it('the last of each log that is signed are known by its name', async () => {
    const signed = { checkpoint: 'a note', signedAt: '2026-11-23T10:00:00Z', stoppedBecause: undefined };
    const head = { ...log('org_a'), size: 12, root: Buffer.alloc(32), isKeptOutside: true, ...signed };
    await new PostgresLogSignatures(pool).replace(undefined, head);
    const { size, time } = stamp(12);
    expect(await stamps.lastOnes()).toEqual(new Map([['mt.example.com/org_a', { size, time }]]));
  });

  it('of those that are older than a month the last of each day stay', async () => {
    const times = ['09-01T10', '09-01T23', '09-02T00', '09-02T01', '10-20T10', '10-20T11', '10-31T10', '11-23T10'];
    for (const [at, time] of times.entries()) await stamps.keep(log('org_b'), stamp(at + 1, `2026-${time}:00:00Z`));
    const { rows } = await pool.query<{ size: string }>(
      `select size from log_signatures.time_stamp where organization_id = 'org_b' order by size`,
    );
    expect(rows.map(({ size }) => Number(size))).toEqual([2, 4, 6, 7, 8]);
  });

  it('the last answer is counted by log', async () => {
    for (const [organizationId, answer] of [
      ['org_a', 'unreachable'],
      ['org_b', 'unreachable'],
      ['org_b', 'stamped'],
    ] as const)
      await stamps.note(organizationId, answer);
    expect(await stamps.answers()).toEqual([
      { answer: 'stamped', logs: 1 },
      { answer: 'unreachable', logs: 1 },
    ]);
  });
});
