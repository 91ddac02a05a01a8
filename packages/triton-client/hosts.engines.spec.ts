import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostSnapshot, TritonClientOptions } from './client-options.js';
import { startToyTriton, type ToyTriton } from './contract/toy-models.fixture.js';
import type { InferRequest } from './infer-request.js';
import { stringsOf } from './infer-response.js';
import { createTritonClient, type TritonClient } from './triton-client.js';

const args = ['--model-control-mode=explicit', '--load-model=batching'];
let first: ToyTriton;
let second: ToyTriton;

beforeAll(async () => {
  [first, second] = await Promise.all([startToyTriton({ args }), startToyTriton({ args })]);
});
afterAll(() => Promise.all([first?.stop(), second?.stop()]));

const request: InferRequest = {
  model: 'batching',
  inputs: [{ name: 'TEXT', datatype: 'BYTES', shape: [1, 1], data: ['one'] }],
};

const withClient = async (options: Partial<TritonClientOptions>, use: (client: TritonClient) => Promise<void>) => {
  const client = createTritonClient({
    urls: [first.grpcUrl, second.grpcUrl],
    probe: { intervalMs: 200, timeoutMs: 300 },
    ...options,
  });
  try {
    await use(client);
  } finally {
    client.close();
  }
};

const stateOf = (client: TritonClient, { grpcUrl }: ToyTriton): HostSnapshot['state'] | undefined =>
  client.hosts().find(({ url }) => url === grpcUrl)?.state;

const untilState = (client: TritonClient, server: ToyTriton, state: HostSnapshot['state']) =>
  expect.poll(() => stateOf(client, server), { timeout: 60_000, interval: 50 }).toBe(state);

/** Runs `width` requests at any time until it is stopped; returns how each ended. */
const load = (client: TritonClient, width: number) => {
  const ended: { host?: string; kind?: string }[] = [];
  let isGoing = true;
  const lane = async () => {
    while (isGoing) {
      try {
        ended.push({ host: (await client.infer(request)).host });
      } catch (error) {
        ended.push({ kind: error instanceof Error && 'kind' in error ? String(error.kind) : String(error) });
        // Refused at once, again and again, it would let nothing else happen.
        await nextTurn();
      }
    }
  };
  const lanes = Promise.all(Array.from({ length: width }, lane));
  return {
    ended,
    stop: async () => {
      isGoing = false;
      await lanes;
    },
  };
};

describe('several hosts', () => {
  it('several hosts share the load', () =>
    withClient({}, async (client) => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => client.infer(request)));
      const byFirst = answers.filter(({ host }) => host === first.grpcUrl).length;
      expect(byFirst).toBe(20);
    }));

  it.each(['kill', 'stop'] as const)('a host lost to %s under load fails no request, and comes back', (way) =>
    withClient({}, async (client) => {
      const retries: string[] = [];
      await withClient({ observer: { retried: ({ kind }) => retries.push(kind) } }, async (loaded) => {
        const { ended, stop } = load(loaded, 32);
        await expect.poll(() => ended.length, { timeout: 60_000 }).toBeGreaterThan(200);
        const ending = way === 'kill' ? first.server.kill() : first.stop();
        await untilState(loaded, first, 'ejected');
        await ending;
        const atEjection = ended.length;
        await expect.poll(() => ended.length, { timeout: 60_000 }).toBeGreaterThan(atEjection + 200);
        const { grpcPort } = first;
        await first.stop();
        first = await startToyTriton({ args, grpcPort });
        await untilState(loaded, first, 'up');
        const atReturn = ended.length;
        await expect
          .poll(() => ended.slice(atReturn).filter(({ host }) => host === first.grpcUrl).length, { timeout: 60_000 })
          .toBeGreaterThan(50);
        await stop();
        expect(ended.filter(({ kind }) => kind !== undefined)).toEqual([]);
        console.log(`${ended.length} requests, none failed, ${retries.length} asked again elsewhere`);
        expect(retries.length).toBeGreaterThan(0);
      });
      expect(await client.serverLive()).toBe(true);
    }),
  );

  it('only requests in flight fail with a host when nothing may be retried', () =>
    withClient({ retry: false }, async (client) => {
      const { ended, stop } = load(client, 16);
      await expect.poll(() => ended.length, { timeout: 60_000 }).toBeGreaterThan(50);
      await second.server.kill();
      await untilState(client, second, 'ejected');
      const atEjection = ended.length;
      await expect.poll(() => ended.length, { timeout: 60_000 }).toBeGreaterThan(atEjection + 50);
      await stop();
      const failed = ended.filter(({ kind }) => kind !== undefined);
      expect(failed.length).toBeLessThanOrEqual(16 + 3);
      expect(failed.every(({ kind }) => kind === 'unavailable')).toBe(true);
      const { grpcPort } = second;
      await second.stop();
      second = await startToyTriton({ args, grpcPort });
      await untilState(client, second, 'up');
    }));

  it('a host that hangs is left out, and taken back later', () =>
    withClient({}, async (client) => {
      await client.infer(request);
      first.server.pause();
      await untilState(client, first, 'ejected');
      for (let index = 0; index < 10; index += 1) expect((await client.infer(request)).host).toBe(second.grpcUrl);
      first.server.resume();
      await untilState(client, first, 'up');
    }));

  it('requests and streams in flight on a host that hangs move to another when it is ejected', () =>
    withClient({ probe: { intervalMs: 100, timeoutMs: 300 } }, async (client) => {
      await Promise.all([client.infer(request), client.infer(request)]);
      first.server.pause();
      try {
        const unary = Array.from({ length: 8 }, () => client.infer(request).then(({ host }) => host));
        const streams = Array.from({ length: 8 }, async () => (await client.streamInfer(request).next()).value?.host);
        const hosts = await Promise.all([...unary, ...streams]);
        expect(hosts).toEqual(hosts.map(() => second.grpcUrl));
        expect(client.hosts().map(({ outstanding }) => outstanding)).toContain(0);
      } finally {
        first.server.resume();
      }
    }));

  it('another host responds for one that hangs when requests are hedged', () =>
    withClient({ probe: false, hedgeAfterMs: 150 }, async (client) => {
      await Promise.all([client.infer(request), client.infer(request)]);
      first.server.pause();
      try {
        const answers = await Promise.all(Array.from({ length: 8 }, () => client.infer(request)));
        expect(answers.map(({ host }) => host)).toEqual(answers.map(() => second.grpcUrl));
        // The attempt that lost is aborted at once, paused or not.
        await expect.poll(() => client.hosts().map(({ outstanding }) => outstanding)).toEqual([0, 0]);
      } finally {
        first.server.resume();
      }
    }));

  it('a model that one of the hosts does not have is served by the others', () =>
    withClient({}, async (client) => {
      await client.unloadModel('batching', { host: first.grpcUrl });
      // This client knows it by now; others have to find out, by a request or by a stream.
      const unary = async (other: TritonClient) => (await other.infer(request)).host;
      const streamed = async (other: TritonClient) => (await other.streamInfer(request).next()).value?.host;
      for (const ask of [unary, streamed]) {
        const retries: string[] = [];
        await withClient({ observer: { retried: ({ kind }) => retries.push(kind) } }, async (other) => {
          for (let index = 0; index < 4; index += 1) expect(await ask(other)).toBe(second.grpcUrl);
        });
        expect(retries).toEqual(['model-not-ready']);
      }
      const answers = await Promise.all(Array.from({ length: 10 }, () => client.infer(request)));
      expect(answers.map(({ host }) => host)).toEqual(answers.map(() => second.grpcUrl));
      expect(stateOf(client, first)).not.toBe('ejected');
      await client.loadModel('batching');
      const after = await Promise.all(Array.from({ length: 10 }, () => client.infer(request)));
      expect(new Set(after.map(({ host }) => host)).size).toBe(2);
      expect(client.hosts().map(({ unreadyModels }) => unreadyModels)).toEqual([[], []]);
    }));

  it('a call can name its host', () =>
    withClient({}, async (client) => {
      for (const { grpcUrl } of [first, second, second]) {
        expect((await client.infer(request, { host: grpcUrl })).host).toBe(grpcUrl);
      }
      await expect(client.infer(request, { host: 'grpc://elsewhere:1' })).rejects.toMatchObject({
        kind: 'invalid-argument',
      });
    }));
});

describe('no host', () => {
  it('requests reject with "unavailable" until a host is there', () =>
    withClient({}, async (probing) => {
      const { grpcPort } = first;
      await first.stop();
      const client = createTritonClient({ urls: [first.grpcUrl], probe: { intervalMs: 200 } });
      await expect(client.infer(request)).rejects.toMatchObject({ kind: 'unavailable' });
      await expect(client.streamInfer(request).next()).rejects.toMatchObject({ kind: 'unavailable' });
      await untilState(client, first, 'ejected');
      await expect(client.infer(request)).rejects.toThrow(/No host is available: grpc:.* ejected \(.*ECONNREFUSED/);
      first = await startToyTriton({ args, grpcPort });
      await untilState(client, first, 'up');
      expect(stringsOf(await client.infer(request), 'UPPER')).toEqual(['ONE']);
      client.close();
      expect(await probing.serverLive()).toBe(true);
    }));
});
