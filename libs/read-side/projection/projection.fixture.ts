import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventOf } from '#libs/domain/domain-event.js';
import type { JsonObject } from '#libs/domain/json.js';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { appendToEnd } from '#libs/ports/event-store/contract/append-to-end.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { tampering } from '#libs/ports/event-store/postgres/unguarded-log.fixture.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { awaitedChannel } from './progress/progress-channels.js';
import { projection } from './projection.port.js';
import { migrateProjectionRunner } from './projection-schema.js';
import { createProjectionRunner, type ProjectionRunner } from './runner/projection-runner.js';
import type { RunnableProjection } from './runner/runnable-projection.js';

interface TallyRow {
  key_id: string;
  texts: number;
  characters: number;
}

interface EntryRow {
  organization_id: string;
  number: number;
  event_id: string;
  characters: number;
}

/** A projection of texts and characters by key; the table refuses more than a million characters of one key. */
export const tallyOf = (handled: (event: { id: string }) => void = () => undefined) =>
  projection<TallyRow, 'TextTranslated'>({
    name: 'tally',
    version: 1,
    table: 'test.tally',
    primaryKey: ['key_id'],
    onFailure: 'park',
    handlers: {
      TextTranslated: (rows, event) => {
        handled(event);
        rows.add({ key_id: event.data.keyId }, { texts: 1, characters: event.data.characterCount });
      },
    },
  });

/** A projection with a numbered entry of each text in an append-only table. */
export const entriesOf = (handled: (event: { id: string }) => void = () => undefined) =>
  projection<EntryRow, 'TextTranslated'>({
    name: 'entries',
    version: 1,
    table: 'test.entry',
    primaryKey: ['organization_id', 'number'],
    onFailure: 'halt',
    laneKey: ({ data }) => ('organizationId' in data ? data.organizationId : ''),
    sequence: {
      within: 'organization_id',
      orderedBy: 'number',
      reads: ['number'],
      link: (row, previous) => ({ ...row, number: previous?.number === undefined ? 0 : Number(previous.number) + 1 }),
    },
    handlers: {
      TextTranslated: (rows, event) => {
        handled(event);
        const { organizationId, characterCount } = event.data;
        rows.insert({ organization_id: organizationId, number: 0, event_id: event.id, characters: characterCount });
      },
    },
  });

const tables = `
  create schema test;
  create table test.tally (
    key_id text primary key, texts bigint not null, characters bigint not null,
    constraint few_characters check (characters <= 1000000));
  create index tally_by_texts on test.tally (texts desc) where texts > 1;
  create table test.entry (
    organization_id text, number bigint, event_id uuid not null unique deferrable initially deferred,
    characters bigint not null default 0, exclude using hash (event_id with =),
    primary key (organization_id, number) include (characters)) with (fillfactor = 90);
  create index "entry by hash" on test.entry using hash (event_id);
  create function test.refuse() returns trigger language plpgsql as $$ begin raise 'append-only'; end $$;
  create trigger refuse_change before update or delete on test.entry for each row execute function test.refuse();
  create trigger refuse_truncate before truncate on test.entry for each statement execute function test.refuse();
  alter table test.entry enable always trigger refuse_change, enable always trigger refuse_truncate;
  grant select on test.entry to public;
  revoke update, delete, truncate on test.entry from current_user;
`;

export interface TextFacts {
  id?: string;
  key?: string;
  organization?: string;
  characters?: number;
}

/** Fixture of a log, leases and the tables of the projections above, in a database of its own. */
export class ProjectionFixture {
  private readonly runners: ProjectionRunner[] = [];
  /** Every failure that the runners reported since the last `clear`. */
  readonly told: { event: string; facts: object }[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly pool: Pool,
    readonly direct: DirectConnection,
    readonly eventStore: EventStore,
    readonly leases: Leases,
  ) {}

  static async open(): Promise<ProjectionFixture> {
    const database = await createTestDatabase();
    const pool = createPool({ connectionString: database.url, max: 16, applicationName: 'projection-test' });
    await migrateEventStore(database.url);
    await migrateLeases(pool);
    await migrateProjectionRunner(pool);
    await pool.query(tables);
    const direct = new DirectConnection({ connectionString: database.url, applicationName: 'projection-test' });
    return new ProjectionFixture(
      database,
      pool,
      direct,
      await connectPostgresEventStore({ connectionString: database.url }),
      createPostgresLeases(direct, { ttlMs: 10_000, listener: direct }),
    );
  }

  get url(): string {
    return this.database.url;
  }

  /** Starts a runner as another process would. */
  run(
    projections: readonly RunnableProjection[],
    eventStore = this.eventStore,
    lifeCycle: LifeCycle = { emit: (event, facts) => void this.told.push({ event, facts }) },
  ): ProjectionRunner {
    const { pool, direct: listener, leases } = this;
    const retryDelay = () => 20;
    const runner = createProjectionRunner({ pool, listener, eventStore, leases, projections, lifeCycle, retryDelay });
    this.runners.push(runner);
    runner.start();
    return runner;
  }

  /** Appends each text to the stream of its key; resolves with the position of the last. */
  async append(...texts: TextFacts[]): Promise<{ position: Position; ids: string[] }> {
    const ids: string[] = [];
    let position = '' as Position;
    for (const text of texts) {
      const { id = randomUUID(), key = 'key_1', organization = 'org_1', characters = 10 } = text;
      ids.push(id);
      const data: Partial<EventOf<'TextTranslated'>['data']> = {
        organizationId: organization,
        keyId: key,
        characterCount: characters,
      };
      const event = { id, type: 'TextTranslated', version: 1, data: data as JsonObject, metadata: {} };
      ({ position } = await appendToEnd(this.eventStore, `text_usage-${key}`, [event]));
    }
    return { position, ids };
  }

  /** Appends an event that the projections above do not handle. */
  async appendOther(): Promise<Position> {
    const event = { id: randomUUID(), type: 'LanguageDetected', version: 1, data: {}, metadata: {} };
    return (await appendToEnd(this.eventStore, 'text_usage-other', [event])).position;
  }

  async tallies(): Promise<{ key_id: string; texts: number; characters: number }[]> {
    const sql = 'select key_id, texts::int, characters::int from test.tally order by key_id';
    return (await this.pool.query(sql)).rows;
  }

  async entries(organization = 'org_1'): Promise<string[]> {
    const sql = 'select number::int, event_id from test.entry where organization_id = $1 order by number';
    const { rows } = await this.pool.query<{ number: number; event_id: string }>(sql, [organization]);
    if (rows.some(({ number }, index) => number !== index)) throw new Error('numbers have gaps');
    return rows.map((row) => row.event_id);
  }

  async checkpoint(name: string): Promise<{ position: Position; version: number; state: string; reason: string }> {
    const { rows } = await this.pool.query('select * from projection.checkpoint where name = $1', [name]);
    return rows[0];
  }

  /** Waits, as a reader does, until the named projection has passed the position. */
  passed(name: string, position: Position): Promise<void> {
    return this.until(async () => {
      await this.pool.query(`select pg_notify('${awaitedChannel}', '')`);
      return (await this.checkpoint(name))?.position >= position;
    });
  }

  async until(condition: () => Promise<boolean>): Promise<void> {
    for (let waited = 0; waited < 30_000; waited += 10) {
      if (await condition()) return;
      await sleep(10);
    }
    throw new Error(`waited in vain for ${condition.toString()}`);
  }

  /** Stops all runners and empties all tables. */
  async clear(): Promise<void> {
    await Promise.all(this.runners.splice(0).map((runner) => runner.stop()));
    this.told.length = 0;
    await this.pool.query(`
      drop schema test cascade; drop schema projection cascade;
      ${tampering('truncate event_store.events, event_store.stream_part, event_store.mark')}; truncate leases.lease`);
    await migrateProjectionRunner(this.pool);
    await this.pool.query(tables);
  }

  async close(): Promise<void> {
    await Promise.all(this.runners.splice(0).map((runner) => runner.stop()));
    await this.leases.close();
    await this.eventStore.close();
    await this.direct.close();
    await this.pool.end();
    await this.database.drop();
  }
}
