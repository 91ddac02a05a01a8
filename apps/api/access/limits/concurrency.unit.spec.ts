import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ConcurrencyLimits } from './concurrency.js';

const limitsOf =
  (concurrentRequests: number, connections = 0) =>
  () => ({
    requestsPerMinute: 0,
    charactersPerDay: 0,
    concurrentRequests,
    connections,
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
      details: { limit: 2 },
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
