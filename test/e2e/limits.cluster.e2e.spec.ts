import { type ClientRequest, request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';

interface ErrorResponse {
  error: { code: string; details?: { limit: number; used?: number; remaining?: number; reset_at?: string } };
}

interface Counts {
  requests: number;
  characters: number;
}

interface Usage {
  period: { start: string; end: string };
  characters: { used: number; limit: number | null; remaining: number | null };
  requests: number;
  by_day: (Counts & { date: string })[];
  by_key: (Counts & { key_id: string | null })[];
  by_endpoint: (Counts & { endpoint: string })[];
}

const dayLimit = Number(withLimits.TRANSLEDGER_TIER_MAX_CHARACTERS_PER_DAY);

describe('limits, from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLimits);
  });

  const translate = (characters: number, more: object = {}) =>
    service.postJson('/v1/translate', { text: 'a'.repeat(characters), source: 'en', target: 'es', ...more });
  const upload = (characters: number, lineBreaks = 0) => {
    const form = new FormData();
    form.set('file', new Blob(['a'.repeat(characters), '\n'.repeat(lineBreaks)]), 'a.txt');
    form.set('source', 'en');
    form.set('target', 'es');
    return service.fetch('/v1/documents', { method: 'POST', body: form });
  };
  const usage = async (query = ''): Promise<Usage> => {
    const answer = await service.fetch(`/v1/usage${query}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: Usage }).data;
  };
  const remaining = async () => (await usage()).characters.remaining;

  it('characters of successful requests are counted, and detection is free', async () => {
    expect((await translate(100)).status).toBe(200);
    expect((await translate(100)).status).toBe(200);
    expect((await translate(50, { target: 'xx' })).status).toBe(400);
    expect((await service.postJson('/v1/detect', { text: 'a'.repeat(70) })).status).toBe(200);
    const texts = ['a'.repeat(60), 'b'.repeat(40), 'a'.repeat(60)];
    expect((await service.postJson('/v1/translate/batch', { texts, source: 'en', target: 'es' })).status).toBe(200);
    const today = await usage();
    expect(today.characters).toEqual({ used: 360, limit: dayLimit, remaining: 640 });
    expect(today.by_endpoint).toEqual([
      { endpoint: 'translate', requests: 3, characters: 200 },
      { endpoint: 'batch', requests: 1, characters: 160 },
      { endpoint: 'detect', requests: 1, characters: 0 },
    ]);
    expect(today.requests).toBe(5);
    expect(today.by_key.map(({ characters }) => characters)).toEqual([360]);
    expect(today.by_day).toEqual([{ date: today.period.start, requests: 5, characters: 360 }]);
  });

  it('a document counts when it is completed, and its characters are reserved from the upload on', async () => {
    const answer = await upload(140);
    expect(answer.status).toBe(201);
    expect(await remaining()).toBe(500);
    const { data } = (await answer.json()) as { data: { id: string } };
    const status = async () =>
      ((await (await service.fetch(`/v1/documents/${data.id}`)).json()) as { data: { status: string } }).data.status;
    await eventually(status, (is) => is === 'completed');
    expect((await usage()).characters).toEqual({ used: 500, limit: dayLimit, remaining: 500 });
  });

  it('usage of other days can be read, and a period that ends before it begins is refused', async () => {
    expect((await usage('?start=2020-01-01&end=2020-01-31')).requests).toBe(0);
    const { period } = await usage('?start=2020-01-01T12:00:00Z&end=2020-02-01T00:00:00Z');
    expect(period).toEqual({ start: '2020-01-01', end: '2020-01-31' });
    expect((await service.fetch('/v1/usage?start=2020-02-01&end=2020-01-01')).status).toBe(400);
    expect((await service.fetch('/v1/usage?start=yesterday')).status).toBe(400);
  });

  it('a request over the limit is refused', async () => {
    const before = (await remaining()) ?? 0;
    const refused = await translate(before + 1);
    expect(refused.status).toBe(402);
    expect(refused.headers.get('retry-after')).toBeNull();
    const { error } = (await refused.json()) as ErrorResponse;
    expect(error.code).toBe('insufficient_quota');
    expect(error.details).toMatchObject({ limit: dayLimit, used: dayLimit - before, remaining: before });
    expect(error.details?.reset_at).toMatch(/T00:00:00\.000Z$/);
    const document = await upload(before + 1);
    expect(document.status).toBe(429);
    expect(Number(document.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(((await document.json()) as ErrorResponse).error.code).toBe('quota_exceeded');
    expect((await translate(100)).status).toBe(200);
    expect(await remaining()).toBe(before - 100);
  });

  it('a file of many bytes and next to no text counts by its bytes', async () => {
    const before = (await remaining()) ?? 0;
    const refused = await upload(2, 4_096 * (before + 1));
    expect([refused.status, ((await refused.json()) as ErrorResponse).error.code]).toEqual([429, 'quota_exceeded']);
    expect((await upload(2, 4_096 * 10)).status).toBe(201);
    expect(await remaining()).toBe(before - 10);
    await eventually(
      async () => (await usage()).characters.used,
      (used) => used === dayLimit - before + 10,
    );
  });

  it('concurrent requests never get more than the limit', async () => {
    const before = (await remaining()) ?? 0;
    const outcomes: string[] = [];
    const ask = async () => {
      for (let asked = 0; asked < 20; ) {
        const answer = await translate(30);
        const outcome = answer.ok ? 'translated' : ((await answer.json()) as ErrorResponse).error.code;
        // Each node of a cluster allows its part of them while they do not count together.
        if (outcome === 'concurrent_limit') continue;
        outcomes.push(outcome);
        asked += 1;
      }
    };
    await Promise.all([ask(), ask(), ask()]);
    expect(new Set(outcomes)).toEqual(new Set(['translated', 'insufficient_quota']));
    expect(outcomes.filter((outcome) => outcome === 'translated')).toHaveLength(Math.floor(before / 30));
    expect(await remaining()).toBe(before % 30);
  });

  it('one concurrent request too many is refused, until another has ended', async () => {
    const { hostname, port } = new URL(service.url);
    const headers = {
      authorization: `Bearer ${service.apiKey}`,
      'content-type': 'application/json',
      'content-length': '1000',
    };
    const slow = new Set<ClientRequest>();
    const holdOne = () => {
      const request = httpRequest({ hostname, port, method: 'POST', path: '/v1/detect', headers });
      slow.add(request);
      request.on('error', () => undefined);
      // One that is asked for beside may come first: then it is this one that is refused.
      request.once('response', () => {
        slow.delete(request);
        request.destroy();
        holdOne();
      });
      request.write('{');
    };
    for (let count = 0; count < 3; count += 1) holdOne();
    const ask = () => service.fetch('/v1/languages');
    const refused = await eventually(ask, ({ status }) => status === 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(((await refused.json()) as ErrorResponse).error).toMatchObject({
      code: 'concurrent_limit',
      details: { limit: 3, limit_of: 'requests' },
    });
    const [first] = slow;
    first?.destroy();
    await eventually(ask, ({ status }) => status === 200);
    for (const request of slow) request.destroy();
  });
});
