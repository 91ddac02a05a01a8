/*
 * A WebAssembly program of one function, instruction by instruction: it is short, and nothing that could compile it is among
 * the dependencies. JavaScript took 55 of the 95 µs of a detection of 20 words for these sums; this takes 4.
 */
type Code = readonly number[];

const i32 = 0x7f;
const v128 = 0x7b;
const noResult = 0x40;

const block: Code = [0x02, noResult];
const loop: Code = [0x03, noResult];
const end: Code = [0x0b];
/** Leaves a block, or goes to the start of a loop; 0 is the innermost. */
const branchTo = (label: number): Code => [0x0c, label];
const branchIfTo = (label: number): Code => [0x0d, label];
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const setAndGet = (local: number): Code => [0x22, local];
/** Less than 64: one byte. */
const constant = (value: number): Code => [0x41, value];
const add: Code = [0x6a];
const multiply: Code = [0x6c];
const shiftLeft: Code = [0x74];
const isLess: Code = [0x49];
const isNotLess: Code = [0x4f];
const loadInteger: Code = [0x28, 2, 0];

/** Vectors of 16 bytes, from the address on the stack and an offset on. */
const loadVector = (offset: number): Code => [0xfd, 0x00, 4, offset];
const storeVector = (offset: number): Code => [0xfd, 0x0b, 4, offset];
const noughts: Code = [0xfd, 0x0c, ...new Uint8Array(16)];
/** Four of eight 16-bit integers as 32-bit ones. */
const lowHalf: Code = [0xfd, 0xa7, 0x01];
const highHalf: Code = [0xfd, 0xa8, 0x01];
const addIntegers: Code = [0xfd, 0xae, 0x01];

/* Parameters, then locals; all are addresses or numbers of bytes but for `rowCount`. */
const parameters = 5;
const [weights, rowSize, rows, rowCount, sums] = [0, 1, 2, 3, 4];
const [rowsEnd, column, next, address] = [5, 6, 7, 8];
const vector = 9;
const [first, second, third, fourth] = [10, 11, 12, 13];
const accumulators = [first, second, third, fourth];
const locals: Code = [2, 4, i32, 1 + accumulators.length, v128];

const accumulate = (accumulator: number, half: Code): Code[] => [
  get(accumulator),
  get(vector),
  half,
  addIntegers,
  set(accumulator),
];

/** For every 16 columns: goes through the rows, and keeps their sums in four vectors. */
const instructions: Code[] = [
  ...[get(rows), get(rowCount), constant(2), shiftLeft, add, set(rowsEnd)],
  loop,
  ...accumulators.flatMap((accumulator) => [noughts, set(accumulator)]),
  ...[get(rows), set(next)],
  ...[block, loop],
  ...[get(next), get(rowsEnd), isNotLess, branchIfTo(1)],
  ...[get(next), loadInteger, get(rowSize), multiply, get(column), add, get(weights), add],
  ...[setAndGet(address), loadVector(0), set(vector)],
  ...accumulate(first, lowHalf),
  ...accumulate(second, highHalf),
  ...[get(address), loadVector(16), set(vector)],
  ...accumulate(third, lowHalf),
  ...accumulate(fourth, highHalf),
  ...[get(next), constant(4), add, set(next), branchTo(0)],
  ...[end, end],
  ...[get(sums), get(column), constant(1), shiftLeft, add, set(address)],
  ...accumulators.flatMap((accumulator, index) => [get(address), get(accumulator), storeVector(16 * index)]),
  ...[get(column), constant(32), add, setAndGet(column), get(rowSize), isLess, branchIfTo(0)],
  ...[end, end],
];

/** LEB128. */
const size = (value: number): Code => (value < 128 ? [value] : [(value & 127) | 128, ...size(value >> 7)]);
const sized = (content: Code): Code => [...size(content.length), ...content];
const name = (text: string): Code => sized([...Buffer.from(text)]);

const section = (id: number, content: Code): Code => [id, ...sized([1, ...content])];
const type: Code = [0x60, ...sized(Array.from({ length: parameters }, () => i32)), 0];
const header: Code = [0, ...Buffer.from('asm'), 1, 0, 0, 0];

/** Imports `js.memory`, exports `sum(weights, rowSize, rows, rowCount, sums)`: see row-sums.ts. */
export const rowSumsProgram = Uint8Array.from(
  [
    header,
    section(1, type),
    section(2, [...name('js'), ...name('memory'), 2, 0, 1]),
    section(3, [0]),
    section(7, [...name('sum'), 0, 0]),
    section(10, sized([...locals, ...instructions.flat()])),
  ].flat(),
);
