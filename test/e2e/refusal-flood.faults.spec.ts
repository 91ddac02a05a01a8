import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';

interface Entry {
  action: string;
  resource: string;
  resource_id: string;
  result: string;
  ip_address: string;
  user_agent: string;
  user_id: string;
  metadata: {
    code?: string;
    status?: number;
    count?: number;
    callers?: number;
    routes?: string[];
    method?: string;
    route?: string;
  };
}

const flood = 50_000;
/** Refusals of a key in a minute that leave an entry each; all others of the minute leave one together. */
const entriesAMinute = 60;
/** Entries that so many may leave, which the bound a minute holds where they come within three minutes of the clock. */
const entriesOfAll = 200;

const minute = () => Math.floor(Date.now() / 60_000);

/** The longest that a count waits to be written: its minute, and the next write of the projection. */
const writtenWithinMs = 75_000;

describe('refused requests, from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLimits);
  });

  const revokedKey = async (): Promise<{ id: string; key: string }> => {
    const answer = await service.postJson('/v1/api-keys', { name: 'lost', scopes: ['translate'] });
    const { data } = (await answer.json()) as { data: { id: string; key: string } };
    expect((await service.fetch(`/v1/api-keys/${data.id}`, { method: 'DELETE' })).status).toBe(200);
    return data;
  };

  const entries = async (query = ''): Promise<{ entries: Entry[]; total: number }> => {
    const answer = await service.fetch(`/v1/compliance/audit-logs?limit=1000${query}`);
    const { data } = (await answer.json()) as { data: { entries: Entry[]; pagination: { total: number } } };
    return { entries: data.entries, total: data.pagination.total };
  };

  const requestsBy = async (keyId: string): Promise<number | undefined> => {
    const answer = await service.fetch('/v1/usage');
    const { data } = (await answer.json()) as { data: { by_key: { key_id: string; requests: number }[] } };
    return data.by_key.find(({ key_id }) => key_id === keyId)?.requests;
  };

  it('a flood of refused requests leaves few entries, whose counts are exactly what was refused, while another organization is served', async () => {
    const other = await sharedService(withLimits);
    const { id, key } = await revokedKey();
    const before = (await entries()).total;
    const firstMinute = minute();
    const pool = new Pool(service.url, { connections: 8, pipelining: 8 });
    const body = JSON.stringify({ text: 'Hello.', source: 'en', target: 'es' });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const statuses = new Map<number, number>();
    let left = flood;
    const ask = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const { statusCode, body: answer } = await pool.request({
          method: 'POST',
          path: '/v1/translate',
          headers,
          body,
        });
        await answer.dump();
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      }
    };
    const flooding = Promise.all(Array.from({ length: 64 }, ask));
    while (left > 0) expect((await other.postJson('/v1/detect', { text: 'Hello.' })).status).toBe(200);
    await flooding;
    await pool.close();
    const minutes = minute() - firstMinute + 1;
    expect(Object.fromEntries(statuses)).toEqual({ 401: flood });

    const counted = (all: Entry[]) => all.reduce((sum, { metadata }) => sum + (metadata.count ?? 1), 0);
    const deadline = performance.now() + writtenWithinMs;
    let found = await entries();
    const refused = () => found.entries.filter(({ metadata }) => metadata.code === 'revoked_api_key');
    while (counted(refused()) < flood && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      found = await entries();
    }
    expect(found.total - before).toBeLessThanOrEqual((entriesAMinute + 1) * minutes);
    if (minutes <= 3) expect(found.total - before).toBeLessThanOrEqual(entriesOfAll);
    expect(counted(refused())).toBe(flood);
    const counts = refused().filter(({ metadata }) => metadata.count !== undefined);
    expect(counts.length).toBeGreaterThan(0);
    for (const entry of counts) {
      expect(entry).toMatchObject({
        action: 'request_refused',
        resource: 'api_key',
        resource_id: id,
        result: 'denied',
        metadata: { code: 'revoked_api_key', status: 401, routes: ['POST /v1/translate'] },
      });
    }
    expect(await requestsBy(id)).toBe(flood);
  }, 600_000);

  it('a count names the caller whose refusals they all are: a thief of a key is not hidden behind its owner', async () => {
    const stolen = await revokedKey();
    const passedOn = await revokedKey();
    const ask = async (key: string, times: number, address: string, agent: string): Promise<void> => {
      const headers = { 'x-forwarded-for': address, 'user-agent': agent };
      for (let time = 0; time < times; time += 1)
        expect((await service.fetch('/v1/languages', { key, headers })).status).toBe(401);
    };
    // All of it comes in one minute of the clock.
    const leftMs = 60_000 - (Date.now() % 60_000);
    if (leftMs < 30_000) await sleep(leftMs);
    await ask(stolen.key, 61, '198.51.100.10', 'usual-client/1.0');
    await ask(stolen.key, 30, '203.0.113.66', 'another/2.0');
    await ask(passedOn.key, 60, '198.51.100.10', 'usual-client/1.0');
    for (let caller = 0; caller < 120; caller += 1) await ask(passedOn.key, 1, `192.0.2.${caller}`, 'one of many');
    await ask(passedOn.key, 5, '192.0.2.119', 'one of many');

    const countsOf = async (keyId: string, query = '') =>
      (await entries(`&key_id=${keyId}${query}`)).entries.filter(({ metadata }) => metadata.count !== undefined);
    const refusedBy = (all: Entry[]) => all.reduce((sum, { metadata }) => sum + (metadata.count ?? 0), 0);
    const ofMany = await eventually(
      () => countsOf(passedOn.id),
      (counts) => refusedBy(counts) === 125,
      writtenWithinMs,
    );
    const ofThief = { ip_address: '203.0.113.66', user_agent: 'another/2.0', metadata: { count: 30 } };
    const ofOwner = { ip_address: '198.51.100.10', user_agent: 'usual-client/1.0', metadata: { count: 1 } };
    const found = await countsOf(stolen.id);
    expect(found.map(({ metadata }) => metadata.count).toSorted()).toEqual([1, 30]);
    expect(await countsOf(stolen.id, '&ip_address=203.0.113.66')).toMatchObject([ofThief]);
    expect(await countsOf(stolen.id, '&ip_address=198.51.100.10')).toMatchObject([ofOwner]);

    const named = ofMany.filter(({ metadata }) => metadata.callers === undefined);
    expect(new Set(named.map(({ ip_address }) => ip_address)).size).toBe(100);
    const [rest, ...more] = ofMany.filter(({ metadata }) => metadata.callers !== undefined);
    expect(more).toEqual([]);
    expect(rest).toMatchObject({ ip_address: '', user_agent: '', metadata: { count: 25, callers: 20 } });
    expect(rest?.user_id).toBe(found[0]?.user_id);
    expect(await countsOf(passedOn.id, '&ip_address=192.0.2.119')).toEqual([]);
  }, 300_000);
});
