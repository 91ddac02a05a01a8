import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { beforeRoles } from './before-roles.js';
import { type FoundationFixture, foundationFixture } from './foundation.fixture.js';

/** More events than a page of the log examines. */
const foreignEvents = 10_500;

describe('the first key', () => {
  let fixture: FoundationFixture;
  beforeEach(async () => {
    fixture = await foundationFixture();
  });
  afterEach(() => fixture.close());

  const firstKey = async (settings = fixture.settings) => (await beforeRoles(settings)).firstKey;
  /** The file of the key, with what it holds. */
  const fileOf = async () => {
    const path = join(fixture.settings.TRANSLEDGER_DATA_DIR, 'first-api-key');
    const content = await readFile(path, 'utf8').catch(() => undefined);
    return { path, key: content?.trim() };
  };
  const hashesOfKeys = async () => {
    const { rows } = await fixture.foundation.pool.query<{ hash: string }>(
      `select data->>'secretHash' as hash from event_store.events where type = 'ApiKeyCreated'`,
    );
    return rows.map(({ hash }) => hash);
  };
  const fillLog = async () => {
    for (let from = 0; from < foreignEvents; from += 500) {
      const events = Array.from({ length: 500 }, (_, index) => ({
        id: `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
        type: 'SomethingElse',
        version: 1,
        data: {},
        metadata: {},
      }));
      await fixture.foundation.eventStore.append(`foreign-${from}`, events, 'no-stream');
    }
  };
  const count = async (type: string): Promise<number> => {
    const { rows } = await fixture.foundation.pool.query('select from event_store.events where type = $1', [type]);
    return rows.length;
  };

  it('the first key is made once, behind whatever else is in the log', async () => {
    await fillLog();
    const made = await firstKey();
    const { path, key = '' } = await fileOf();
    expect(made).toEqual({ from: 'made', key });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await hashesOfKeys()).toEqual([hashApiKey(key)]);
    // A start that was broken off before it showed the key, or named the file, loses nothing.
    expect(await firstKey()).toEqual({ from: 'file' });
    expect((await fileOf()).key).toBe(key);
    await rm(path);
    expect(await firstKey()).toEqual({ from: 'earlier' });
    expect([await count('OrganizationCreated'), await count('UserCreated'), await count('ApiKeyCreated')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('a start that is broken off before the key is valid is gone on with by the next, with the same key', async () => {
    const { path } = await fileOf();
    const key = generateApiKey();
    await writeFile(path, `${key}\n`);
    expect(await firstKey()).toEqual({ from: 'made', key });
    expect(await hashesOfKeys()).toEqual([hashApiKey(key)]);
  });

  it('the file of a key that was never made is removed', async () => {
    await firstKey();
    const { path } = await fileOf();
    await writeFile(path, `${generateApiKey()}\n`);
    expect(await firstKey()).toEqual({ from: 'earlier' });
    expect((await fileOf()).key).toBeUndefined();
  });

  it('a key that is given is written nowhere', async () => {
    const key = generateApiKey();
    expect(await firstKey({ ...fixture.settings, TRANSLEDGER_BOOTSTRAP_API_KEY: key })).toEqual({ from: 'setting' });
    expect(await hashesOfKeys()).toEqual([hashApiKey(key)]);
    expect((await fileOf()).key).toBeUndefined();
  });

  it('of several first starts at once on one database one makes the key', async () => {
    const keys = await Promise.all(Array.from({ length: 3 }, () => firstKey()));
    expect(keys.map(({ from }) => from).sort()).toEqual(['file', 'file', 'made']);
    expect([await count('OrganizationCreated'), await count('ApiKeyCreated')]).toEqual([1, 1]);
  });

  it('the first key is made on a machine so busy that a connection to the database takes long', async () => {
    const address = new URL(fixture.settings.DATABASE_URL ?? '');
    const database = { port: Number(address.port), host: address.hostname };
    let waitMs = 11_000;
    const slow = createServer({ pauseOnConnect: true }, (client) => {
      setTimeout(() => {
        const server = connect(database);
        for (const socket of [client, server]) socket.on('error', () => socket.destroy());
        client.pipe(server).pipe(client);
      }, waitMs);
      waitMs = 0;
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    address.port = String((slow.address() as AddressInfo).port);
    const settings = { ...fixture.settings, DATABASE_URL: address.href };
    expect((await firstKey(settings)).from).toBe('made');
    slow.close();
  });
});
