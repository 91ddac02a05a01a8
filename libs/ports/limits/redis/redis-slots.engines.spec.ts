import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { slotsContract } from '../slots.contract.js';
import { RedisFixture } from './redis.fixture.js';
import { createRedisSlots, type RedisSlots } from './redis-slots.js';
import type { SharedRedis } from './shared-redis.js';

const patient = { timeout: 30_000, interval: 20 };

let fixture: RedisFixture;
beforeAll(async () => {
  fixture = await RedisFixture.start();
});
afterAll(() => fixture.close());

const nodeOf = async (prefix: string, lifeMs?: number): Promise<{ redis: SharedRedis; slots: RedisSlots }> => {
  const redis = await fixture.connected({ prefix });
  return { redis, slots: createRedisSlots({ redis, nodes: 2, ...(lifeMs === undefined ? {} : { lifeMs }) }) };
};

const isAway = (redis: SharedRedis, away: boolean) => vi.waitUntil(() => redis.isDegraded === away, patient);

const takeAll = async (slots: RedisSlots, limit: number): Promise<(() => void)[]> => {
  const given: (() => void)[] = [];
  for (let giveBack = await slots.take('key', limit); giveBack; giveBack = await slots.take('key', limit)) {
    given.push(giveBack);
  }
  return given;
};

slotsContract('Redis', async () => (await nodeOf(randomUUID())).slots);

describe('slots on Redis', () => {
  it('slots on Redis are shared by all nodes, whichever of them gives them', async () => {
    const prefix = randomUUID();
    const [{ slots: one }, { slots: two }] = [await nodeOf(prefix), await nodeOf(prefix)];
    const given = await takeAll(one, 5);
    expect(given).toHaveLength(5);
    expect(await two.take('key', 5)).toBeUndefined();
    for (const giveBack of given.slice(0, 2)) giveBack();
    await vi.waitUntil(async () => (await two.take('key', 4)) !== undefined, patient);
    expect(await one.take('key', 4)).toBeUndefined();
  });

  it('slots of a dead node are free after its lifetime, and those of a living one are not', async () => {
    const prefix = randomUUID();
    const [dying, living, heir] = await Promise.all([1, 2, 3].map(() => nodeOf(prefix, 1_500)));
    for (let count = 0; count < 3; count += 1) await dying?.slots.take('key', 5);
    for (let count = 0; count < 2; count += 1) await living?.slots.take('key', 5);
    expect(await heir?.slots.take('key', 5)).toBeUndefined();
    dying?.slots.close();
    await vi.waitUntil(async () => (await heir?.slots.take('key', 5)) !== undefined, patient);
    const more = heir && (await takeAll(heir.slots, 5));
    expect(more).toHaveLength(2);
  });

  it('slots leave nothing on Redis once they are given back and their nodes gone', async () => {
    const prefix = randomUUID();
    const { slots } = await nodeOf(prefix, 1_500);
    const given = await takeAll(slots, 3);
    for (const giveBack of given) giveBack();
    slots.close();
    await vi.waitUntil(async () => (await fixture.admin.keys(`${prefix}slots*`)).length === 0, patient);
  });
});

describe('a Redis that is killed', () => {
  it('each node gives its share of the slots while Redis is down, and Redis then knows those still taken', async () => {
    const own = await RedisFixture.start();
    const prefix = randomUUID();
    const [a, b] = await Promise.all([own.connected({ prefix }), own.connected({ prefix })]);
    const [one, two] = [createRedisSlots({ redis: a, nodes: 2 }), createRedisSlots({ redis: b, nodes: 2 })];
    const [before = () => undefined] = await takeAll(one, 5);
    await own.kill();
    await Promise.all([isAway(a, true), isAway(b, true)]);
    before();
    expect(await one.take('key', 5)).toBeUndefined();
    const during = await takeAll(two, 5);
    expect(during).toHaveLength(3);
    await own.restart();
    await Promise.all([isAway(a, false), isAway(b, false)]);
    const told = () => own.admin.hvals(`${prefix}slots:of:key`);
    await vi.waitUntil(async () => (await told()).includes('4') && (await told()).includes('3'), patient);
    expect(await takeAll(two, 8)).toHaveLength(1);
    for (const giveBack of during) giveBack();
    expect(await takeAll(two, 8)).toHaveLength(3);
    await own.close();
  });
});

it('slots shared by no node are refused as an argument', () =>
  expect(() => createRedisSlots({ redis: fixture.unconnected(), nodes: 0 })).toThrow(RangeError));
