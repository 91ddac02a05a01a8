import { rowSumsProgram } from './row-sums-program.js';

/** The program sums that many columns at a time; a row has as many more of nothing. */
const columnsAtATime = 16;
const bytesOfWeight = Int16Array.BYTES_PER_ELEMENT;
const bytesOfSum = Int32Array.BYTES_PER_ELEMENT;
const pageSize = 65_536;

/** What this file uses of WebAssembly, which no library of types for Node has. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (program: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

type Sum = (weights: number, rowSize: number, rows: number, rowCount: number, sums: number) => void;

const isSum = (value: unknown): value is Sum => typeof value === 'function';

const padded = (columns: number): number => Math.ceil(columns / columnsAtATime) * columnsAtATime;

export interface TableSize {
  rows: number;
  columns: number;
}

/** Weights row by row, each row of `stride` places, of which the last may be unused. */
export interface RowTable {
  weights: Int16Array;
  stride: number;
  /** Sums of the columns of the first `count` rows that the list names, to be read before the next call. */
  sum(count: number): Int32Array;
}

/** Tables of weights that share one list of rows to be summed. */
export interface RowSums {
  rows: Int32Array;
  tables: RowTable[];
}

/** Memory for tables and for a list of `capacity` rows; the tables are empty. */
export const createRowSums = (capacity: number, sizes: readonly TableSize[]): RowSums => {
  const strides = sizes.map(({ columns }) => padded(columns));
  const sumsAt = padded(capacity) * Int32Array.BYTES_PER_ELEMENT;
  const tablesAt = sumsAt + Math.max(...strides) * bytesOfSum;
  const bytes = sizes.map(({ rows }, index) => rows * (strides[index] ?? 0) * bytesOfWeight);
  const total = bytes.reduce((sum, size) => sum + size, tablesAt);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(total / pageSize) });
  const { sum } = new WebAssembly.Instance(new WebAssembly.Module(rowSumsProgram), { js: { memory } }).exports;
  if (!isSum(sum)) throw new Error('The program exports no sum');
  let at = tablesAt;
  const tables = strides.map((stride, index): RowTable => {
    const start = at;
    at += bytes[index] ?? 0;
    const sums = new Int32Array(memory.buffer, sumsAt, stride);
    return {
      weights: new Int16Array(memory.buffer, start, (bytes[index] ?? 0) / bytesOfWeight),
      stride,
      sum: (count) => {
        sum(start, stride * bytesOfWeight, 0, count, sumsAt);
        return sums;
      },
    };
  });
  return { rows: new Int32Array(memory.buffer, 0, capacity), tables };
};
