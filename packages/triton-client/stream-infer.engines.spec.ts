import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamOptions } from './client-options.js';
import { type CountingProxy, startCountingProxy } from './contract/counting-proxy.fixture.js';
import { startToyTriton, type ToyTriton } from './contract/toy-models.fixture.js';
import type { InferInput, InferRequest } from './infer-request.js';
import { type InferResponse, outputNamed, stringsOf } from './infer-response.js';
import { createTritonClient, type TritonClient } from './triton-client.js';

let triton: ToyTriton;
let client: TritonClient;
let proxy: CountingProxy;
const notes = join(tmpdir(), `triton-client-notes-${process.pid}`);

beforeAll(async () => {
  triton = await startToyTriton();
  proxy = await startCountingProxy(triton.grpcPort);
  client = createTritonClient({ urls: [`grpc://127.0.0.1:${proxy.port}`] });
});
afterAll(async () => {
  client?.close();
  await proxy?.stop();
  await triton?.stop();
  await rm(notes, { force: true });
});

const number = (name: string, value: number | undefined): InferInput[] =>
  value === undefined ? [] : [{ name, datatype: 'INT32', shape: [1], data: [value] }];

interface Counting {
  count: number;
  delayMs?: number;
  bytesEach?: number;
  failAt?: number;
  noting?: boolean;
}

const counting = ({ count, delayMs, bytesEach, failAt, noting }: Counting): InferRequest => ({
  model: 'counter',
  inputs: [
    ...number('COUNT', count),
    ...number('DELAY_MS', delayMs),
    ...number('BYTES_EACH', bytesEach),
    ...number('FAIL_AT', failAt),
    ...(noting ? [{ name: 'NOTES', datatype: 'BYTES', shape: [1], data: [notes] } as const] : []),
  ],
});

const indexOf = (response: InferResponse): number => outputNamed(response, 'INDEX', 'INT32').data[0] ?? -1;

const collect = async (request: InferRequest, options?: StreamOptions) => {
  const indexes: number[] = [];
  try {
    for await (const response of client.streamInfer(request, options)) indexes.push(indexOf(response));
    return { indexes };
  } catch (error) {
    return { indexes, error };
  }
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Returns when the model saw the cancellation, in milliseconds since 1970. */
const cancelledAt = async (): Promise<number> => {
  for (;;) {
    const noted = await readFile(notes, 'utf8').catch(() => '');
    if (noted.endsWith('\n')) {
      await rm(notes);
      return Number(noted);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('streamInfer', () => {
  it('a stream gives every response in order, and ends', async () => {
    expect(await collect(counting({ count: 20 }))).toEqual({ indexes: upTo(20) });
    expect(client.hosts()[0]?.outstanding).toBe(0);
  });

  it('a stream without any response ends', async () => {
    expect(await collect(counting({ count: 0 }))).toEqual({ indexes: [] });
  });

  it('a stream gives each response as it comes', async () => {
    const stream = client.streamInfer(counting({ count: 1_000, delayMs: 20 }));
    const startedAt = performance.now();
    await stream.next();
    await stream.next();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await stream.return?.();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('a stream gives the one response of a model that is not decoupled', async () => {
    const answers: string[] = [];
    const request: InferRequest = {
      model: 'batching',
      inputs: [{ name: 'TEXT', datatype: 'BYTES', shape: [1, 1], data: ['one'] }],
    };
    for await (const response of client.streamInfer(request)) answers.push(...stringsOf(response, 'UPPER'));
    expect(answers).toEqual(['ONE']);
  });

  it('a model’s error is thrown behind the responses before it', async () => {
    const { indexes, error } = await collect(counting({ count: 10, failAt: 3 }));
    expect(indexes).toEqual(upTo(3));
    expect(error).toMatchObject({ name: 'TritonError', kind: 'server-error', model: 'counter' });
    expect(error).toHaveProperty('serverMessage', expect.stringContaining('counted to the failure'));
    expect(String(error)).not.toContain('counted');
  });

  it('a request that Triton itself rejects is thrown', async () => {
    expect((await collect({ model: 'nobody', inputs: [] })).error).toMatchObject({ kind: 'model-not-found' });
    expect((await collect({ model: 'counter', inputs: [] })).error).toMatchObject({ kind: 'invalid-argument' });
  });

  it('a stream ends at the deadline, with the responses until then', async () => {
    const { indexes, error } = await collect(counting({ count: 1_000, delayMs: 50 }), { deadlineMs: 1_000 });
    expect(error).toMatchObject({ kind: 'deadline-exceeded' });
    expect(indexes.length).toBeGreaterThan(0);
  });

  it.each(['return', 'signal'] as const)('a stream is cancelled in the model at once by %s', async (way) => {
    const delays: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const controller = new AbortController();
      const stream = client.streamInfer(counting({ count: 1_000, delayMs: 30, noting: true }), {
        signal: controller.signal,
      });
      await stream.next();
      const at = Date.now();
      if (way === 'return') await stream.return?.();
      else {
        const pending = stream.next();
        controller.abort();
        await expect(pending).rejects.toMatchObject({ kind: 'cancelled' });
      }
      delays.push((await cancelledAt()) - at);
    }
    delays.sort((a, b) => a - b);
    console.log(`cancel by ${way}, seen by the model after ms: ${delays.map((ms) => ms.toFixed(1)).join(' ')}`);
    // 50 ms is the aim; a loaded machine may take longer now and then.
    expect(delays[4]).toBeLessThan(500);
    expect(client.hosts()[0]?.outstanding).toBe(0);
  });

  it('a stream is rejected when the signal was aborted before', async () => {
    const { error } = await collect(counting({ count: 1 }), { signal: AbortSignal.abort() });
    expect(error).toMatchObject({ kind: 'cancelled' });
  });

  it('a slow consumer holds its own stream back, and no other on the connection', async () => {
    const size = 64 * 1024;
    const stream = client.streamInfer(counting({ count: 400, bytesEach: size }), { highWaterMark: 4 });
    await stream.next();
    await proxy.quiet();
    const held = proxy.received();
    expect(held).toBeLessThan(200 * size);
    expect(await collect(counting({ count: 5 }))).toEqual({ indexes: upTo(5) });
    let index = 0;
    for await (const response of stream) {
      index += 1;
      expect(indexOf(response)).toBe(index);
    }
    expect(index).toBe(399);
    console.log(`of ${400 * size} bytes the client took ${held} while nobody read`);
  });
});
