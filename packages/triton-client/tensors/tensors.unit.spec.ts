import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TensorContentsMessage } from '../protocol/infer-messages.js';
import { decodeBytes, encodeBytes } from './bytes-elements.js';
import { type DataType, elementWidths, isDataType, type TensorInput, type TensorOutput } from './data-type.js';
import { decodeTensor } from './decode-tensor.js';
import { encodeTensor } from './encode-tensor.js';
import { bf16Bits, bf16Value, fp16Bits, fp16Value } from './half-floats.js';
import { elementCount } from './shape.js';
import { tensorOfContents } from './typed-contents.js';

const integer = (bits: number, isSigned: boolean) =>
  fc.integer(isSigned ? { min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 } : { min: 0, max: 2 ** bits - 1 });
const big = (isSigned: boolean) =>
  fc.bigInt(isSigned ? { min: -(2n ** 63n), max: 2n ** 63n - 1n } : { min: 0n, max: 2n ** 64n - 1n });
const fp16 = integer(16, false).map(fp16Value);
const bf16 = integer(16, false).map(bf16Value);

const elements: { [D in DataType]: fc.Arbitrary<TensorInput[D][number]> } = {
  BOOL: fc.boolean(),
  UINT8: integer(8, false),
  UINT16: integer(16, false),
  UINT32: integer(32, false),
  UINT64: big(false),
  INT8: integer(8, true),
  INT16: integer(16, true),
  INT32: integer(32, true),
  INT64: big(true),
  FP16: fp16,
  BF16: bf16,
  FP32: fc.float(),
  FP64: fc.double(),
  BYTES: fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array()),
};
const types = Object.keys(elementWidths).filter(isDataType);

const arraysOf = <D extends DataType>(datatype: D): fc.Arbitrary<TensorInput[D][number][]> =>
  fc.array(elements[datatype]);

const plain = (element: unknown): unknown => {
  if (typeof element === 'string') return Buffer.from(element);
  return element instanceof Uint8Array ? Buffer.from(element) : element;
};

/** Copies bytes to any offset, where a message may have them. */
const misaligned = (bytes: Buffer, offset: number): Buffer =>
  Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(3)]).subarray(offset, offset + bytes.length);

describe('a tensor', () => {
  it.each(types)('a tensor of %s comes back as it was, from any place in a message', (datatype) => {
    fc.assert(
      fc.property(arraysOf(datatype), fc.nat(8), (data, offset) => {
        const encoded = encodeTensor(datatype, data as TensorInput[typeof datatype]);
        const decoded = decodeTensor(datatype, misaligned(encoded, offset), data.length);
        expect(Array.from<unknown>(decoded).map(plain)).toEqual(data.map(plain));
      }),
    );
  });

  it('a tensor goes out little-endian', () => {
    expect(encodeTensor('INT16', [1, -2])).toEqual(Buffer.from('0100feff', 'hex'));
    expect(encodeTensor('UINT64', [1n])).toEqual(Buffer.from('0100000000000000', 'hex'));
    expect(encodeTensor('FP32', [1])).toEqual(Buffer.from('0000803f', 'hex'));
    expect(encodeTensor('FP16', [1, -2])).toEqual(Buffer.from('003c00c0', 'hex'));
    expect(encodeTensor('BF16', [1, -2])).toEqual(Buffer.from('803f00c0', 'hex'));
    expect(encodeTensor('BOOL', [true, false])).toEqual(Buffer.from('0100', 'hex'));
    expect(encodeTensor('BYTES', ['é', ''])).toEqual(Buffer.from('02000000c3a900000000', 'hex'));
  });

  it('a tensor is not copied where it need not be', () => {
    const data = Float32Array.of(1, 2, 3).subarray(1);
    const encoded = encodeTensor('FP32', data);
    data[0] = 7;
    expect(encoded.readFloatLE(0)).toBe(7);
    const bytes = encodeBytes(['one', 'two']);
    const [one] = decodeBytes(bytes);
    bytes[4] = 0x21;
    expect(one?.toString()).toBe('!ne');
    expect(decodeTensor('UINT8', bytes, bytes.length).buffer).toBe(bytes.buffer);
  });

  it.each([
    ['INT8', [128]],
    ['UINT8', [-1]],
    ['INT32', [0.5]],
    ['UINT16', [Number.NaN]],
    ['UINT64', [-1n]],
    ['INT64', [2n ** 63n]],
  ] as const)('of %s takes no element beyond its type', (datatype, data) => {
    expect(() => encodeTensor(datatype, data as TensorInput[typeof datatype])).toThrow(/Element 0 is not of type/);
  });

  it('bytes that are not as many as the elements need are rejected', () => {
    expect(() => decodeTensor('INT32', Buffer.alloc(7), 2)).toThrow(/7 bytes/);
    expect(() => decodeTensor('BYTES', encodeBytes(['a']), 2)).toThrow(/1 elements, not 2/);
    expect(() => decodeBytes(Buffer.from('0100', 'hex'))).toThrow(/inside a length/);
    expect(() => decodeBytes(Buffer.from('0200000061', 'hex'))).toThrow(/inside an element/);
  });
});

describe('half precision', () => {
  const ordered = fc.tuple(fc.double({ noNaN: true, min: -70_000, max: 70_000 }), integer(16, false));

  it('half precision keeps every FP16 and every BF16', () => {
    for (let bits = 0; bits < 2 ** 16; bits += 1) {
      const [half, brain] = [fp16Value(bits), bf16Value(bits)];
      if (!Number.isNaN(half)) expect(fp16Bits(half)).toBe(bits);
      if (!Number.isNaN(brain)) expect(bf16Bits(brain)).toBe(bits);
    }
    expect(fp16Value(fp16Bits(Number.NaN))).toBeNaN();
    expect(bf16Value(bf16Bits(Number.NaN))).toBeNaN();
  });

  it('a number is rounded to the nearest FP16, ties to even', () => {
    fc.assert(
      fc.property(ordered, ([value, other]) => {
        const rounded = fp16Value(fp16Bits(value));
        const candidate = fp16Value(other);
        if (Number.isFinite(rounded) && Number.isFinite(candidate)) {
          expect(Math.abs(rounded - value)).toBeLessThanOrEqual(Math.abs(candidate - value));
        }
      }),
      { numRuns: 2_000 },
    );
    expect(fp16Bits(2049)).toBe(fp16Bits(2048));
    expect(fp16Bits(2051)).toBe(fp16Bits(2052));
    expect(fp16Bits(65519.99)).toBe(0x7bff);
    expect(fp16Bits(65520)).toBe(0x7c00);
    // Just above the tie: by way of float32 it would be the tie.
    expect(fp16Bits(2049 + 2 ** -30)).toBe(fp16Bits(2050));
    expect(fp16Bits(2 ** -25)).toBe(0);
    expect(fp16Bits(2 ** -25 * 1.01)).toBe(1);
  });

  it('a number is rounded to the nearest BF16, ties to even', () => {
    expect(bf16Value(bf16Bits(1 + 2 ** -8))).toBe(1);
    expect(bf16Value(bf16Bits(1 + 3 * 2 ** -8))).toBe(1 + 2 ** -6);
    expect(bf16Value(bf16Bits(3.4e38))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('typed contents', () => {
  const empty: TensorContentsMessage = {
    bool_contents: [],
    int_contents: [],
    int64_contents: [],
    uint_contents: [],
    uint64_contents: [],
    fp32_contents: [],
    fp64_contents: [],
    bytes_contents: [],
  };
  const cases: [DataType, Partial<TensorContentsMessage>, TensorOutput[DataType]][] = [
    ['BOOL', { bool_contents: [true, false] }, [true, false]],
    ['INT8', { int_contents: [-1, 1] }, Int8Array.of(-1, 1)],
    ['INT16', { int_contents: [-1, 1] }, Int16Array.of(-1, 1)],
    ['INT32', { int_contents: [-1, 1] }, Int32Array.of(-1, 1)],
    ['INT64', { int64_contents: ['-9223372036854775808', '1'] }, BigInt64Array.of(-(2n ** 63n), 1n)],
    ['UINT8', { uint_contents: [255, 1] }, Uint8Array.of(255, 1)],
    ['UINT16', { uint_contents: [255, 1] }, Uint16Array.of(255, 1)],
    ['UINT32', { uint_contents: [255, 1] }, Uint32Array.of(255, 1)],
    ['UINT64', { uint64_contents: ['18446744073709551615', '1'] }, BigUint64Array.of(2n ** 64n - 1n, 1n)],
    ['FP32', { fp32_contents: [0.5, 1] }, Float32Array.of(0.5, 1)],
    ['FP64', { fp64_contents: [0.1, 1] }, Float64Array.of(0.1, 1)],
    ['BYTES', { bytes_contents: [Buffer.from('a'), Buffer.of(255)] }, [Buffer.from('a'), Buffer.of(255)]],
  ];

  it.each(cases)('a tensor of %s is read from typed contents', (datatype, contents, data) => {
    expect(tensorOfContents(datatype, { ...empty, ...contents }, 2)).toEqual(data);
    expect(() => tensorOfContents(datatype, { ...empty, ...contents }, 3)).toThrow(/2 elements, not 3/);
  });

  it('typed contents do not exist for the 16-bit floats', () => {
    expect(() => tensorOfContents('FP16', empty, 0)).toThrow(/no typed contents/);
  });
});

it('the elements of a shape are counted', () => {
  expect(elementCount([2, 3])).toBe(6);
  expect(elementCount([])).toBe(1);
  expect(elementCount([4, 0])).toBe(0);
  for (const shape of [[-1], [1.5], [2 ** 53], [2 ** 30, 2 ** 30]]) expect(elementCount(shape)).toBeUndefined();
});
