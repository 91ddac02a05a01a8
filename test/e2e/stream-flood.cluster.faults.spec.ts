import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';
import { StreamClient } from './stream-client.js';

const connections = 10;
const streamsOfConnection = 50;

const textOf = (name: string): string =>
  [1, 2, 3, 4].map((n) => `The house number ${name}-${n} is very big and the garden is green.`).join(' ');

describe(`${connections * streamsOfConnection} streams at once, over ${connections} connections of one key`, () => {
  let flooding: RunningService;
  let other: RunningService;
  beforeAll(async () => {
    flooding = await sharedService(withApertium);
    other = await sharedService(withApertium);
  });

  /** How each stream of one connection ended. */
  const streamAll = async (connection: number): Promise<string[]> => {
    const { client } = await StreamClient.authenticated(flooding.url, flooding.apiKey);
    const ids = Array.from({ length: streamsOfConnection }, (_, n) => `${connection}-${n}`);
    for (const id of ids) client.say({ type: 'translate', text: textOf(id), source: 'en', target: 'es', id });
    const ends: string[] = [];
    for (const id of ids) {
      const end = client.got('complete', id).then(
        () => 'complete',
        (error: Error) => error.message,
      );
      ends.push(await end);
    }
    client.socket.close(1000);
    return ends;
  };

  it('each is completed or told that there are too many, and other organizations are served meanwhile', async () => {
    let isOver = false;
    const flood = Promise.all(Array.from({ length: connections }, (_, n) => streamAll(n))).finally(() => {
      isOver = true;
    });
    const statuses: number[] = [];
    while (!isOver) {
      const body = { text: textOf(`probe ${statuses.length}`), source: 'en', target: 'es' };
      statuses.push((await other.postJson('/v1/translate', body)).status);
      await sleep(50);
    }
    const ends = (await flood).flat();
    expect(new Set(ends).difference(new Set(['complete', 'concurrent_limit came in place of complete']))).toEqual(
      new Set(),
    );
    expect(ends.filter((end) => end === 'complete').length).toBeGreaterThan(connections);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await flooding.postJson('/v1/translate', { text: 'A house.', source: 'en', target: 'es' })).status).toBe(
      200,
    );
  });
});
