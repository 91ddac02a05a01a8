import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { START } from '../event-store/position.js';
import { RedisFixture } from '../limits/redis/redis.fixture.js';
import { logReachContract } from './log-reach.contract.js';
import { createRedisLogReach } from './redis-log-reach.js';

describeWith(['redis'], "the nodes' words in Redis", () => {
  let fixture: RedisFixture;

  beforeAll(async () => {
    fixture = await RedisFixture.start();
  });
  afterAll(() => fixture.close());

  logReachContract('Redis', {
    create: async (nodes) => {
      await fixture.admin.flushall();
      return Promise.all(Array.from({ length: nodes }, async () => createRedisLogReach(await fixture.connected())));
    },
    age: async () => {
      await fixture.admin.flushall();
    },
  });

  it('a word holds for ten seconds in Redis', async () => {
    const redis = await fixture.connected();
    await createRedisLogReach(redis).announce(START);
    expect(await fixture.admin.pttl(redis.keyOf('furthest'))).toBeGreaterThan(9_000);
  });

  it('an announcement rejects at once while Redis is away', async () => {
    const redis = fixture.unconnected({ url: 'redis://127.0.0.1:1' });
    await expect(createRedisLogReach(redis).announce(START)).rejects.toThrow('Redis is away');
  });
});
