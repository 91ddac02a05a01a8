import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { slotsContract } from '../slots.contract.js';
import { PostgresSlots } from './postgres-slots.js';

const patient = { timeout: 30_000, interval: 20 };

let database: TestDatabase;
const opened: DirectConnection[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((connection) => connection.close()));
});
afterAll(() => database.drop());

/** Slots as another process has them, over a session of its own. */
const processOf = (applicationName: string = randomUUID()): PostgresSlots => {
  const connection = new DirectConnection({ connectionString: database.url, applicationName });
  opened.push(connection);
  return new PostgresSlots(connection);
};
const takeAll = async (slots: PostgresSlots, limit: number): Promise<(() => void)[]> => {
  const given: (() => void)[] = [];
  for (let back = await slots.take('key', limit); back; back = await slots.take('key', limit)) given.push(back);
  return given;
};
const endSession = async (applicationName: string) => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    applicationName,
  ]);
  await client.end();
};

slotsContract('PostgreSQL', async () => processOf());

describe('slots on PostgreSQL', () => {
  it('all processes together have as many slots as the limit, whichever of them takes them', async () => {
    const [one, two] = [processOf(), processOf()];
    const given = (await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : two).take('key', 8)))).filter(
      (back) => back !== undefined,
    );
    expect(given).toHaveLength(8);
    for (const back of given.slice(0, 3)) back();
    await vi.waitUntil(async () => (await two.take('key', 6)) !== undefined, patient);
  });

  it('the slots of a process whose session has ended are free', async () => {
    const name = randomUUID();
    const [dying, heir] = [processOf(name), processOf()];
    expect(await takeAll(dying, 8)).toHaveLength(8);
    expect(await heir.take('key', 8)).toBeUndefined();
    await endSession(name);
    await vi.waitUntil(async () => (await heir.take('key', 8)) !== undefined, patient);
    expect(await takeAll(heir, 8)).toHaveLength(7);
  });

  it('a slot of a session that has ended can be given back, and the process takes slots again', async () => {
    const name = randomUUID();
    const slots = processOf(name);
    const given = await takeAll(slots, 2);
    await endSession(name);
    for (const back of given) back();
    const again = () => slots.take('key', 2).catch(() => undefined);
    await vi.waitUntil(async () => (await again()) !== undefined, patient);
  });
});
