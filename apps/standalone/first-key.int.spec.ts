import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Foundation, openFoundation } from '#libs/engines/foundation.js';
import { type ProcessFixture, processFixture } from '#libs/engines/process/process.fixture.js';
import { isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { ensureFirstKey } from './first-key.js';

/** More events than a page of the log examines. */
const foreignEvents = 10_500;

describe('the first key', () => {
  let fixture: ProcessFixture;
  let foundation: Foundation;

  beforeEach(async () => {
    fixture = await processFixture('api');
    foundation = await openFoundation(fixture.options.settings, { role: 'test', poolSize: 2 });
  });
  afterEach(async () => {
    await foundation.close();
    await fixture.close();
  });

  const fillLog = async () => {
    for (let from = 0; from < foreignEvents; from += 500) {
      const events = Array.from({ length: 500 }, (_, index) => ({
        id: `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
        type: 'SomethingElse',
        version: 1,
        data: {},
        metadata: {},
      }));
      await foundation.eventStore.append(`foreign-${from}`, events, 'no-stream');
    }
  };
  const count = async (type: string): Promise<number> => {
    const { rows } = await foundation.pool.query('select from event_store.events where type = $1', [type]);
    return rows.length;
  };

  it('the first key is made once, behind whatever else is in the log', async () => {
    await fillLog();
    expect(isWellFormedApiKey((await ensureFirstKey(fixture.options.settings)) ?? '')).toBe(true);
    expect(await ensureFirstKey(fixture.options.settings)).toBeUndefined();
    expect([await count('OrganizationCreated'), await count('UserCreated'), await count('ApiKeyCreated')]).toEqual([
      1, 1, 1,
    ]);
  });

  it('of several first starts at once on one database one makes the key', async () => {
    const keys = await Promise.all(Array.from({ length: 3 }, () => ensureFirstKey(fixture.options.settings)));
    expect(keys.filter((key) => key !== undefined)).toHaveLength(1);
    expect([await count('OrganizationCreated'), await count('ApiKeyCreated')]).toEqual([1, 1]);
  });

  it('the first key is made on a machine so busy that a connection to the database takes long', async () => {
    const address = new URL(fixture.options.settings.DATABASE_URL ?? '');
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
    const settings = { ...fixture.options.settings, DATABASE_URL: address.href };
    expect(isWellFormedApiKey((await ensureFirstKey(settings)) ?? '')).toBe(true);
    slow.close();
  });
});
