import fc from 'fast-check';
import { Pool, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import type { Row } from '../projection.port.js';
import { tableDigest } from '../rebuild/table-digest.js';
import { encodeForCopy } from './copy-encoder.js';
import { RowBuffer } from './row-buffer.js';
import { applyNaively, rowOperations } from './row-operations.arbitrary.js';
import { RowWriter, runEach } from './row-writer.js';
import { readTableColumns } from './table-columns.js';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  await pool.query(`
    create schema shop;
    create table shop.item (tenant text, item int, status text, total bigint, primary key (tenant, item));
    create table shop.sample (
      id text primary key, whole bigint, real double precision, exact numeric, flag boolean, at timestamptz,
      day date, list text[], document jsonb, raw json, bytes bytea, "odd ""name" text default 'by default')`);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const samples: Row[] = [
  {
    id: 'all',
    whole: '9007199254740993',
    real: 0.1,
    exact: '12345678901234567890.12',
    flag: true,
    at: '2026-11-21T10:00:00.123Z',
    day: '2026-11-21',
    list: ['a,b', '"quoted"', 'back\\slash', '{}', '', 'NULL', null, 'tab\there'],
    document: { nested: [1, { text: 'é "\\" \n\t' }], none: null },
    raw: { z: 1, a: [true] },
    bytes: Uint8Array.from([0, 1, 254, 255]),
    'odd "name': '\\N',
  },
  {
    id: 'line\nbreak\ttab\rreturn\\backslash',
    whole: -1,
    real: Number.NaN,
    exact: 1e21,
    flag: false,
    at: new Date('1969-12-31T23:59:59.999Z'),
    day: null,
    list: [],
    document: 'a string',
    raw: [],
    bytes: new Uint8Array(),
    'odd "name': null,
  },
  {
    id: 'numbers and empty text',
    real: Number.NEGATIVE_INFINITY,
    document: 5,
    raw: 'null',
    list: null,
    'odd "name': '',
  },
  { id: 'defaults' },
];

const readSamples = async () => (await pool.query('select * from shop.sample order by id')).rows;

const insert = (rows: readonly Row[]) =>
  inTransaction(pool, async (client) => {
    const columns = await readTableColumns(client, 'shop.sample');
    await runEach(client, new RowWriter('shop.sample', ['id'], columns).insertions(rows));
  });

const copy = (rows: readonly Row[]) =>
  inTransaction(pool, async (client: PoolClient) => {
    const columns = await readTableColumns(client, 'shop.sample');
    for (const row of rows) {
      const names = Object.keys(row);
      const list = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
      await new Promise<void>((resolve, reject) => {
        const stream = client.query(copyFrom(`copy shop.sample (${list}) from stdin`));
        stream.once('error', reject).once('finish', resolve);
        stream.end(encodeForCopy([row], names, columns));
      });
    }
  });

describe('RowWriter', () => {
  it('values of every type are written as they are', async () => {
    await pool.query('truncate shop.sample');
    await insert(samples);
    const [all, defaults] = await readSamples();
    expect(all).toEqual({
      ...samples[0],
      at: new Date('2026-11-21T10:00:00.123Z'),
      day: expect.any(Date),
      bytes: Buffer.from([0, 1, 254, 255]),
    });
    expect(defaults).toMatchObject({ id: 'defaults', 'odd "name': 'by default', whole: null });
  });

  it('COPY stores the same values as INSERT', async () => {
    await pool.query('truncate shop.sample');
    await insert(samples);
    const [inserted, digest] = [await readSamples(), await inTransaction(pool, (c) => tableDigest(c, 'shop.sample'))];
    await pool.query('truncate shop.sample');
    await copy(samples);
    expect(await readSamples()).toEqual(inserted);
    expect(await inTransaction(pool, (client) => tableDigest(client, 'shop.sample'))).toEqual(digest);
  });

  it('COPY stores any text as it is', async () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(text, fc.array(text), fc.uint8Array(), async (value, list, bytes) => {
        await pool.query('truncate shop.sample');
        await copy([{ id: value, list, document: { value, list }, bytes }]);
        const [row] = await readSamples();
        expect(row).toMatchObject({ id: value, list, document: { value, list } });
        expect(Uint8Array.from(row.bytes)).toEqual(bytes);
      }),
      { numRuns: 100 },
    );
  });

  it('the written rows equal those of the operations one by one, however these fall into batches', async () => {
    await fc.assert(
      fc.asyncProperty(rowOperations, fc.integer({ min: 1, max: 15 }), async (operations, size) => {
        const expected = new Map<string, Row>();
        const valid = operations.filter((operation) => applyNaively(expected, operation));
        await pool.query('truncate shop.item');
        for (let at = 0; at < valid.length; at += size) {
          const buffer = new RowBuffer(['tenant', 'item']);
          for (const operation of valid.slice(at, at + size)) operation(buffer);
          await inTransaction(pool, async (client) => {
            const columns = await readTableColumns(client, 'shop.item');
            await new RowWriter('shop.item', ['tenant', 'item'], columns).write(client, buffer);
          });
        }
        const { rows } = await pool.query('select tenant, item, status, total::int from shop.item order by 1, 2');
        expect(rows).toEqual([...expected].sort().map(([, row]) => row));
      }),
      { numRuns: 150 },
    );
  });

  it('a unique value that a deletion of the same batch frees can be inserted again', async () => {
    await pool.query('create table shop.named (id int primary key, name text unique)');
    await pool.query(`insert into shop.named values (1, 'taken')`);
    const buffer = new RowBuffer(['id']);
    buffer.delete({ id: 1 });
    buffer.insert({ id: 2, name: 'taken' });
    await inTransaction(pool, async (client) =>
      new RowWriter('shop.named', ['id'], await readTableColumns(client, 'shop.named')).write(client, buffer),
    );
    expect((await pool.query('select * from shop.named')).rows).toEqual([{ id: 2, name: 'taken' }]);
  });

  it('the error of a write says which column or table is missing', async () => {
    await expect(insert([{ id: 'x', unknown: 1 }])).rejects.toThrow('there is no column unknown');
    await expect(inTransaction(pool, (client) => readTableColumns(client, 'shop.absent'))).rejects.toThrow(
      'there is no table shop.absent',
    );
  });
});
