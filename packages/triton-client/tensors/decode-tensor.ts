import { endianness } from 'node:os';
import { malformedResponse } from '../triton-error.js';
import { decodeBytes } from './bytes-elements.js';
import { type DataType, elementWidths, type TensorOutput } from './data-type.js';
import { bf16Value, fp16Value } from './half-floats.js';

const isBigEndian = endianness() === 'BE';

const nativeOrder = (raw: Buffer, width: number): Buffer => {
  if (!isBigEndian || width === 1) return raw;
  const copy = Buffer.from(raw);
  if (width === 2) return copy.swap16();
  return width === 4 ? copy.swap32() : copy.swap64();
};

interface TypedArrayConstructor<A> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): A;
}

/** Makes a view where the bytes are aligned as the array needs them, else a copy. */
const arrayOf = <A>(TypedArray: TypedArrayConstructor<A>, raw: Buffer): A => {
  const width = TypedArray.BYTES_PER_ELEMENT;
  const ordered = nativeOrder(raw, width);
  const { buffer, byteOffset } =
    ordered.byteOffset % width === 0 ? ordered : { buffer: Uint8Array.from(ordered).buffer, byteOffset: 0 };
  return new TypedArray(buffer, byteOffset, raw.length / width);
};

const decodeHalf = (raw: Buffer, value: (bits: number) => number): Float32Array =>
  Float32Array.from(arrayOf(Uint16Array, raw), value);

const decoders: { [D in DataType]: (raw: Buffer) => TensorOutput[D] } = {
  BOOL: (raw) => Array.from(raw, Boolean),
  UINT8: (raw) => arrayOf(Uint8Array, raw),
  UINT16: (raw) => arrayOf(Uint16Array, raw),
  UINT32: (raw) => arrayOf(Uint32Array, raw),
  UINT64: (raw) => arrayOf(BigUint64Array, raw),
  INT8: (raw) => arrayOf(Int8Array, raw),
  INT16: (raw) => arrayOf(Int16Array, raw),
  INT32: (raw) => arrayOf(Int32Array, raw),
  INT64: (raw) => arrayOf(BigInt64Array, raw),
  FP16: (raw) => decodeHalf(raw, fp16Value),
  BF16: (raw) => decodeHalf(raw, bf16Value),
  FP32: (raw) => arrayOf(Float32Array, raw),
  FP64: (raw) => arrayOf(Float64Array, raw),
  BYTES: decodeBytes,
};

/** Decodes raw bytes to a tensor of `count` elements. Rejects a wrong length with `malformed-response`. */
export const decodeTensor = <D extends DataType>(datatype: D, raw: Buffer, count: number): TensorOutput[D] => {
  const width = elementWidths[datatype];
  if (width !== undefined && raw.length !== width * count) {
    throw malformedResponse(`A ${datatype} tensor of ${count} elements has ${raw.length} bytes`);
  }
  const data = decoders[datatype](raw);
  if (data.length !== count) throw malformedResponse(`A ${datatype} tensor has ${data.length} elements, not ${count}`);
  return data;
};
