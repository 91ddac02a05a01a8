import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { type RunningRedis, startRedis } from '#test/servers/redis.js';
import { assertFit, checkRedis } from './check-redis.js';
import { startTlsRedis } from './self-signed.fixture.js';

/** Adds users that may run all commands except one. */
const addLimitedUsers = async (url: string): Promise<void> => {
  const client = new Redis(url);
  for (const command of ['config', 'info']) {
    await client.acl('SETUSER', `no-${command}`, 'on', '>word', '~*', '&*', '+@all', `-${command}`);
  }
  client.disconnect();
};

let redis: RunningRedis;
let evicting: RunningRedis;
let tls: Awaited<ReturnType<typeof startTlsRedis>>;
beforeAll(async () => {
  redis = await startRedis({ password: 'the-word' });
  evicting = await startRedis({ settings: { 'maxmemory-policy': 'allkeys-lru' } });
  await addLimitedUsers(evicting.url);
  tls = await startTlsRedis();
});
afterAll(() => Promise.all([redis.server.stop(), evicting.server.stop(), tls.stop()]));

describe('check of Redis', () => {
  it('the check of a usable Redis passes', async () => {
    await checkRedis({ url: redis.url });
    await assertFit({ url: redis.url });
  });

  it('the check reports that Redis cannot be reached', async () => {
    const port = await freePort();
    await expect(checkRedis({ url: `redis://:the-word@127.0.0.1:${port}` })).rejects.toThrow(
      new Error(`Redis at 127.0.0.1:${port} cannot be reached (ECONNREFUSED)`),
    );
  });

  it.each(['', ':another-word@', 'nobody:another-word@'])(
    'the check reports refused credentials: "%s"',
    async (who) => {
      await expect(checkRedis({ url: `redis://${who}127.0.0.1:${redis.port}` })).rejects.toThrow(
        /^Redis at 127\.0\.0\.1:\d+ refuses the credentials \((NOAUTH|WRONGPASS)\)$/,
      );
    },
  );

  it('the check gives up a server that does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const began = performance.now();
    await expect(checkRedis({ url: `redis://127.0.0.1:${port}` })).rejects.toThrow('does not answer');
    await expect(checkRedis({ url: `rediss://127.0.0.1:${port}` })).rejects.toThrow('TLS with');
    expect(performance.now() - began).toBeLessThan(10_000);
    silent.close();
  });

  describe('with TLS', () => {
    it('the check passes over TLS with a certificate of its ca option', () =>
      checkRedis({ url: `rediss://127.0.0.1:${tls.port}`, ca: tls.ca }));

    it('the check reports a certificate that is not trusted', () =>
      expect(checkRedis({ url: `rediss://127.0.0.1:${tls.port}` })).rejects.toThrow(
        /^TLS with Redis at 127\.0\.0\.1:\d+ fails \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
      ));

    it('the check reports a server that does not speak TLS', () =>
      expect(checkRedis({ url: `rediss://:the-word@127.0.0.1:${redis.port}` })).rejects.toThrow(/^TLS with/));

    it('the check reports that the server may require TLS', () =>
      expect(checkRedis({ url: `redis://127.0.0.1:${tls.port}` })).rejects.toThrow('does it want TLS'));
  });

  describe('where Redis may drop jobs', () => {
    const refusal = /has the maxmemory-policy allkeys-lru: it may drop jobs; set it to noeviction$/;

    it('the check and the start report that Redis may drop jobs', async () => {
      await expect(checkRedis({ url: evicting.url })).rejects.toThrow(refusal);
      await expect(assertFit({ url: evicting.url })).rejects.toThrow(refusal);
    });

    it.each(['config', 'info'])('the check reports that Redis may drop jobs where %s is forbidden', (command) =>
      expect(checkRedis({ url: `redis://no-${command}:word@127.0.0.1:${evicting.port}` })).rejects.toThrow(refusal),
    );
  });

  it('an unavailable Redis does not keep the process from starting', async () => {
    await assertFit({ url: `redis://127.0.0.1:${await freePort()}` });
  });
});
