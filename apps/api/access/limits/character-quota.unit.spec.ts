import { describe, expect, it } from 'vitest';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import { MemoryQuotas } from '#libs/ports/limits/memory/memory-quotas.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { CharacterQuota } from './character-quota.js';

/** A quota on a log that reports `used` characters. */
const fixture = (options: { limit?: number; used?: number } = {}) => {
  const state = { limit: options.limit ?? 100, used: options.used ?? 0, now: '2026-11-21T18:00:00.000Z', asked: 0 };
  const usedBefore = async () => {
    state.asked += 1;
    return state.used;
  };
  const quota = new CharacterQuota({
    quotas: new MemoryQuotas({ usedBefore }),
    limitsOf: () => ({
      requestsPerMinute: 0,
      charactersPerDay: state.limit,
      concurrentRequests: 0,
      connections: 0,
      organizationFactor: 0,
    }),
    usedBefore,
    now: () => new Date(state.now),
  });
  return { quota, state };
};
const access = accessOfKey();

describe('the character quota', () => {
  it('the quota begins with the characters used according to the log', async () => {
    const { quota } = fixture({ used: 70 });
    await quota.reserve(access, 30, 'insufficient_quota');
    expect((await rejectionOf(() => quota.reserve(access, 1, 'insufficient_quota'))).details).toEqual({
      requested: 1,
      limit: 100,
      used: 100,
      remaining: 0,
      reset_at: '2026-11-22T00:00:00.000Z',
    });
  });

  it.each([
    [60, 'The request has 60 characters, and 50 of the 100 characters of this UTC day are left: it does not fit.'],
    [
      600,
      'The request has 600 characters, and 50 of the 100 characters of this UTC day are left: it does not fit. It fits into no day: send it in parts.',
    ],
  ])(
    'the refusal of %i characters says what was asked, what is left, and that it does not fit',
    async (asked, message) => {
      const { quota } = fixture();
      await quota.reserve(access, 50, 'quota_exceeded');
      expect((await rejectionOf(() => quota.reserve(access, asked, 'insufficient_quota'))).message).toBe(message);
    },
  );

  it.each([
    ['insufficient_quota', 402, undefined],
    ['quota_exceeded', 429, 6 * 60 * 60],
  ] as const)('a reservation over the quota is refused as %s with status %i', async (code, status, retryAfter) => {
    const { quota } = fixture({ used: 100 });
    const rejection = await rejectionOf(() => quota.reserve(access, 1, code));
    expect(rejection).toMatchObject({ code, status });
    expect(rejection.retryAfter).toBe(retryAfter);
  });

  it('work of unknown size is refused only where nothing is left, and spends nothing itself', async () => {
    const { quota } = fixture({ used: 99 });
    await quota.assertLeft(access, 'quota_exceeded');
    await quota.assertLeft(access, 'quota_exceeded');
    await quota.reserve(access, 1, 'quota_exceeded');
    const rejection = await rejectionOf(() => quota.assertLeft(access, 'quota_exceeded'));
    expect(rejection).toMatchObject({ code: 'quota_exceeded', details: { used: 100, remaining: 0 } });
    expect(rejection.message).toBe('0 of the 100 characters of this UTC day are left.');
    expect(rejection.details).not.toHaveProperty('requested');
  });

  it('the quota is free again on the next UTC day, and each organization has its own', async () => {
    const { quota, state } = fixture();
    await quota.reserve(access, 100, 'insufficient_quota');
    await quota.reserve(accessOfKey({ organizationId: 'org_2' }), 100, 'insufficient_quota');
    state.now = '2026-11-22T00:00:00.000Z';
    await quota.reserve(access, 100, 'insufficient_quota');
  });

  it('the quota recounts from the log before it refuses, so that failed work costs nothing', async () => {
    const { quota, state } = fixture();
    await (await quota.reserve(access, 90, 'quota_exceeded')).commit();
    state.used = 0;
    await quota.reserve(access, 50, 'quota_exceeded');
  });

  it('an estimate is refused by what earlier ones have come to in the log, though the sum of estimates is below the limit', async () => {
    const { quota, state } = fixture();
    const estimated = () => quota.spend(access, 10, 'quota_exceeded', async () => 'done', { isEstimate: true });
    expect(await estimated()).toBe('done');
    state.used = 95;
    const { details } = await rejectionOf(estimated);
    expect(details).toMatchObject({ requested: 10, used: 95, remaining: 5 });
  });

  it('the quota recounts once for all callers that are refused at the same time', async () => {
    const { quota, state } = fixture({ used: 100 });
    await rejectionOf(() => quota.reserve(access, 1, 'insufficient_quota'));
    state.asked = 0;
    const refused = Array.from({ length: 20 }, () => rejectionOf(() => quota.reserve(access, 1, 'insufficient_quota')));
    expect(await Promise.all(refused)).toHaveLength(20);
    expect(state.asked).toBe(1);
  });

  it('a limit of 0 is none and asks nothing, and a limit set later counts from the log', async () => {
    const { quota, state } = fixture({ limit: 0 });
    await (await quota.reserve(access, 1_000_000, 'insufficient_quota')).commit();
    expect(state.asked).toBe(0);
    Object.assign(state, { limit: 100, used: 95 });
    expect((await rejectionOf(() => quota.reserve(access, 6, 'insufficient_quota'))).code).toBe('insufficient_quota');
    state.limit = 0;
    await quota.reserve(access, 10, 'insufficient_quota');
    Object.assign(state, { limit: 100, used: 100 });
    expect((await rejectionOf(() => quota.reserve(access, 5, 'insufficient_quota'))).code).toBe('insufficient_quota');
  });

  it('a repeat gets the characters that its first attempt reserved, and none that it gave back', async () => {
    const { quota } = fixture({ used: 40 });
    const repeat = { execution: 'req_1', isSpent: async () => false };
    await quota.reserve(access, 60, 'quota_exceeded', { execution: 'req_1' });
    await quota.assertLeft(access, 'quota_exceeded', repeat);
    await (await quota.reserve(access, 60, 'quota_exceeded', repeat)).refund();
    await quota.reserve(access, 50, 'quota_exceeded');
    const { details } = await rejectionOf(() => quota.reserve(access, 60, 'quota_exceeded', repeat));
    expect(details).toMatchObject({ used: 90, remaining: 10 });
  });

  it('a repeat is refused as any request where its first attempt has failed, however often it comes', async () => {
    const { quota, state } = fixture();
    const failing = () => Promise.reject(new Error('busy'));
    for (const execution of ['req_1', 'req_2', 'req_3'])
      await expect(quota.spend(access, 60, 'quota_exceeded', failing, { execution })).rejects.toThrow('busy');
    const repeat = (execution: string) =>
      quota.spend(access, 60, 'quota_exceeded', async () => 'done', { execution, isSpent: async () => false });
    expect(await repeat('req_1')).toBe('done');
    state.used = 60;
    for (const execution of ['req_2', 'req_3'])
      expect(await rejectionOf(() => repeat(execution))).toMatchObject({
        code: 'quota_exceeded',
        details: { used: 60 },
      });
  });

  it('what is in the log is not spent again, and not refused', async () => {
    const { quota } = fixture({ used: 100 });
    const repeat = { execution: 'req_1', isSpent: async () => true };
    await quota.assertLeft(access, 'quota_exceeded', repeat);
    await quota.spend(access, 60, 'quota_exceeded', async () => 'done', repeat);
    const { details } = await rejectionOf(() => quota.reserve(access, 1, 'quota_exceeded'));
    expect(details).toMatchObject({ used: 100, remaining: 0 });
  });

  it('the quota charges work that succeeds, and refunds work that failed', async () => {
    const { quota, state } = fixture();
    expect(await quota.spend(access, 60, 'insufficient_quota', async () => 'done')).toBe('done');
    state.used = 60;
    const failing = quota.spend(access, 40, 'insufficient_quota', () => Promise.reject(new Error('no engine')));
    await expect(failing).rejects.toThrow('no engine');
    await (await quota.reserve(access, 40, 'insufficient_quota')).refund();
    expect((await rejectionOf(() => quota.reserve(access, 41, 'insufficient_quota'))).code).toBe('insufficient_quota');
  });

  it('the quota charges work when it is unknown whether its fact is in the log', async () => {
    const { quota, state } = fixture();
    const unknown = () => Promise.reject(new AppendOutcomeUnknownError('lost'));
    await expect(quota.spend(access, 60, 'insufficient_quota', unknown)).rejects.toThrow('lost');
    state.used = 60;
    expect((await rejectionOf(() => quota.reserve(access, 41, 'insufficient_quota'))).code).toBe('insufficient_quota');
  });
});
