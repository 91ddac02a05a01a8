import { readFileSync } from 'node:fs';

/** Columns that the program sums at a time; a row is filled up with zeros to a multiple of them. */
const columnsAtATime = 16;
const bytesOfWeight = Int16Array.BYTES_PER_ELEMENT;
const bytesOfSum = Int32Array.BYTES_PER_ELEMENT;
const pageSize = 65_536;

/** The part of WebAssembly that is used here; no library of types for Node has it. */
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
  /** Adds up the columns of the first `count` rows that the list names. The sums hold until the next call. */
  sum(count: number): Int32Array;
}

/** Tables of weights that share one list of rows to be summed. */
export interface RowSums {
  rows: Int32Array;
  tables: RowTable[];
}

/** Reserves memory for tables and for a list of `capacity` rows; the tables are empty. The program is row-sums.wat. */
export const createRowSums = (capacity: number, sizes: readonly TableSize[]): RowSums => {
  const strides = sizes.map(({ columns }) => padded(columns));
  const sumsAt = padded(capacity) * Int32Array.BYTES_PER_ELEMENT;
  const tablesAt = sumsAt + Math.max(...strides) * bytesOfSum;
  const bytes = sizes.map(({ rows }, index) => rows * (strides[index] ?? 0) * bytesOfWeight);
  const total = bytes.reduce((sum, size) => sum + size, tablesAt);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(total / pageSize) });
  const program = new WebAssembly.Module(readFileSync(new URL('./row-sums.wasm', import.meta.url)));
  const { sum } = new WebAssembly.Instance(program, { js: { memory } }).exports;
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
