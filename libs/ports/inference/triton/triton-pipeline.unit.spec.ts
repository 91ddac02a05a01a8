import type { TritonClient } from '@transledger/triton-client';
import type { InferRequest } from '@transledger/triton-client/infer-request';
import type { InferResponse } from '@transledger/triton-client/infer-response';
import { expect, it } from 'vitest';
import { ModelBusyError } from '../inference.errors.js';
import { InFlight } from './in-flight.js';
import { maxRequestsOfAStream, tritonPipelineStream } from './triton-pipeline.js';

const responseTo = (text: string): InferResponse =>
  ({
    isFinal: false,
    outputs: [
      { name: 'OUTPUT', datatype: 'BYTES', shape: [1], data: [Buffer.from(text.toUpperCase())] },
      { name: 'FAILED', datatype: 'BOOL', shape: [1], data: new Uint8Array(1) },
    ],
  }) as unknown as InferResponse;

/** A client whose streams answer when they are let to, and that counts those under way. */
const countingClient = () => {
  const counts = { now: 0, peak: 0, begun: 0 };
  const gates: (() => void)[] = [];
  async function* answers({ inputs }: InferRequest): AsyncGenerator<InferResponse, undefined> {
    const texts = (inputs[0]?.data ?? []) as string[];
    counts.begun += 1;
    counts.now += 1;
    counts.peak = Math.max(counts.peak, counts.now);
    try {
      await new Promise<void>((resolve) => gates.push(resolve));
      for (const text of texts) yield responseTo(text);
    } finally {
      counts.now -= 1;
    }
    return undefined;
  }
  const client = { streamInfer: answers } as unknown as TritonClient;
  return { client, counts, letOneAnswer: () => gates.shift()?.() };
};

const pipelineOf = (client: TritonClient, inFlight: InFlight) => {
  const model = { name: 'apertium', maxBatchSize: 64, priorityLevels: 2 };
  const calls = { client, inFlight, timeoutMs: 60_000 };
  const { signal } = new AbortController();
  return tritonPipelineStream({ calls, model, mode: 'eng-spa', callFor: { signal } }, 'apertium_stream');
};

const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
};

it('a stream of any length has a few requests under way at a time', async () => {
  const { client, counts, letOneAnswer } = countingClient();
  const pipeline = pipelineOf(client, new InFlight({ max: () => 1_000 }));
  const texts = Array.from({ length: 3_000 }, (_, n) => `text ${n}`);
  const outputs = Promise.all(texts.map((text) => pipeline.run(text)));
  await turns();
  expect(counts.now).toBe(maxRequestsOfAStream);
  for (let answered = 0; answered < Math.ceil(3_000 / 64); answered += 1) {
    letOneAnswer();
    await turns();
  }
  expect(await outputs).toEqual(texts.map((text) => text.toUpperCase()));
  expect(counts).toEqual({ now: 0, peak: maxRequestsOfAStream, begun: 47 });
});

it('streams share the places at the servers, and are refused when they have none in time', async () => {
  const { client, counts, letOneAnswer } = countingClient();
  const inFlight = new InFlight({ max: () => 3, maxWaitMs: 20 });
  const streams = Array.from({ length: 10 }, (_, n) => pipelineOf(client, inFlight).run(`text ${n}`));
  const outcomes = Promise.allSettled(streams);
  await expect(streams[9]).rejects.toBeInstanceOf(ModelBusyError);
  expect(counts).toEqual({ now: 3, peak: 3, begun: 3 });
  for (let answered = 0; answered < 3; answered += 1) letOneAnswer();
  const ended = await outcomes;
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});
