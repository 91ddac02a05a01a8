import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { KeyAccess } from '#libs/application/key-access.js';
import { MemoryRateLimiter } from '#libs/ports/limits/memory/memory-rate-limiter.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { Admission, type Arrival } from './admission.js';
import { ConcurrencyLimits } from './limits/concurrency.js';
import { UnknownKeys } from './unknown-keys.js';

const arrival = (): Arrival => ({
  id: 'req_1',
  caller: { address: '203.0.113.9', access: undefined, window: undefined },
});

const admissionOf = (
  access: KeyAccess | undefined,
  { requests = 0, places = 0, connections = 0, organizationFactor = 0 } = {},
  find: (hash: string) => Promise<KeyAccess | undefined> = async () => access,
  rightsNow: () => KeyAccess | undefined = () => access,
) => {
  const log: string[] = [];
  const limitsOf = () => ({
    requestsPerMinute: requests,
    charactersPerDay: 0,
    concurrentRequests: places,
    connections,
    organizationFactor,
  });
  const admission = new Admission({
    directory: { find, rightsNow },
    limiter: new MemoryRateLimiter(),
    limitsOf,
    concurrency: new ConcurrencyLimits({ limitsOf, slots: new MemorySlots() }),
    unknownKeys: new UnknownKeys({
      directory: { findNew: async () => undefined },
      logger: pino({}, { write: (line) => log.push(line) }),
    }),
  });
  const codeOf = async (scope: 'translate' | 'detect' = 'translate', inspect?: () => void) =>
    (await rejectionOf(() => admission.admitRequest(arrival(), 'hash', { scope, ...(inspect && { inspect }) }))).code;
  return { admission, codeOf, log };
};

describe('admission', () => {
  it('admission refuses an unknown key, counts nothing, and logs the refusal', async () => {
    const { admission, log } = admissionOf(undefined, { requests: 1 });
    const request = arrival();
    expect(await rejectionOf(() => admission.admitRequest(request, 'hash', { scope: 'translate' }))).toMatchObject({
      code: 'invalid_api_key',
    });
    expect(request.caller.window).toBeUndefined();
    expect(log.join()).toContain('an unknown API key was refused');
  });

  it('admission reports the first of several faults: the rate, the key, its scope, the transport, the place', async () => {
    const { codeOf } = admissionOf(accessOfKey({ revoked: true, scopes: [] }), { requests: 1 });
    expect([await codeOf(), await codeOf()]).toEqual(['revoked_api_key', 'rate_limit_exceeded']);
    const limited = admissionOf(accessOfKey({ scopes: ['translate'] }), { requests: 1, places: 1 });
    expect(await limited.codeOf('detect')).toBe('insufficient_scope');
    expect(
      await limited.codeOf('translate', () => {
        throw new Error('not reached');
      }),
    ).toBe('rate_limit_exceeded');
  });

  it('admission counts a request that is refused for its key, and gives the caller its window', async () => {
    const { admission } = admissionOf(accessOfKey({ organizationSuspended: true }), { requests: 5 });
    const request = arrival();
    await rejectionOf(() => admission.admitRequest(request, 'hash', { scope: 'translate' }));
    expect(request.caller.window).toMatchObject({ limit: 5, remaining: 4 });
    expect(request.caller.access).toBeDefined();
  });

  it('admission refuses what is over the rate of the organization, and does not count it for the key', async () => {
    const keys = new Map(['key_1', 'key_2', 'key_3'].map((keyId) => [keyId, accessOfKey({ keyId })]));
    const { admission } = admissionOf(undefined, { requests: 2, organizationFactor: 2 }, async (hash) =>
      keys.get(hash),
    );
    const admit = async (keyId: string) => {
      const request = arrival();
      const outcome = await admission.admitRequest(request, keyId, { scope: undefined }).catch((error) => error);
      return { outcome, remaining: request.caller.window?.remaining };
    };
    for (const keyId of ['key_1', 'key_1', 'key_2']) await admit(keyId);
    expect((await admit('key_1')).outcome.details).toMatchObject({ limit: 2 });
    expect((await admit('key_1')).outcome.details).not.toHaveProperty('scope');
    expect(await admit('key_3')).toMatchObject({ remaining: 1 });
    for (let time = 0; time < 3; time += 1) {
      expect(await admit('key_3')).toMatchObject({
        outcome: {
          code: 'rate_limit_exceeded',
          status: 429,
          details: { limit: 4, remaining: 0, scope: 'organization' },
        },
        remaining: 1,
      });
    }
  });

  it('admission takes a place only after the checks of the transport, and gives it back', async () => {
    const { admission, codeOf } = admissionOf(accessOfKey(), { places: 1 });
    await expect(
      admission.admitRequest(arrival(), 'hash', {
        scope: 'translate',
        inspect: () => {
          throw new Error('unreadable');
        },
      }),
    ).rejects.toThrow('unreadable');
    const { endRequest } = await admission.admitRequest(arrival(), 'hash', { scope: 'translate' });
    expect(await codeOf()).toBe('concurrent_limit');
    endRequest();
    await admission.admitRequest(arrival(), 'hash', { scope: 'translate' });
  });

  it('a connection that is refused for its key counts as a request, so that its attempts meet the rate', async () => {
    const { admission } = admissionOf(accessOfKey({ revoked: true }), { requests: 2 });
    const codes: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      codes.push((await rejectionOf(() => admission.admitKey(arrival(), 'hash', 'translate'))).code);
    }
    expect(codes).toEqual(['revoked_api_key', 'revoked_api_key', 'rate_limit_exceeded']);
  });

  it('admission of a connection counts no request, and connections have places of their own', async () => {
    const { admission } = admissionOf(accessOfKey(), { requests: 1, places: 1, connections: 1 });
    const access = await admission.admitKey(arrival(), 'hash', 'translate');
    await admission.openConnection(access);
    await admission.admitRequest(arrival(), 'hash', { scope: 'translate' });
    expect((await rejectionOf(() => admission.openConnection(access))).code).toBe('concurrent_limit');
  });
});
