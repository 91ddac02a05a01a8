import { describe, expect, it } from 'vitest';
import type { UsageQueries } from '#projections/usage/usage.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { UsageController } from './usage.controller.js';

const counts = { requests: 3, characters: 40 };
const usage = {
  ...counts,
  by_day: [{ date: '2026-11-21', ...counts }],
  by_key: [{ key_id: null, ...counts }],
  by_endpoint: [{ endpoint: 'translate', ...counts }],
};

const byUser = [{ user_id: 'usr_1', ...counts }];
const byPair = [{ source_language: 'en', target_language: 'es', ...counts }];

const get = (charactersPerDay: number, usedToday: number, storage = { used: 7, limit: 0 }, end = '2026-11-22') => {
  const periods: unknown[][] = [];
  const waitedFor: string[][] = [];
  const ofPeriod = async (...args: unknown[]) => {
    periods.push(args);
    return usage;
  };
  const limits = {
    requestsPerMinute: 0,
    charactersPerDay,
    concurrentRequests: 0,
    connections: 0,
    organizationFactor: 0,
  };
  const controller = new UsageController(
    () => limits,
    { ofPeriod, ofUsers: async () => byUser, ofPairs: async () => byPair } as unknown as UsageQueries,
    { shownOfDay: async () => usedToday },
    { state: async () => storage },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
    { named: async (_organization, ids) => Object.fromEntries([...ids].map((id) => [id, { name: 'Ada' }])) },
  );
  return { periods, waitedFor, response: controller.get(requestOf(), { start: '2026-11-20', end }) };
};

describe('GET /v1/usage', () => {
  it('the response is the usage of the period, of the own organization alone', async () => {
    const { periods, waitedFor, response } = get(100, 30);
    expect(await response).toMatchObject({
      period: { start: '2026-11-20', end: '2026-11-22' },
      requests: 3,
      by_day: usage.by_day,
      by_endpoint: usage.by_endpoint,
      by_user: byUser,
      by_language_pair: byPair,
      people: { usr_1: { name: 'Ada' } },
    });
    expect(waitedFor).toEqual([['documents', 'document-status', 'usage', 'usage-of-users', 'usage-of-pairs']]);
    expect(periods).toEqual([[accessOfKey().organizationId, '2026-11-20', '2026-11-23']]);
  });

  it('a period goes to the last day that there is', async () => {
    const { periods, response } = get(100, 30, undefined, '9999-12-31');
    expect((await response).period.end).toBe('9999-12-31');
    expect(periods).toEqual([[accessOfKey().organizationId, '2026-11-20', '9999-12-31']]);
  });

  it('the response has the characters left of today, never fewer than zero', async () => {
    expect((await get(100, 30).response).characters).toEqual({ used: 40, limit: 100, remaining: 70 });
    expect((await get(100, 130).response).characters).toEqual({ used: 40, limit: 100, remaining: 0 });
  });

  it('a tier without a limit has none in the response', async () => {
    expect((await get(0, 30).response).characters).toEqual({ used: 40, limit: null, remaining: null });
  });

  it('the response has the bytes that are stored now, and the limit of the tier where it has one', async () => {
    expect((await get(0, 0, { used: 7, limit: 10 }).response).storage).toEqual({ used: 7, limit: 10 });
    expect((await get(0, 0, { used: 7, limit: 0 }).response).storage).toEqual({ used: 7, limit: null });
  });

  it('usage without a key is listed without one', async () => {
    expect((await get(0, 0).response).by_key).toEqual([{ key_id: null, ...counts }]);
  });
});
