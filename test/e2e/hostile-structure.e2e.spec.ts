import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodiesWithinBounds, costlyBodies, nestedFrame, sendBody } from './hostile-json.js';
import type { RunningService } from './running-service.js';
import { behindProxy, sharedService } from './shared-service.js';
import { StreamClient } from './stream-client.js';

const mib = 1024 * 1024;

describe('JSON whose structure costs more than its bytes', () => {
  let hostile: RunningService;
  let other: RunningService;
  beforeAll(async () => {
    hostile = await sharedService(behindProxy);
    other = await sharedService(behindProxy);
  });

  const send = (path: string, body: Buffer) => sendBody({ url: hostile.url, key: hostile.apiKey, path, body });
  const refusalOf = async (path: string, body: Buffer) => {
    const { status, text } = await send(path, body);
    return { status, error: status === 400 ? (JSON.parse(text) as { error: object }).error : undefined };
  };
  const refusedBy = (bound: string) => ({
    status: 400,
    error: { code: 'invalid_request', details: { limit_of: bound } },
  });

  it.each([
    ['nested', 'json_depth'],
    ['objects', 'json_values'],
    ['fields', 'json_values'],
  ] as const)(
    'a body of 14 MiB, or a smaller one of any other kind, is refused for its bound: %s',
    async (shape, bound) => {
      const make = costlyBodies[shape];
      expect(await refusalOf('/v1/translate/batch', make(14 * mib))).toMatchObject(refusedBy(bound));
      expect(await refusalOf('/v1/glossaries', make(14 * mib))).toMatchObject(refusedBy(bound));
      for (const path of ['/v1/translate', '/v1/detect', '/v1/api-keys', '/v1/compliance/reports', '/v1/webhooks'])
        expect(await refusalOf(path, make(64 * 1024))).toMatchObject(refusedBy(bound));
    },
  );

  it('a body that nobody needs a key for is refused for its bound too', async () => {
    const headers = { 'content-type': 'application/json', origin: hostile.url };
    const body = `{"email":${'['.repeat(1_000)}`;
    const answer = await fetch(`${hostile.url}/v1/auth/login`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ error: { details: { limit_of: 'json_depth' } } });
    expect(answer.status).toBe(400);
  });

  it('a field of a form is refused for its bound, whether its part says that it is JSON or not', async () => {
    const options = '['.repeat(60_000);
    for (const value of [options, new Blob([options], { type: 'application/json' })]) {
      const form = new FormData();
      form.set('file', new Blob(['One line.\n']), 'a.txt');
      form.set('target', 'es');
      form.append('format_options', value as string);
      const answer = await hostile.fetch('/v1/documents', { method: 'POST', body: form });
      expect(answer.status).toBe(400);
    }
  });

  it('while such bodies come, another organization is answered, and the API stays under 512 MiB', async () => {
    const bodies = [
      ...Object.values(costlyBodies).map((make) => make(14 * mib)),
      bodiesWithinBounds.escapes(14 * mib),
      bodiesWithinBounds.wide(14 * mib),
    ];
    const attack = Promise.all(
      Array.from({ length: 4 }, async () => {
        const statuses: number[] = [];
        for (const body of bodies) statuses.push((await send('/v1/translate/batch', body)).status);
        for (let time = 0; time < 4; time += 1)
          statuses.push((await send('/v1/glossaries', bodiesWithinBounds.names())).status);
        return statuses;
      }),
    );
    let isOver = false;
    void attack.finally(() => {
      isOver = true;
    });
    const answers: number[] = [];
    while (!isOver) answers.push((await other.fetch('/v1/organization')).status);
    // What is within the bounds is refused for what it says, or for the bytes of its organization.
    expect(new Set((await attack).flat()).difference(new Set([400, 422, 429]))).toEqual(new Set());
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers)).toEqual(new Set([200]));
    if (process.platform !== 'linux') return;
    const status = readFileSync(`/proc/${hostile.roleOf('api')}/status`, 'latin1');
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024).toBeLessThan(512 * mib);
  });

  it('the glossary with the most terms, and the batch with the most texts, are read', async () => {
    const entries = Array.from({ length: 10_000 }, (_, place) => ({
      source: `term ${place}`,
      target: `término ${place}`,
    }));
    const glossary = { name: 'all', source_language: 'en', target_language: 'es', entries };
    expect((await hostile.postJson('/v1/glossaries', glossary)).status).toBe(201);
    const texts = Array.from({ length: 100 }, (_, place) => `Text ${place}.`);
    expect((await hostile.postJson('/v1/translate/batch', { texts, source: 'en', target: 'es' })).status).toBe(200);
  });

  it('50 connections with a nested first frame are closed, failed openings are counted, and a known key opens one', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const closeCodeOf = async (frame: string): Promise<number> => {
      const client = await StreamClient.open(hostile.url, headers);
      client.say(frame);
      return client.closed();
    };
    const codesOf = async (count: number, frame: string) =>
      new Set(await Promise.all(Array.from({ length: count }, () => closeCodeOf(frame))));
    expect(await codesOf(50, nestedFrame)).toEqual(new Set([4401]));
    // Ten are free again in each second.
    const more = await codesOf(400, nestedFrame.slice(0, 500));
    expect(more.difference(new Set([4401, 4429]))).toEqual(new Set());
    expect(more).toContain(4429);
    const client = await StreamClient.open(hostile.url, headers);
    client.say({ type: 'auth', api_key: hostile.apiKey });
    await client.got('authenticated');
    client.say(`{"type":"ping","x":${'['.repeat(100_000)}`);
    await expect(client.got('pong')).rejects.toThrow('invalid_request');
    client.say({ type: 'translate', text: 'one', source: 'en', target: 'es', id: 'a' });
    await client.got('complete', 'a');
    client.socket.close();
  });
});
