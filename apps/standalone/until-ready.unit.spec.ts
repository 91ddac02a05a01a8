import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { missingOf, untilReady } from './until-ready.js';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An API that gives these answers, the last of them again and again. */
const apiThatSays = async (...answers: object[]): Promise<string> => {
  server = createServer((_request, response) => {
    response.end(JSON.stringify(answers.length > 1 ? answers.shift() : answers[0]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const notReady = { status: 'not_ready', dependencies: { api_keys: { status: 'unavailable' } } };
const degraded = { status: 'degraded', dependencies: { read_models: { status: 'degraded' } } } as const;

it('a service is ready once the API can serve, and not while it is not_ready', async () => {
  const url = await apiThatSays(notReady, notReady, degraded);
  const never = new AbortController().signal;
  expect(await untilReady(url, never, () => undefined)).toEqual(degraded.dependencies);
});

it('a stop ends the wait for an API that does not become ready', async () => {
  const url = await apiThatSays(notReady);
  expect(await untilReady(url, AbortSignal.timeout(250), () => undefined)).toBeUndefined();
});

it('an API that cannot be asked is taken for ready after a while, with a line', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('refused')));
  const say = vi.fn();
  const ready = untilReady('http://127.0.0.1:0', new AbortController().signal, say);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await ready).toEqual({});
  expect(say.mock.calls.flat()).toEqual([
    expect.stringContaining('not ready yet'),
    '! Nothing answers at http://127.0.0.1:0, though the API listens',
  ]);
});

it('what a service does without is said, with where it is explained', () => {
  expect(missingOf({ database: { status: 'ready' } })).toEqual([]);
  expect(
    missingOf({
      inference: { status: 'unavailable' },
      ...degraded.dependencies,
      blob_store: { status: 'unavailable' },
    }),
  ).toEqual([
    expect.stringMatching(/^! Nothing can be translated.*doctor$/),
    expect.stringMatching(/^! It does without blob_store .*doctor$/),
    expect.stringMatching(/^! read_models stands still in part.*doctor$/),
  ]);
});
