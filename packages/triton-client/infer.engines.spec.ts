import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startToyTriton, type ToyTriton } from './contract/toy-models.fixture.js';
import type { InferInput, InferRequest } from './infer-request.js';
import { outputNamed, stringsOf } from './infer-response.js';
import { createTritonClient, type TritonClient } from './triton-client.js';

let triton: ToyTriton;
let client: TritonClient;

beforeAll(async () => {
  triton = await startToyTriton();
  client = createTritonClient({ urls: [triton.grpcUrl] });
});
afterAll(async () => {
  client?.close();
  await triton?.stop();
});

const text = (value: string): InferRequest => ({
  model: 'batching',
  inputs: [{ name: 'TEXT', datatype: 'BYTES', shape: [1, 1], data: [value] }],
});

const about = async (request: Partial<InferRequest>, deadlineMs?: number) => {
  const input: InferInput = { name: 'INT8', datatype: 'INT8', shape: [1], data: [7] };
  const options = deadlineMs === undefined ? {} : { deadlineMs };
  const response = await client.infer({ model: 'identity', inputs: [input], ...request }, options);
  return { response, seen: JSON.parse(stringsOf(response, 'REQUEST')[0] ?? '') };
};

const tensors: InferInput[] = [
  { name: 'BOOL', datatype: 'BOOL', shape: [3], data: [true, false, true] },
  { name: 'UINT8', datatype: 'UINT8', shape: [2], data: Uint8Array.of(0, 255) },
  { name: 'UINT16', datatype: 'UINT16', shape: [2], data: Uint16Array.of(0, 65535) },
  { name: 'UINT32', datatype: 'UINT32', shape: [2], data: Uint32Array.of(0, 4294967295) },
  { name: 'UINT64', datatype: 'UINT64', shape: [2], data: BigUint64Array.of(0n, 2n ** 64n - 1n) },
  { name: 'INT8', datatype: 'INT8', shape: [2], data: Int8Array.of(-128, 127) },
  { name: 'INT16', datatype: 'INT16', shape: [2], data: Int16Array.of(-32768, 32767) },
  { name: 'INT32', datatype: 'INT32', shape: [2], data: Int32Array.of(-2147483648, 2147483647) },
  { name: 'INT64', datatype: 'INT64', shape: [2], data: BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n) },
  {
    name: 'FP16',
    datatype: 'FP16',
    shape: [4],
    data: Float32Array.of(1.5, -65504, 2 ** -24, Number.POSITIVE_INFINITY),
  },
  { name: 'BF16', datatype: 'BF16', shape: [3], data: Float32Array.of(1.5, -(2 ** 100), 2 ** -130) },
  { name: 'FP32', datatype: 'FP32', shape: [3], data: Float32Array.of(0.1, -0, Number.NEGATIVE_INFINITY) },
  { name: 'FP64', datatype: 'FP64', shape: [2], data: Float64Array.of(0.1, Number.MAX_VALUE) },
];

describe('infer', () => {
  it.each(tensors)('a tensor of $datatype comes back as it was', async (tensor) => {
    const { outputs } = await client.infer({ model: 'identity', inputs: [tensor], outputs: [tensor.name] });
    expect(outputs).toEqual([{ ...tensor, parameters: {} }]);
  });

  it('strings and bytes come back as they were', async () => {
    const data = ['', 'ß – 😀', Buffer.from([0xff, 0x00, 0xfe])];
    const response = await client.infer({
      model: 'identity',
      inputs: [{ name: 'BYTES', datatype: 'BYTES', shape: [3], data }],
    });
    expect(outputNamed(response, 'BYTES', 'BYTES').data).toEqual(data.map((each) => Buffer.from(each)));
  });

  it('raw bytes, empty tensors and all types are sent at once', async () => {
    const raw: InferInput = { name: 'FP32', datatype: 'FP32', shape: [1], raw: Buffer.from([0, 0, 128, 63]) };
    const empty: InferInput = { name: 'INT32', datatype: 'INT32', shape: [0], data: [] };
    const response = await client.infer({ model: 'identity', inputs: [raw, empty] });
    expect(outputNamed(response, 'FP32', 'FP32').data).toEqual(Float32Array.of(1));
    expect(outputNamed(response, 'INT32', 'INT32').data).toEqual(new Int32Array());
    const everything = await client.infer({ model: 'identity', inputs: tensors });
    expect(everything.outputs.map(({ name }) => name).sort()).toEqual(
      [...tensors.map(({ name }) => name), 'REQUEST'].sort(),
    );
  });

  it('the id, version, parameters and deadline reach the model', async () => {
    const parameters = { flag: true, small: 7, half: 0.5, whole: { double: 3 }, big: 2n ** 62n, words: 'è' };
    const { response, seen } = await about({ id: 'a-7', version: '1', parameters, priority: 0 }, 5_000);
    expect(response).toMatchObject({ model: 'identity', version: '1', id: 'a-7', host: triton.grpcUrl, isFinal: true });
    expect(seen).toMatchObject({ id: 'a-7' });
    expect(seen.parameters).toMatchObject({ flag: true, small: 7, half: 0.5, whole: 3, words: 'è' });
    expect(seen.timeout).toBeGreaterThan(1_000_000);
    expect(seen.timeout).toBeLessThanOrEqual(5_000_000);
  });

  it('a queue timeout of the caller goes before the deadline', async () => {
    const { seen } = await about({ queueTimeoutMicros: 1_234 }, 5_000);
    expect(seen.timeout).toBe(1_234);
  });

  it('classes are returned when requested', async () => {
    const response = await client.infer({
      model: 'identity',
      inputs: [{ name: 'FP32', datatype: 'FP32', shape: [3], data: [0.1, 0.7, 0.2] }],
      outputs: [{ name: 'FP32', classCount: 2 }],
    });
    expect(stringsOf(response, 'FP32').map((each) => each.split(':')[1])).toEqual(['1', '2']);
  });

  it('sequences are kept apart', async () => {
    const add = async (id: number | string, value: number, at: { start?: boolean; end?: boolean } = {}) => {
      const response = await client.infer({
        model: 'accumulator',
        inputs: [{ name: 'VALUE', datatype: 'INT32', shape: [1, 1], data: [value] }],
        sequence: { id, ...at },
      });
      return outputNamed(response, 'SUM', 'INT32').data[0];
    };
    expect(await add(5, 1, { start: true })).toBe(1);
    expect(await add(5, 2)).toBe(3);
    expect(await add(5, 3, { end: true })).toBe(6);
    expect(await add('five', 4, { start: true, end: true })).toBe(4);
  });

  it('the dynamic batcher is filled with 64 requests in flight', async () => {
    const [before] = await client.modelStatistics('batching');
    const words = Array.from({ length: 64 }, (_, index) => `word ${index}`);
    const answers = await Promise.all(
      words.map((word) => client.infer({ ...text(word), priority: 1 + (word.length % 3) })),
    );
    expect(answers.map((answer) => stringsOf(answer, 'UPPER')[0])).toEqual(words.map((word) => word.toUpperCase()));
    const [after] = await client.modelStatistics('batching');
    const executions = (after?.execution_count ?? 0) - (before?.execution_count ?? 0);
    expect((after?.inference_count ?? 0) - (before?.inference_count ?? 0)).toBe(64);
    console.log(
      `64 requests in flight, in ${executions} executions; batch sizes ${after?.batch_stats.map((b) => b.batch_size)}`,
    );
    expect(executions).toBeLessThan(16);
    expect(Math.max(...(after?.batch_stats.map(({ batch_size }) => batch_size) ?? []))).toBeGreaterThan(8);
  });

  it('a batch is sent in one request', async () => {
    const response = await client.infer({
      model: 'batching',
      inputs: [{ name: 'TEXT', datatype: 'BYTES', shape: [3, 1], data: ['a', 'b', 'c'] }],
    });
    expect(stringsOf(response, 'UPPER')).toEqual(['A', 'B', 'C']);
    expect(response.outputs[0]?.shape).toEqual([3, 1]);
  });

  it.each(['none', 'gzip', 'deflate'] as const)(
    'a message beyond 4 MB is sent and received with compression %s',
    async (compression) => {
      const data = Float64Array.from({ length: 1_000_000 }, (_, index) => index);
      const input: InferInput = { name: 'FP64', datatype: 'FP64', shape: [data.length], data };
      const response = await client.infer({ model: 'identity', inputs: [input] }, { compression });
      expect(Buffer.from(outputNamed(response, 'FP64', 'FP64').data.buffer).length).toBeGreaterThan(4 * 2 ** 20);
      expect(outputNamed(response, 'FP64', 'FP64').data).toEqual(data);
    },
  );

  it('a call with headers of the client and of its own gets a response', async () => {
    const withHeaders = createTritonClient({
      urls: [triton.grpcUrl],
      headers: { 'x-everywhere': 'a' },
      channelsPerHost: 2,
    });
    const { outputs } = await withHeaders.infer(text('a'), {
      headers: { 'x-here': 'b', 'x-bytes-bin': Buffer.from([1]) },
    });
    expect(outputs).toHaveLength(1);
    withHeaders.close();
  });
});
