import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ConcurrencyLimits } from './concurrency.js';

const limitsOf =
  (concurrentRequests: number, connections = 0, organizationFactor = 0) =>
  () => ({
    requestsPerMinute: 0,
    charactersPerDay: 0,
    concurrentRequests,
    connections,
    organizationFactor,
  });
const access = accessOfKey();

describe('concurrency limits', () => {
  it('as many requests run at the same time as the tier allows, and another one when one has ended', async () => {
    const limits = new ConcurrencyLimits({ limitsOf: limitsOf(2), slots: new MemorySlots() });
    const end = await limits.beginRequest(access);
    limits.beginRequest(access);
    expect(await rejectionOf(() => limits.beginRequest(access))).toMatchObject({
      code: 'concurrent_limit',
      status: 429,
      details: { limit: 2, limit_of: 'requests' },
      retryAfter: 1,
    });
    end();
    limits.beginRequest(access);
    expect(() => limits.beginRequest(access)).toThrow(Rejection);
  });

  it('a slot is given back once, however often its function is called', async () => {
    const limits = new ConcurrencyLimits({ limitsOf: limitsOf(2), slots: new MemorySlots() });
    const end = await limits.beginRequest(access);
    limits.beginRequest(access);
    end();
    end();
    limits.beginRequest(access);
    expect(() => limits.beginRequest(access)).toThrow(Rejection);
  });

  it('keys have separate slots, and so have connections and requests', async () => {
    const limits = new ConcurrencyLimits({ limitsOf: limitsOf(1, 1), slots: new MemorySlots() });
    limits.beginRequest(access);
    limits.beginRequest(accessOfKey({ keyId: 'key_2' }));
    const close = await limits.openConnection(access);
    expect(() => limits.openConnection(access)).toThrow(Rejection);
    close();
    limits.openConnection(access);
  });

  it('a limit of 0 is no limit', () => {
    const limits = new ConcurrencyLimits({ limitsOf: limitsOf(0), slots: new MemorySlots() });
    for (let i = 0; i < 1_000; i += 1) limits.beginRequest(access);
  });

  it('all keys of an organization together have so many slots, and no other organization fewer', async () => {
    const slots = new MemorySlots();
    const limits = new ConcurrencyLimits({ limitsOf: limitsOf(2, 0, 2), slots });
    const ends = await Promise.all(
      ['key_1', 'key_1', 'key_2', 'key_3'].map((keyId) => limits.beginRequest(accessOfKey({ keyId }))),
    );
    const refusedTo = async (keyId: string) => rejectionOf(() => limits.beginRequest(accessOfKey({ keyId })));
    expect(await refusedTo('key_3')).toMatchObject({
      code: 'concurrent_limit',
      details: { limit: 4, limit_of: 'requests', scope: 'organization' },
      retryAfter: 1,
    });
    expect((await refusedTo('key_1')).details).toEqual({ limit: 2, limit_of: 'requests' });
    const other = await limits.beginRequest(accessOfKey({ keyId: 'key_9', organizationId: 'org_other' }));
    for (const end of [...ends, other]) end();
    expect(slots.counts.size).toBe(0);
  });

  it('a request that the organization refuses keeps no slot of its key, wherever the slots are counted', async () => {
    const memory = new MemorySlots();
    const slots = { take: async (key: string, limit: number) => memory.take(key, limit) };
    const limits = new ConcurrencyLimits({ limitsOf: limitsOf(3, 0, 1), slots });
    for (const keyId of ['key_1', 'key_2', 'key_3']) await limits.beginRequest(accessOfKey({ keyId }));
    expect(await rejectionOf(async () => limits.beginRequest(accessOfKey({ keyId: 'key_4' })))).toMatchObject({
      details: { limit: 3, limit_of: 'requests', scope: 'organization' },
    });
    expect(memory.counts.has('requests:key_4')).toBe(false);
  });

  it.each(['requests:key_1', 'requests:org_1'])(
    'a request whose slot %s cannot be taken keeps no other slot',
    async (failing) => {
      const memory = new MemorySlots();
      const slots = {
        take: async (key: string, limit: number) => {
          if (key === failing) throw new Error('Redis is away');
          return memory.take(key, limit);
        },
      };
      const limits = new ConcurrencyLimits({ limitsOf: limitsOf(3, 0, 1), slots });
      const caller = accessOfKey({ keyId: 'key_1', organizationId: 'org_1' });
      await expect(limits.beginRequest(caller)).rejects.toThrow('Redis is away');
      expect(memory.counts.size).toBe(0);
    },
  );

  it('the limits wait for slots that are counted in another system', async () => {
    const given: string[] = [];
    const slots = { take: async (key: string) => (given.push(key) > 2 ? undefined : () => void given.push('back')) };
    const limits = new ConcurrencyLimits({ limitsOf: limitsOf(2, 2), slots });
    const end = await limits.beginRequest(access);
    await limits.openConnection(access);
    expect(await rejectionOf(async () => limits.beginRequest(access))).toMatchObject({ code: 'concurrent_limit' });
    end();
    expect(given).toEqual([
      `requests:${access.keyId}`,
      `connections:${access.keyId}`,
      `requests:${access.keyId}`,
      'back',
    ]);
  });
});
