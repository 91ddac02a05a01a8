import type { TensorContentsMessage } from '../protocol/infer-messages.js';
import { malformedResponse } from '../triton-error.js';
import type { DataType, TensorOutput } from './data-type.js';

type Read = { [D in DataType]: (contents: TensorContentsMessage) => TensorOutput[D] };

const notTyped = (datatype: DataType) => (): never => {
  throw malformedResponse(`The protocol has no typed contents for ${datatype}`);
};

const readers: Read = {
  BOOL: ({ bool_contents }) => bool_contents,
  UINT8: ({ uint_contents }) => Uint8Array.from(uint_contents),
  UINT16: ({ uint_contents }) => Uint16Array.from(uint_contents),
  UINT32: ({ uint_contents }) => Uint32Array.from(uint_contents),
  UINT64: ({ uint64_contents }) => BigUint64Array.from(uint64_contents, BigInt),
  INT8: ({ int_contents }) => Int8Array.from(int_contents),
  INT16: ({ int_contents }) => Int16Array.from(int_contents),
  INT32: ({ int_contents }) => Int32Array.from(int_contents),
  INT64: ({ int64_contents }) => BigInt64Array.from(int64_contents, BigInt),
  FP16: notTyped('FP16'),
  BF16: notTyped('BF16'),
  FP32: ({ fp32_contents }) => Float32Array.from(fp32_contents),
  FP64: ({ fp64_contents }) => Float64Array.from(fp64_contents),
  BYTES: ({ bytes_contents }) => bytes_contents,
};

/** Reads a tensor from a response in the typed form (other KServe v2 servers use it; Triton responds raw). */
export const tensorOfContents = <D extends DataType>(
  datatype: D,
  contents: TensorContentsMessage,
  count: number,
): TensorOutput[D] => {
  const data = readers[datatype](contents);
  if (data.length !== count) throw malformedResponse(`A ${datatype} tensor has ${data.length} elements, not ${count}`);
  return data;
};
