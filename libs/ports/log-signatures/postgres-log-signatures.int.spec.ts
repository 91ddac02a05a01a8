import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DependencyCheck } from '#libs/platform/process/dependency-health.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import type { SignedLog } from './log-signatures.port.js';
import { migrateLogSignatures } from './migrate-log-signatures.js';
import { PostgresLogSignatures } from './postgres-log-signatures.js';
import { auditLogsDependency } from './stopped-logs.js';

let database: TestDatabase;
let pool: Pool;
let signatures: PostgresLogSignatures;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  await migrateLogSignatures(pool);
  await migrateLogSignatures(pool);
  signatures = new PostgresLogSignatures(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const signed = (organizationId: string, size: number): SignedLog => ({
  organizationId,
  origin: `mt.example.com/${organizationId}`,
  size,
  root: Buffer.alloc(32, size),
  checkpoint: `checkpoint of ${size}`,
  signedAt: '2026-11-23T10:00:00.000Z',
  stoppedBecause: undefined,
  isKeptOutside: true,
});

describe('what was signed', () => {
  it('a log is found as it was last signed, and one that never was is not', async () => {
    expect(await signatures.find('org_a')).toBeUndefined();
    expect(await signatures.replace(undefined, signed('org_a', 3))).toBe(true);
    expect(await signatures.replace(signed('org_a', 3), signed('org_a', 5))).toBe(true);
    expect(await signatures.find('org_a')).toEqual(signed('org_a', 5));
    expect(await signatures.all()).toEqual([signed('org_a', 5)]);
  });

  it('of two who sign after the same head one replaces it', async () => {
    expect(await signatures.replace(undefined, signed('org_b', 3))).toBe(true);
    expect(await signatures.replace(undefined, signed('org_b', 4))).toBe(false);
    const both = [4, 5].map((size) => signatures.replace(signed('org_b', 3), signed('org_b', size)));
    expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
  });

  it('a log that was stopped is replaced no more, and says why', async () => {
    await signatures.replace(undefined, signed('org_c', 3));
    await signatures.stop('org_c', 'it is another');
    expect(await signatures.replace(signed('org_c', 3), signed('org_c', 4))).toBe(false);
    expect(await signatures.find('org_c')).toEqual({ ...signed('org_c', 3), stoppedBecause: 'it is another' });
  });
});

it('while a log is signed no more, those who ask for readiness are told, with the commands that mend it', async () => {
  const said = () => new DependencyCheck(auditLogsDependency(pool)).report();
  await pool.query('truncate log_signatures.signed_log');
  expect(await said()).toEqual({ status: 'ready' });
  for (const id of ['org_x', 'org_y']) await signatures.replace(undefined, signed(id, 3));
  expect(await said()).toEqual({ status: 'ready' });
  await signatures.stop('org_y', 'it is another');
  const reason = expect.stringMatching(/^1 of 2 audit logs is signed no more\. .*audit resume-log, or audit new-log/);
  expect(await said()).toEqual({ status: 'degraded', reason });
  await signatures.resume('org_y', { withoutCopy: false });
  expect(await said()).toEqual({ status: 'ready' });
});

describe('a log that was stopped', () => {
  it('a log that was stopped is signed again once it is resumed, and says whether it is known outside', async () => {
    await signatures.replace(undefined, signed('org_d', 3));
    await signatures.stop('org_d', 'the copy is missing');
    await signatures.resume('org_d', { withoutCopy: false });
    expect(await signatures.find('org_d')).toEqual(signed('org_d', 3));
    await signatures.stop('org_d', 'the copy is missing');
    await signatures.resume('org_d', { withoutCopy: true });
    expect(await signatures.find('org_d')).toEqual({ ...signed('org_d', 3), isKeptOutside: false });
  });

  it('what only the copy knows is noted as stopped, unless something was signed', async () => {
    const known = { ...signed('org_e', 9), stoppedBecause: 'it has fewer entries than were signed' };
    await signatures.adopt(known);
    expect(await signatures.find('org_e')).toEqual(known);
    await signatures.adopt(signed('org_e', 10));
    expect(await signatures.find('org_e')).toEqual(known);
  });
});

describe('keys', () => {
  const [at, later, until] = ['2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z', '2026-12-23T10:00:00.000Z'];
  const key = (generation: number, origin: string, validFrom?: string, validUntil?: string) => ({
    generation,
    origin,
    validFrom,
    validUntil,
  });

  it('a log has one key without an end, once it is signed', async () => {
    expect(await signatures.keys('org_f')).toEqual([]);
    const log = signed('org_f', 3);
    await signatures.replace(undefined, log);
    expect(await signatures.keys('org_f')).toEqual([key(1, log.origin)]);
  });

  it('a new key ends the one before it, also when it is noted twice', async () => {
    const log = signed('org_g', 3);
    await signatures.replace(undefined, log);
    const added = { generation: 2, origin: log.origin, validFrom: at, previousUntil: until };
    await signatures.addKey('org_g', added);
    await signatures.addKey('org_g', added);
    expect(await signatures.keys('org_g')).toEqual([key(1, log.origin, undefined, until), key(2, log.origin, at)]);
    await signatures.addKey('org_g', {
      ...added,
      generation: 3,
      validFrom: later,
      previousUntil: '2026-12-24T10:00:00.000Z',
    });
    expect((await signatures.keys('org_g')).map(({ validUntil }) => validUntil)).toEqual([
      until,
      '2026-12-24T10:00:00.000Z',
      undefined,
    ]);
  });

  it('a new log drops what was signed and kept of the old one, whose keys have ended', async () => {
    const log = signed('org_h', 300);
    await signatures.replace(undefined, log);
    await signatures.keep('org_h', [{ subtree: { level: 8, index: 0 }, hash: Buffer.alloc(32, 1) }]);
    await signatures.stop('org_h', 'it has fewer entries than were signed');
    const begun = { generation: 2, origin: `${log.origin}/2`, validFrom: at };
    await signatures.beginLog('org_h', begun);
    expect(await signatures.find('org_h')).toBeUndefined();
    await expect(signatures.nodes('org_h', 8, 0, 1)).rejects.toThrow(RangeError);
    const keys = [key(1, log.origin, undefined, at), key(2, begun.origin, at)];
    expect(await signatures.keys('org_h')).toEqual(keys);
    await signatures.replace(undefined, { ...signed('org_h', 200), origin: begun.origin });
    await signatures.beginLog('org_h', begun);
    expect(await signatures.find('org_h')).toMatchObject({ size: 200, origin: begun.origin });
    expect(await signatures.keys('org_h')).toEqual(keys);
  });
});

describe('kept roots', () => {
  const node = (index: number, byte: number) => ({ subtree: { level: 8, index }, hash: Buffer.alloc(32, byte) });

  it('roots are read by their range, and one that is there stays', async () => {
    await signatures.keep('org_a', [node(0, 1), node(1, 2)]);
    await signatures.keep('org_a', [node(1, 9), node(2, 3)]);
    await signatures.keep('org_a', []);
    expect(await signatures.nodes('org_a', 8, 1, 3)).toEqual([Buffer.alloc(32, 2), Buffer.alloc(32, 3)]);
  });

  it('several ranges are read at once, each by itself', async () => {
    const ranges = [
      { level: 8, from: 2, to: 3 },
      { level: 8, from: 0, to: 2 },
    ];
    const bytes = (byte: number) => Buffer.alloc(32, byte);
    await signatures.keep('org_b', [node(0, 1), node(1, 2), node(2, 3)]);
    expect(await signatures.nodesOf('org_b', ranges)).toEqual([[bytes(3)], [bytes(1), bytes(2)]]);
    await expect(signatures.nodesOf('org_b', [...ranges, { level: 8, from: 3, to: 4 }])).rejects.toThrow(RangeError);
  });

  it('ranges are found by the index, however many roots a large log has', async () => {
    const hash = Buffer.alloc(32, 7);
    const nodes = Array.from({ length: 12_000 }, (_, index) => ({ subtree: { level: 8, index }, hash }));
    await signatures.keep('org_large', nodes);
    await pool.query('analyze log_signatures.node');
    const asked: { text: string; values: unknown[] }[] = [];
    const watched = {
      query: (text: string, values: unknown[]) => {
        asked.push({ text, values });
        return pool.query(text, values);
      },
    };
    const ranges = Array.from({ length: 8 }, (_, level) => ({ level: 8, from: 2 ** level, to: 2 ** (level + 1) }));
    await new PostgresLogSignatures(watched as unknown as Pool).nodesOf('org_large', ranges);
    const [{ text, values } = expect.unreachable()] = asked;
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using node_pkey');
    expect(plan).not.toContain('Seq Scan');
  });

  it('a range that is not kept whole is refused', async () => {
    await expect(signatures.nodes('org_a', 8, 2, 4)).rejects.toThrow(RangeError);
    await expect(signatures.nodes('org_a', 16, 0, 1)).rejects.toThrow(RangeError);
  });
});
