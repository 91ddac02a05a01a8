import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { migrateLogSignatures } from './migrate-log-signatures.js';
import { PostgresCosignatures } from './postgres-cosignatures.js';

let database: TestDatabase;
let pool: Pool;
let cosignatures: PostgresCosignatures;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  await migrateLogSignatures(pool);
  cosignatures = new PostgresCosignatures(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const head = (organizationId: string, size: number) => ({
  organizationId,
  origin: `mt.example.com/${organizationId}`,
  size,
});

describe('cosignatures', () => {
  it('a head has those of its witnesses, and the log its newest size', async () => {
    await cosignatures.keep(head('org_a', 5), 'w2', 'two\n');
    await cosignatures.keep(head('org_a', 5), 'w1', 'one\n');
    await cosignatures.keep(head('org_a', 5), 'w1', 'one again\n');
    await cosignatures.keep(head('org_a', 7), 'w1', 'later\n');
    expect(await cosignatures.of(head('org_a', 5))).toEqual(['one again\n', 'two\n']);
    expect(await cosignatures.of(head('org_a', 6))).toEqual([]);
    expect(await cosignatures.newestSize('org_a', 'mt.example.com/org_a')).toBe(7);
    expect(await cosignatures.newestSize('org_a', 'mt.example.com/org_a/2')).toBeUndefined();
    expect(await cosignatures.lastSizes('w2')).toEqual(new Map([['mt.example.com/org_a', 5]]));
  });

  it('of a witness and a log the newest twenty stay', async () => {
    for (let size = 1; size <= 25; size += 1) await cosignatures.keep(head('org_b', size), 'w1', `${size}\n`);
    await cosignatures.keep(head('org_b', 1), 'w2', 'other\n');
    const found = await Promise.all([1, 5, 6, 25].map((size) => cosignatures.of(head('org_b', size))));
    expect(found).toEqual([['other\n'], [], ['6\n'], ['25\n']]);
  });

  it('the last answer of a witness is counted by log', async () => {
    for (const [organizationId, answer] of [
      ['org_a', 'unknown_origin'],
      ['org_b', 'unknown_origin'],
      ['org_b', 'cosigned'],
    ] as const)
      await cosignatures.note(organizationId, 'w1', answer);
    expect(await cosignatures.answers()).toEqual([
      { witness: 'w1', answer: 'cosigned', logs: 1 },
      { witness: 'w1', answer: 'unknown_origin', logs: 1 },
    ]);
  });
});
