import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { DirectConnection } from './direct-connection.js';

const patient = { timeout: 60_000, interval: 20 };

describe('the direct connection of a process', () => {
  let database: TestDatabase;
  let other: Client;
  let direct: DirectConnection;
  beforeAll(async () => {
    database = await createTestDatabase();
    other = new Client({ connectionString: database.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await database.drop();
  });
  beforeEach(() => {
    direct = new DirectConnection({ connectionString: database.url, applicationName: 'direct' });
  });
  afterEach(() => direct.close());

  const backends = async (): Promise<number[]> => {
    const { rows } = await other.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'direct'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const notify = (channel: string, payload: string) => other.query('select pg_notify($1, $2)', [channel, payload]);

  /** A listener, and what it was told. */
  const listener = () => {
    const told: string[] = [];
    return {
      told,
      onNotice: (payload: string) => void told.push(payload),
      onListening: () => void told.push('listening'),
      onLost: () => void told.push('lost'),
    };
  };
  const listening = (told: readonly string[]) => vi.waitFor(() => expect(told.at(-1)).toBe('listening'), patient);

  it('nothing is opened before it is used', async () => {
    expect(await backends()).toEqual([]);
  });

  it('many listen, and statements are sent, over one connection', async () => {
    const [one, two, late] = [listener(), listener(), listener()];
    direct.listen('first', one);
    direct.listen('second', two);
    await Promise.all([listening(one.told), listening(two.told)]);
    direct.listen('first', late);
    const sums = await Promise.all(
      [1, 2, 3].map((n) => direct.query({ text: 'select $1::int + 1 as sum', values: [n] })),
    );
    expect(sums.map(({ rows }) => rows[0]?.sum)).toEqual([2, 3, 4]);
    await notify('first', 'a');
    await notify('second', 'b');
    await vi.waitFor(() => expect(two.told).toEqual(['listening', 'b']), patient);
    expect([one.told, late.told]).toEqual([
      ['listening', 'a'],
      ['listening', 'a'],
    ]);
    expect(await backends()).toHaveLength(1);
  });

  it('whoever has left hears no more, while others of the channel do', async () => {
    const [gone, stays, alone] = [listener(), listener(), listener()];
    const leave = direct.listen('shared', gone);
    direct.listen('shared', stays);
    const leaveAlone = direct.listen('alone', alone);
    await Promise.all([gone, stays, alone].map(({ told }) => listening(told)));
    leave();
    leaveAlone();
    await notify('alone', 'x');
    await notify('shared', 'y');
    await vi.waitFor(() => expect(stays.told.at(-1)).toBe('y'), patient);
    expect([gone.told, alone.told]).toEqual([['listening'], ['listening']]);
    const again = listener();
    direct.listen('alone', again);
    await listening(again.told);
    await notify('alone', 'z');
    await vi.waitFor(() => expect(again.told).toEqual(['listening', 'z']), patient);
  });

  it('a broken connection is told, and another listens in its place', async () => {
    const one = listener();
    direct.listen('broken', one);
    await listening(one.told);
    await other.query('select pg_terminate_backend($1)', await backends());
    await vi.waitFor(() => expect(one.told).toEqual(['listening', 'lost', 'listening']), patient);
    await notify('broken', 'heard');
    await vi.waitFor(() => expect(one.told.at(-1)).toBe('heard'), patient);
    expect(await backends()).toHaveLength(1);
  });

  it('a statement that is not answered in time gives way to another connection', async () => {
    const hanging = { text: 'select pg_sleep(600)', query_timeout: 300 };
    await expect(direct.query(hanging)).rejects.toThrow('timeout');
    await vi.waitFor(
      async () => expect((await direct.query({ text: 'select 1 as one' })).rows[0]?.one).toBe(1),
      patient,
    );
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(600)'`);
  });

  it('after a close statements are refused', async () => {
    await direct.query({ text: 'select 1' });
    await direct.close();
    await expect(direct.query({ text: 'select 1' })).rejects.toThrow('closed');
    await vi.waitFor(async () => expect(await backends()).toEqual([]), patient);
  });
});
