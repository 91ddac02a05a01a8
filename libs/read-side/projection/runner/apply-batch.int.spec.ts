import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { entriesOf, ProjectionFixture, tallyOf } from '../projection.fixture.js';
import { applyBatch, TableReplacedError } from './apply-batch.js';
import { BatchWriter, type PreparedBatch } from './batch-writer.js';
import { CheckpointMismatchError, claimCheckpoint } from './checkpoint.js';

let fixture: ProjectionFixture;
beforeAll(async () => {
  fixture = await ProjectionFixture.open();
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

const to = '7' as Position;
const insertion = (row: object) => ({
  text: `insert into test.tally select * from json_populate_recordset(null::test.tally, $1::json)`,
  source: JSON.stringify([row]),
});
const row = { key_id: 'a', texts: 1, characters: 2 };
const batchOf = (...statements: PreparedBatch['statements']): PreparedBatch => ({
  role: undefined,
  tableId: undefined,
  statements,
});

const apply = async (batch: PreparedBatch, fencingToken = 1n) => {
  const hold = await claimCheckpoint(fixture.pool, tallyOf(), 1n, new Date());
  return applyBatch(fixture.pool, { ...hold, fencingToken }, { to, now: new Date(), table: 'test.tally', batch });
};
const position = async () => (await fixture.checkpoint('tally')).position;

describe('a batch', () => {
  it('a batch is written with its checkpoint', async () => {
    await apply(batchOf(insertion(row), insertion({ ...row, key_id: 'b' })));
    expect([await position(), (await fixture.tallies()).map(({ key_id }) => key_id)]).toEqual([to, ['a', 'b']]);
  });

  it('a batch of a runner that does not hold the checkpoint is not written', async () => {
    await expect(apply(batchOf(insertion(row)), 2n)).rejects.toThrow(CheckpointMismatchError);
    expect([await position(), await fixture.tallies()]).toEqual(['', []]);
  });

  it('a batch leaves nothing behind when one of its statements fails', async () => {
    await expect(apply(batchOf(insertion(row), insertion(row)))).rejects.toMatchObject({ code: '23505' });
    expect([await position(), await fixture.tallies()]).toEqual(['', []]);
  });

  it('a batch is not written into another table than it was made for', async () => {
    const batch = { ...batchOf(insertion(row)), tableId: 1 };
    await expect(apply(batch)).rejects.toThrow(TableReplacedError);
    expect([await position(), await fixture.tallies()]).toEqual(['', []]);
  });

  it('a batch does not wait for the disk, and leaves the session as it was', async () => {
    await fixture.pool.query(`
      create table test.seen (setting text, role text);
      create function test.note() returns trigger language plpgsql as $$ begin
        insert into test.seen values (current_setting('synchronous_commit'), current_user); return null; end $$;
      create trigger note after insert on test.tally for each row execute function test.note()`);
    await apply(batchOf(insertion(row)));
    const seen = async () => (await fixture.pool.query('select setting from test.seen')).rows;
    expect(await seen()).toEqual([{ setting: 'off' }]);
    const { rows } = await fixture.pool.query(`select current_setting('synchronous_commit') as setting`);
    expect(rows).toEqual([{ setting: 'on' }]);
  });
});

describe('a sequence', () => {
  it('the last row of a sequence is remembered between batches, and read anew once its table was replaced', async () => {
    fixture.run([entriesOf()]);
    await fixture.passed('entries', (await fixture.append({}, {})).position);
    await fixture.passed('entries', (await fixture.append({})).position);
    expect(await fixture.entries()).toHaveLength(3);
    await fixture.pool.query(`
      begin;
      create table test.other (like test.entry including all);
      insert into test.other select * from test.entry where number = 0;
      alter table test.entry rename to replaced;
      alter table test.other rename to entry;
      commit`);
    const { position: last, ids } = await fixture.append({}, {});
    await fixture.passed('entries', last);
    expect((await fixture.entries()).slice(1)).toEqual(ids);
  });

  it('a sequence goes on where the table stands after a batch that was not written', async () => {
    const { pool } = fixture;
    const { position: at } = await fixture.append({}, {});
    const page = await fixture.eventStore.readAll({ after: '' as Position, limit: 2 });
    const client = await pool.connect();
    const writer = await BatchWriter.open(client, entriesOf());
    client.release();
    await writer.prepare(pool, page.events);
    writer.forget();
    const hold = await claimCheckpoint(pool, entriesOf(), 1n, new Date());
    const batch = await writer.prepare(pool, page.events);
    await applyBatch(pool, hold, { to: at, now: new Date(), table: 'test.entry', batch });
    expect(await fixture.entries()).toEqual(page.events.map(({ id }) => id));
  });
});
