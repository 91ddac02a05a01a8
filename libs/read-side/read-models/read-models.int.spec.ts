import { Client } from 'pg';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { connectReadModels } from './read-models.js';
import { rfc3339 } from './rfc3339-column.js';
import { runMigrations } from './run-migrations.js';

@Entity({ schema: 'read_model', name: 'thing' })
class ThingEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('bigint')
  size: number;

  @Column(rfc3339())
  made_at: string;

  @Column(rfc3339({ nullable: true }))
  gone_at: string | null;
}

class CreateThing1795000000001 implements MigrationInterface {
  readonly name = 'CreateThing1795000000001';
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`create table read_model.thing
      (id text primary key, size bigint not null, made_at timestamptz not null, gone_at timestamptz)`);
    await queryRunner.query('select pg_sleep(0.2)');
  }
  async down(): Promise<void> {}
}

class FillThing1795000000002 implements MigrationInterface {
  readonly name = 'FillThing1795000000002';
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `insert into read_model.thing values ('a', 5000000000, '2026-11-21 12:00:00.007+02:30', null)`,
    );
  }
  async down(): Promise<void> {}
}

class Fail1795000000003 implements MigrationInterface {
  readonly name = 'Fail1795000000003';
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`insert into read_model.thing values ('b', 1, now(), null)`);
    await queryRunner.query('select 1 / 0');
  }
  async down(): Promise<void> {}
}

describe('read models', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await allConnectionsClosed();
    await database.drop();
  });

  /** A pool says that it has ended before its connections are closed. */
  const allConnectionsClosed = async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await vi.waitFor(async () => expect((await client.query(others)).rowCount).toBe(0), { timeout: 30_000 });
    await client.end();
  };

  // The migrations are not in the order of their timestamps.
  const migrate = (...more: (new () => MigrationInterface)[]) =>
    runMigrations(database.url, [...more, FillThing1795000000002, CreateThing1795000000001]);
  const open = async (...more: (new () => MigrationInterface)[]) => {
    await migrate(...more);
    return connectReadModels({ connectionString: database.url, entities: [ThingEntity], poolSize: 2 });
  };

  it('read models are migrated once and in order by processes that start together, and again on a second start', async () => {
    const started = await Promise.all([open(), open(), open(), open()]);
    started.push(await open());
    for (const dataSource of started) {
      expect(await dataSource.query('select id from read_model.thing')).toEqual([{ id: 'a' }]);
      expect(await dataSource.query('select name from read_model.migrations order by id')).toEqual([
        { name: 'CreateThing1795000000001' },
        { name: 'FillThing1795000000002' },
      ]);
      await dataSource.destroy();
    }
  });

  it('the migrations of a later release run on the tables of an earlier one', async () => {
    await runMigrations(database.url, [CreateThing1795000000001]);
    const dataSource = await open();
    expect(await dataSource.query('select id from read_model.thing')).toEqual([{ id: 'a' }]);
    await dataSource.destroy();
  });

  it('a migration that fails is undone, releases lock and connections, and keeps those before it', async () => {
    await expect(open(Fail1795000000003)).rejects.toThrow('division by zero');
    await allConnectionsClosed();

    const dataSource = await open();
    expect(await dataSource.query('select id from read_model.thing')).toEqual([{ id: 'a' }]);
    await dataSource.destroy();
  });

  it('read models give times as RFC 3339 text and large integers as numbers, by entity and by SQL', async () => {
    const dataSource = await open();
    const expected = { id: 'a', size: 5_000_000_000, made_at: '2026-11-21T09:30:00.007Z', gone_at: null };
    expect(await dataSource.query('select * from read_model.thing')).toEqual([expected]);
    expect({ ...(await dataSource.getRepository(ThingEntity).findOneByOrFail({ id: 'a' })) }).toEqual(expected);
    await dataSource.destroy();
  });

  it('a query that takes longer than it may is ended by the server, as an outage', async () => {
    await migrate();
    const settings = { connectionString: database.url, entities: [ThingEntity], poolSize: 1, statementTimeoutMs: 50 };
    const dataSource = await connectReadModels(settings);
    const ended = await dataSource.query('select pg_sleep(60)').catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: '57014' });
    expect(isOutage(ended)).toBe(true);
    expect(await dataSource.query('select id from read_model.thing')).toEqual([{ id: 'a' }]);
    await dataSource.destroy();
  });

  it('read models leave the parsers of the driver unchanged for other pools', async () => {
    const dataSource = await open();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('select size, made_at from read_model.thing');
    expect(rows).toEqual([{ size: '5000000000', made_at: new Date('2026-11-21T09:30:00.007Z') }]);
    await client.end();
    await dataSource.destroy();
  });

  it('read models cannot be opened where there is no server', async () => {
    const nowhere = new URL(database.url);
    nowhere.port = '1';
    await expect(connectReadModels({ connectionString: nowhere.href, entities: [], poolSize: 1 })).rejects.toThrow(
      /ECONNREFUSED/,
    );
    await expect(runMigrations(nowhere.href, [])).rejects.toThrow(/ECONNREFUSED/);
  });
});
