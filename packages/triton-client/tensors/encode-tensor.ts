import { endianness } from 'node:os';
import { invalidArgument } from '../triton-error.js';
import { encodeBytes } from './bytes-elements.js';
import type { DataType, TensorInput } from './data-type.js';
import { bf16Bits, fp16Bits } from './half-floats.js';

const isBigEndian = endianness() === 'BE';

type NumberType = Exclude<DataType, 'BOOL' | 'BYTES' | 'UINT64' | 'INT64' | 'FP16' | 'BF16'>;

const arrays = {
  UINT8: Uint8Array,
  UINT16: Uint16Array,
  UINT32: Uint32Array,
  INT8: Int8Array,
  INT16: Int16Array,
  INT32: Int32Array,
  FP32: Float32Array,
  FP64: Float64Array,
} satisfies Record<NumberType, unknown>;

const bigArrays = { UINT64: BigUint64Array, INT64: BigInt64Array };

/** Returns the same memory, or on a big-endian machine a copy with the bytes turned round. */
const littleEndian = (array: ArrayBufferView & { BYTES_PER_ELEMENT: number }): Buffer => {
  const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  if (!isBigEndian || array.BYTES_PER_ELEMENT === 1) return bytes;
  const copy = Buffer.from(bytes);
  if (array.BYTES_PER_ELEMENT === 2) return copy.swap16();
  return array.BYTES_PER_ELEMENT === 4 ? copy.swap32() : copy.swap64();
};

const isFloat = (datatype: NumberType): boolean => datatype === 'FP32' || datatype === 'FP64';

const encodeNumbers = (datatype: NumberType, data: TensorInput[NumberType]): Buffer => {
  const TypedArray = arrays[datatype];
  if (data instanceof TypedArray) return littleEndian(data);
  const encoded = TypedArray.from(data);
  // Out of its range an integer would wrap and a fraction would be cut, which changes the caller's value.
  const wrong = isFloat(datatype)
    ? data.findIndex((value) => typeof value !== 'number')
    : data.findIndex((value, index) => value !== encoded[index]);
  if (wrong !== -1) throw invalidArgument(`Element ${wrong} is not of type ${datatype}`);
  return littleEndian(encoded);
};

const encodeBigInts = (datatype: 'UINT64' | 'INT64', data: TensorInput['UINT64' | 'INT64']): Buffer => {
  const TypedArray = bigArrays[datatype];
  if (data instanceof TypedArray) return littleEndian(data);
  const values = Array.from(data);
  const notBigInt = values.findIndex((value) => typeof value !== 'bigint');
  const encoded = notBigInt === -1 ? TypedArray.from(values) : undefined;
  const wrong = encoded === undefined ? notBigInt : values.findIndex((value, index) => value !== encoded[index]);
  if (encoded === undefined || wrong !== -1) throw invalidArgument(`Element ${wrong} is not of type ${datatype}`);
  return littleEndian(encoded);
};

const encodeHalf = (data: ArrayLike<number>, bits: (value: number) => number): Buffer =>
  littleEndian(Uint16Array.from(data, bits));

const encodeBooleans = (data: readonly boolean[]): Buffer => {
  const wrong = data.findIndex((value) => typeof value !== 'boolean');
  if (wrong !== -1) throw invalidArgument(`Element ${wrong} is not of type BOOL`);
  return Buffer.from(data.map(Number));
};

const encoders: { [D in DataType]: (data: TensorInput[D]) => Buffer } = {
  BOOL: encodeBooleans,
  UINT8: (data) => encodeNumbers('UINT8', data),
  UINT16: (data) => encodeNumbers('UINT16', data),
  UINT32: (data) => encodeNumbers('UINT32', data),
  UINT64: (data) => encodeBigInts('UINT64', data),
  INT8: (data) => encodeNumbers('INT8', data),
  INT16: (data) => encodeNumbers('INT16', data),
  INT32: (data) => encodeNumbers('INT32', data),
  INT64: (data) => encodeBigInts('INT64', data),
  FP16: (data) => encodeHalf(data, fp16Bits),
  BF16: (data) => encodeHalf(data, bf16Bits),
  FP32: (data) => encodeNumbers('FP32', data),
  FP64: (data) => encodeNumbers('FP64', data),
  BYTES: encodeBytes,
};

/** Encodes a tensor as raw bytes, little-endian. Rejects elements that are not of the type with `invalid-argument`. */
export const encodeTensor = <D extends DataType>(datatype: D, data: TensorInput[D]): Buffer => encoders[datatype](data);
