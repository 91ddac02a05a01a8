import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startToyTriton, type ToyTriton } from './contract/toy-models.fixture.js';
import type { InferInput, InferRequest } from './infer-request.js';
import { createTritonClient, type TritonClient } from './triton-client.js';

let triton: ToyTriton;
let client: TritonClient;

beforeAll(async () => {
  triton = await startToyTriton({ modelControl: 'explicit' });
  client = createTritonClient({ urls: [triton.grpcUrl] });
});
afterAll(async () => {
  client?.close();
  await triton?.stop();
});

const failing = (text: string): InferRequest => ({
  model: 'failing',
  inputs: [{ name: 'TEXT', datatype: 'BYTES', shape: [1], data: [text] }],
});

const waiting = (delayMs: number, more: Partial<InferRequest> = {}): InferRequest => ({
  model: 'queueing',
  inputs: [{ name: 'DELAY_MS', datatype: 'INT32', shape: [1, 1], data: [delayMs] }],
  ...more,
});

const streamed = async (request: InferRequest) => {
  for await (const response of client.streamInfer(request)) return response;
  return undefined;
};

const kindsOf = async (answers: Promise<unknown>[]): Promise<string[]> => {
  const settled = await Promise.allSettled(answers);
  return settled.map((answer) => (answer.status === 'fulfilled' ? 'ok' : String(answer.reason.kind)));
};

const misfits: [string, InferRequest, string][] = [
  ['a model that is not there', { ...failing('a'), model: 'nobody' }, 'model-not-found'],
  ['a version that is not there', { ...failing('a'), version: '9' }, 'model-not-found'],
  ['a version that is none', { ...failing('a'), version: 'x' }, 'invalid-argument'],
  ['an output that is not there', { ...failing('a'), outputs: ['NOPE'] }, 'invalid-argument'],
  ['no input', { ...failing('a'), inputs: [] }, 'invalid-argument'],
  [
    'a shape that the model does not take',
    { ...failing('a'), inputs: [{ name: 'TEXT', datatype: 'BYTES', shape: [2], data: ['a', 'b'] }] },
    'invalid-argument',
  ],
  [
    'a type that the model does not take',
    { ...failing('a'), inputs: [{ name: 'TEXT', datatype: 'INT8', shape: [1], data: [1] }] },
    'invalid-argument',
  ],
  [
    'a batch that is too large',
    { model: 'queueing', inputs: [{ name: 'DELAY_MS', datatype: 'INT32', shape: [2, 1], data: [1, 1] }] },
    'invalid-argument',
  ],
  [
    'a sequence that has not begun',
    {
      model: 'accumulator',
      inputs: [{ name: 'VALUE', datatype: 'INT32', shape: [1, 1], data: [1] }],
      sequence: { id: 99 },
    },
    'invalid-argument',
  ],
  ['a model that fails', failing('a'), 'server-error'],
];

describe('what the server rejects', () => {
  it.each(misfits)('the server rejects %s', async (_, request, kind) => {
    await expect(client.infer(request)).rejects.toMatchObject({ kind, model: request.model, host: triton.grpcUrl });
    await expect(streamed(request)).rejects.toMatchObject({ kind, model: request.model, host: triton.grpcUrl });
  });

  it('the server rejects unary inference of a decoupled model', async () => {
    const inputs: InferInput[] = [{ name: 'COUNT', datatype: 'INT32', shape: [1], data: [1] }];
    await expect(client.infer({ model: 'counter', inputs })).rejects.toMatchObject({
      kind: 'unimplemented',
      status: 12,
    });
  });

  it('the server rejects more requests than the queue of the model holds', async () => {
    const kinds = await kindsOf(Array.from({ length: 12 }, () => client.infer(waiting(100))));
    expect(new Set(kinds)).toEqual(new Set(['ok', 'queue-full']));
  });

  it('the server rejects a request that has waited in the queue for too long', async () => {
    const config = await client.modelConfig('queueing');
    const policy = { ...config.dynamic_batching?.default_queue_policy, max_queue_size: 100 };
    await client.loadModel('queueing', {
      config: { ...config, dynamic_batching: { ...config.dynamic_batching, default_queue_policy: policy } },
    });
    const kinds = await kindsOf(
      Array.from({ length: 12 }, () => client.infer(waiting(150, { queueTimeoutMicros: 50_000 }))),
    );
    expect(new Set(kinds)).toEqual(new Set(['ok', 'deadline-exceeded']));
    await client.loadModel('queueing');
  });
});

describe('what the caller gives up', () => {
  it('a call is rejected at its deadline', async () => {
    await expect(client.infer(waiting(2_000), { deadlineMs: 200 })).rejects.toMatchObject({
      kind: 'deadline-exceeded',
    });
  });

  it('a call is cancelled by its signal', async () => {
    const controller = new AbortController();
    const answer = client.infer(waiting(2_000), { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 50);
    await expect(answer).rejects.toMatchObject({ kind: 'cancelled', cause: 'enough' });
    await expect(client.infer(waiting(1), { signal: controller.signal })).rejects.toMatchObject({ kind: 'cancelled' });
    expect(client.hosts()[0]).toMatchObject({ outstanding: 0, state: 'up' });
  });
});

it('the words of a model are kept out of messages, and out of the fields that loggers see', async () => {
  const error = await client.infer(failing('a secret')).catch((failure: unknown) => failure);
  expect(error).toHaveProperty('serverMessage', 'cannot do a secret');
  expect(`${error} ${inspect(error, { showHidden: true, depth: 9 })} ${JSON.stringify(error)}`).not.toContain('secret');
});

it('a message beyond the limit of the client is refused', async () => {
  const small = createTritonClient({ urls: [triton.grpcUrl], maxMessageBytes: 1_000 });
  const large = { ...failing('x'.repeat(2_000)) };
  await expect(small.infer(large)).rejects.toMatchObject({ kind: 'message-too-large' });
  small.close();
});
