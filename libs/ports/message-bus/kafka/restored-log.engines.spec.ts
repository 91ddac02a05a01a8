import { expect, it, vi } from 'vitest';
import { LogReplacedError } from '../../event-store/log-trail.js';
import { tampering } from '../../event-store/postgres/unguarded-log.fixture.js';
import { patient, Recorder, range } from '../contract/bus.suite.js';
import { groupOf, type KafkaSite, onEachKafka, sorted } from './kafka-site.fixture.js';

const log = 'event_store.events';
/** Tables in a backup of the database: the log, the place of the relay and the places of the groups. */
const database = [log, 'message_bus.kafka_relay', 'message_bus.kafka_partition'];

/** Backs the tables up; returns how some of them are restored. */
const backupOf = async (site: KafkaSite): Promise<(tables: readonly string[]) => Promise<void>> => {
  const { pool } = site.fixture;
  const copyOf = (table: string) => `copy_of_${table.split('.')[1]}`;
  for (const table of database) await pool.query(`create table ${copyOf(table)} as table ${table}`);
  return async (tables) => {
    for (const table of tables) {
      await pool.query(tampering(`truncate ${table}`));
      await pool.query(`insert into ${table} table ${copyOf(table)}`);
    }
  };
};

onEachKafka('a log that was restored to an earlier time', (site) => {
  const streams = (name: string) => (n: number) => `${name}-${n % 6}`;

  /** Five messages are handled, and the place behind them is saved; then the backup is made. */
  const begin = async () => {
    await site.begin();
    const process = await site.open();
    const recorder = new Recorder();
    await process.bus.consume(groupOf(recorder.record));
    await site.append(range(5), streams('before'));
    await recorder.has(5);
    await vi.waitFor(async () => expect(await process.bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    await site.relayed();
    return { process, recorder, restore: await backupOf(site) };
  };

  it('nothing is done for events that it does not hold, and nothing written since is left out', async () => {
    const { process, restore } = await begin();
    await process.kill();
    await site.append(range(40, 101), streams('lost'));
    await site.relayed();
    await site.relay.stop();
    await restore(database);
    await site.append(range(20, 201), streams('since'));
    site.relay.start();
    const later = new Recorder();
    const told: object[] = [];
    const { bus } = await site.open();
    const lifeCycle = { emit: (event: string, facts: object) => void told.push({ event, ...facts }) };
    await bus.consume(groupOf(later.record, { lifeCycle }));
    await later.has(20);
    await vi.waitFor(async () => expect(await bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    expect(sorted(later.numbers)).toEqual(range(20, 201));
    const ignored = told.filter((line) => 'event' in line && line.event === 'group.foreign');
    expect(ignored.reduce((sum, facts) => sum + ('count' in facts ? Number(facts.count) : 0), 0)).toBe(40);
  });

  it('a consumer that had handled events of the lost time goes on with those written since', async () => {
    const { process, recorder, restore } = await begin();
    await site.append(range(40, 101), streams('lost'));
    await recorder.has(45);
    await vi.waitFor(async () => expect(await process.bus.status()).toMatchObject([{ lagEvents: 0 }]), patient);
    await site.relay.stop();
    await restore(database);
    await site.append(range(20, 201), streams('since'));
    site.relay.start();
    await recorder.has(65);
    expect(sorted(recorder.numbers)).toEqual([...range(5), ...range(40, 101), ...range(20, 201)]);
  });

  it('a relay whose log alone was restored goes back, and what is written since comes to the groups', async () => {
    const { recorder, restore } = await begin();
    await site.append(range(40, 101), streams('lost'));
    await recorder.has(45);
    await site.relayed();
    await site.relay.stop();
    await restore([log]);
    await site.append(range(20, 201), streams('since'));
    site.relay.start();
    // What was before may come again.
    await vi.waitFor(
      () => expect(sorted([...new Set(recorder.numbers)])).toEqual([...range(5), ...range(40, 101), ...range(20, 201)]),
      patient,
    );
    expect(site.relayFaults).toContainEqual(expect.any(LogReplacedError));
  });
});
