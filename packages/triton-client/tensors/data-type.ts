/** Triton's data types, in the protocol's spelling. */
export type DataType =
  | 'BOOL'
  | 'UINT8'
  | 'UINT16'
  | 'UINT32'
  | 'UINT64'
  | 'INT8'
  | 'INT16'
  | 'INT32'
  | 'INT64'
  | 'FP16'
  | 'BF16'
  | 'FP32'
  | 'FP64'
  | 'BYTES';

/**
 * Elements of a tensor in a request, row-major. Typed arrays go out without a copy where the bytes are already right.
 */
export interface TensorInput {
  BOOL: readonly boolean[];
  UINT8: Uint8Array | readonly number[];
  UINT16: Uint16Array | readonly number[];
  UINT32: Uint32Array | readonly number[];
  UINT64: BigUint64Array | readonly bigint[];
  INT8: Int8Array | readonly number[];
  INT16: Int16Array | readonly number[];
  INT32: Int32Array | readonly number[];
  INT64: BigInt64Array | readonly bigint[];
  /** Numbers that are rounded to the nearest FP16, ties to even. */
  FP16: Float32Array | readonly number[];
  /** Numbers that are rounded to the nearest FP32, then to the nearest BF16, ties to even. */
  BF16: Float32Array | readonly number[];
  FP32: Float32Array | readonly number[];
  FP64: Float64Array | readonly number[];
  /** Strings go out as UTF-8. */
  BYTES: readonly (string | Uint8Array)[];
}

/**
 * Elements of a tensor in a response, row-major. Arrays of numbers and the elements of BYTES are views of the response
 * where they can be.
 */
export interface TensorOutput {
  BOOL: boolean[];
  UINT8: Uint8Array;
  UINT16: Uint16Array;
  UINT32: Uint32Array;
  UINT64: BigUint64Array;
  INT8: Int8Array;
  INT16: Int16Array;
  INT32: Int32Array;
  INT64: BigInt64Array;
  FP16: Float32Array;
  BF16: Float32Array;
  FP32: Float32Array;
  FP64: Float64Array;
  BYTES: Buffer[];
}

/** Bytes of one element; undefined where elements have no fixed width. */
export const elementWidths: Readonly<Record<DataType, number | undefined>> = {
  BOOL: 1,
  UINT8: 1,
  UINT16: 2,
  UINT32: 4,
  UINT64: 8,
  INT8: 1,
  INT16: 2,
  INT32: 4,
  INT64: 8,
  FP16: 2,
  BF16: 2,
  FP32: 4,
  FP64: 8,
  BYTES: undefined,
};

export const isDataType = (name: string): name is DataType => Object.hasOwn(elementWidths, name);
