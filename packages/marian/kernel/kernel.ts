import { readFileSync } from 'node:fs';

/** The functions of kernel.as; addresses and counts are whole numbers, scales are rounded to 32 bits. */
export interface Kernel {
  quantize(from: number, to: number, count: number, multiplier: number): void;
  affine(
    a: number,
    weights: number,
    depth: number,
    outputs: number,
    rows: number,
    scale: number,
    bias: number,
    to: number,
  ): void;
  affineActivated(
    a: number,
    weights: number,
    depth: number,
    outputs: number,
    rows: number,
    scale: number,
    bias: number,
    to: number,
    multiplier: number,
  ): void;
  scoresOf(
    a: number,
    embeddings: number,
    depth: number,
    tokens: number,
    count: number,
    scale: number,
    bias: number,
    to: number,
  ): void;
  highest(scores: number, count: number): number;
  probabilityOf(scores: number, count: number, score: number): number;
  embed(weights: number, width: number, scale: number, position: number, to: number): void;
  addAndNormalize(x: number, added: number, width: number, rows: number, scale: number, bias: number): void;
  transpose(from: number, width: number, rows: number, stride: number, to: number): void;
  attend(
    queries: number,
    rows: number,
    keys: number,
    values: number,
    count: number,
    stride: number,
    width: number,
    heads: number,
    scale: number,
    scores: number,
    alignment: number,
    to: number,
  ): void;
  recur(cell: number, gate: number, input: number, width: number, to: number): void;
}

/** The part of WebAssembly that is used here; no library of types for Node has it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  Module: new (program: Uint8Array) => CompiledKernel;
  Instance: new (module: CompiledKernel, imports: object) => { readonly exports: unknown };
};

/** The memory that all threads have in common. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** A compiled kernel, which threads can be sent. */
export type CompiledKernel = object;

export const pageBytes = 65_536;
/** WebAssembly addresses 4 GiB. */
export const maximumPages = 65_536;

/** A memory of so many pages, all of them there from the beginning; those that nothing touches take no room. */
export const createMemory = (pages: number): SharedMemory =>
  new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });

/** Compiles the kernel; threads share what was compiled. */
export const compileKernel = (): CompiledKernel =>
  new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)));

/** The kernel over a shared memory. */
export const instantiateKernel = (compiled: CompiledKernel, memory: SharedMemory): Kernel =>
  new WebAssembly.Instance(compiled, { env: { memory } }).exports as Kernel;
