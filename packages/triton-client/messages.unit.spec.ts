import { describe, expect, it } from 'vitest';
import { parameterMessage, parametersOf } from './infer-parameters.js';
import { type InferInput, type InferRequest, inferRequestMessage } from './infer-request.js';
import { inferResponseOf, outputNamed } from './infer-response.js';
import type { ModelInferResponseMessage } from './protocol/infer-messages.js';
import { modelInfer } from './protocol/rpc.js';
import { errorOfStatus } from './triton-error.js';

const input: InferInput = { name: 'A', datatype: 'INT32', shape: [2], data: [1, 2] };
const request = (more: Partial<InferRequest>): InferRequest => ({ model: 'm', inputs: [input], ...more });

describe('a request', () => {
  it('a request has its options where the protocol has them', () => {
    const message = inferRequestMessage(
      request({
        version: '3',
        id: 'r',
        outputs: ['B', { name: 'C', classCount: 2, parameters: { p: 1 } }],
        parameters: { mine: 'x' },
        sequence: { id: 'seq', start: true },
        priority: 2,
        queueTimeoutMicros: 9,
      }),
    );
    expect(message).toMatchObject({
      model_name: 'm',
      model_version: '3',
      id: 'r',
      inputs: [{ name: 'A', datatype: 'INT32', shape: [2] }],
      outputs: [
        { name: 'B', parameters: {} },
        { name: 'C', parameters: { classification: { int64_param: '2' }, p: { int64_param: '1' } } },
      ],
      parameters: {
        mine: { string_param: 'x' },
        sequence_id: { string_param: 'seq' },
        sequence_start: { bool_param: true },
        sequence_end: { bool_param: false },
        priority: { uint64_param: '2' },
        timeout: { int64_param: '9' },
      },
    });
    expect(modelInfer.serialize(message).length).toBeGreaterThan(50);
  });

  it.each<[string, Partial<InferRequest>]>([
    ['too few elements', { inputs: [{ ...input, shape: [3] }] }],
    ['a dimension without size', { inputs: [{ ...input, shape: [-1] }] }],
    ['too few raw bytes', { inputs: [{ name: 'A', datatype: 'INT32', shape: [2], raw: Buffer.alloc(7) }] }],
    ['a number beyond its type', { inputs: [{ ...input, data: [1, 2 ** 31] }] }],
    ['no model', { model: '' }],
    ['a reserved parameter', { parameters: { sequence_id: 1 } }],
    ['a parameter of Triton’s', { parameters: { triton_final_response: true } }],
    ['a parameter beyond 64 bits', { parameters: { a: 2n ** 64n } }],
  ])('a request is rejected with %s', (_, more) => {
    expect(() => inferRequestMessage(request(more))).toThrow(expect.objectContaining({ kind: 'invalid-argument' }));
  });
});

it('parameters of every type are written, and read back', () => {
  const given = { a: true, b: 'x', c: -5, d: 0.5, e: 2n ** 62n, f: 2n ** 64n - 1n };
  const messages = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, parameterMessage(name, value)]),
  );
  expect(parametersOf(messages)).toEqual(given);
  expect(parameterMessage('g', { double: 3 })).toEqual({ double_param: 3 });
  expect(messages.f).toEqual({ uint64_param: '18446744073709551615' });
  expect(parametersOf({ unset: {} })).toEqual({});
});

describe('a response', () => {
  const output = { name: 'B', datatype: 'INT8', shape: ['2'], parameters: {}, contents: null };
  const message: ModelInferResponseMessage = {
    model_name: 'm',
    model_version: '1',
    id: 'r',
    parameters: {},
    outputs: [output],
    raw_output_contents: [Buffer.of(1, 255)],
  };
  const read = (more: Partial<ModelInferResponseMessage>, isUnary = true) =>
    inferResponseOf({ ...message, ...more }, 'grpc://h:1', isUnary);

  it('a response has its outputs by name and type', () => {
    expect(outputNamed(read({}), 'B', 'INT8').data).toEqual(Int8Array.of(1, -1));
    expect(() => outputNamed(read({}), 'B', 'INT16')).toThrow(/no INT16 output B/);
  });

  it('a response is read from typed contents, too', () => {
    const contents = {
      bool_contents: [],
      int_contents: [3, 4],
      int64_contents: [],
      uint_contents: [],
      uint64_contents: [],
      fp32_contents: [],
      fp64_contents: [],
      bytes_contents: [],
    };
    const typed = read({ outputs: [{ ...output, contents }], raw_output_contents: [] });
    expect(outputNamed(typed, 'B', 'INT8').data).toEqual(Int8Array.of(3, 4));
  });

  it('a response is final when it says so', () => {
    expect(read({}, false).isFinal).toBe(false);
    expect(read({ parameters: { triton_final_response: { bool_param: true } } }, false).isFinal).toBe(true);
  });

  it.each<[string, Partial<ModelInferResponseMessage>]>([
    ['an unknown type', { outputs: [{ ...output, datatype: 'INT7' }] }],
    ['no contents', { raw_output_contents: [] }],
    ['too many contents', { raw_output_contents: [Buffer.of(1, 2), Buffer.of(3)] }],
    ['a wrong length', { raw_output_contents: [Buffer.of(1)] }],
  ])('a response is malformed with %s', (_, more) => {
    expect(() => read(more)).toThrow(expect.objectContaining({ kind: 'malformed-response' }));
  });
});

it.each([
  [14, 'Connection dropped', 'unavailable'],
  [14, '[request id: x] Exceeds maximum queue size', 'queue-full'],
  [8, 'anything', 'queue-full'],
  [8, 'Received message larger than max (5 vs 4)', 'message-too-large'],
  [14, 'Request timeout expired', 'deadline-exceeded'],
  [4, 'Deadline exceeded', 'deadline-exceeded'],
  [1, 'Cancelled', 'cancelled'],
  [16, 'who are you', 'permission-denied'],
  [14, 'explicit model load / unload is not allowed if polling is enabled', 'unimplemented'],
  [99, 'what', 'server-error'],
  [undefined, 'a model says so', 'server-error'],
])('status %s "%s" is reported as %s', (code, text, kind) => {
  expect(errorOfStatus(text, code, {})).toMatchObject({ kind, status: code, serverMessage: text });
});
