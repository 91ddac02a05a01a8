import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
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

  const firstKey = async (settings = fixture.settings) => (await beforeRoles(settings)).apiKey;
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
    expect(isWellFormedApiKey((await firstKey()) ?? '')).toBe(true);
    expect(await firstKey()).toBeUndefined();
    expect([await count('OrganizationCreated'), await count('UserCreated'), await count('ApiKeyCreated')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('of several first starts at once on one database one makes the key', async () => {
    const keys = await Promise.all(Array.from({ length: 3 }, () => firstKey()));
    expect(keys.filter((key) => key !== undefined)).toHaveLength(1);
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
    expect(isWellFormedApiKey((await firstKey(settings)) ?? '')).toBe(true);
    slow.close();
  });
});
