import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEightBits } from '../network/plain-pass.fixture.js';
import { compileKernel, createMemory, instantiateKernel } from './kernel.js';

const memory = createMemory(16);
const kernel = instantiateKernel(compileKernel(), memory);
const compiled = { int8: new Int8Array(memory.buffer), int16: new Int16Array(memory.buffer) };
const floats = new Float32Array(memory.buffer);
const words = new Uint32Array(memory.buffer);

/** Addresses of parts of the memory. */
const [a, b, c, d, e] = [1_024, 200_000, 400_000, 600_000, 800_000].map((address) => 64 * Math.ceil(address / 64)) as [
  number,
  number,
  number,
  number,
  number,
];
const put = (address: number, values: readonly number[]): void => floats.set(values, address / 4);
const got = (address: number, count: number): number[] => Array.from(floats.slice(address / 4, address / 4 + count));
const float = (bound = 10) => fc.float({ min: -Math.fround(bound), max: Math.fround(bound), noNaN: true });
const whole = fc.integer({ min: -127, max: 127 });
const rowsOf = (rows: number, width: number, number: fc.Arbitrary<number>) =>
  fc.array(fc.array(number, { minLength: width, maxLength: width }), { minLength: rows, maxLength: rows });

describe('the kernel', () => {
  it('rounds to eight bits, to the even one of two as near, and to 127 at most', () => {
    fc.assert(
      fc.property(fc.array(float(40), { minLength: 16, maxLength: 16 }), float(9), (values, multiplier) => {
        put(a, values);
        kernel.quantize(a, b, 16, multiplier);
        const single = Math.fround(multiplier);
        expect(Array.from(compiled.int16.slice(b / 2, b / 2 + 16))).toEqual(
          values.map((value) => toEightBits(Math.fround(value * single)) + 0),
        );
      }),
    );
    put(a, [0.5, 1.5, 2.5, -0.5, -1.5, 126.5, 1e30, -1e30, ...new Array<number>(8).fill(Number.NaN)]);
    kernel.quantize(a, b, 16, 1);
    expect(Array.from(compiled.int16.slice(b / 2, b / 2 + 16))).toEqual([
      ...[0, 2, 2, 0, -2, 126, 127, -127],
      ...new Array<number>(8).fill(0),
    ]);
  });

  it('sums of products are exact in any number of rows, and the same with an activation behind them', () => {
    const shapes = fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 6 }),
    );
    fc.assert(
      fc.property(
        shapes.chain(([rows, depth, outputs]) =>
          fc.tuple(
            rowsOf(rows, 16 * depth, whole),
            rowsOf(4 * outputs, 16 * depth, fc.integer({ min: -128, max: 127 })),
          ),
        ),
        float(0.001),
        ([inputs, weights], scale) => {
          const depth = inputs[0]?.length ?? 0;
          compiled.int16.set(inputs.flat(), a / 2);
          compiled.int8.set(weights.flat(), b);
          const bias = weights.map((_, index) => index - 2);
          put(c, bias);
          const single = Math.fround(scale);
          const expected = inputs.map((row) =>
            weights.map((weight, index) => {
              const sum = row.reduce((total, value, place) => total + value * (weight[place] ?? 0), 0);
              return Math.fround(Math.fround(Math.fround(sum) * single) + (bias[index] ?? 0));
            }),
          );
          kernel.affine(a, b, depth, weights.length, inputs.length, scale, c, d);
          expect(got(d, expected.flat().length)).toEqual(expected.flat());
          kernel.affineActivated(a, b, depth, weights.length, inputs.length, scale, c, e, 7);
          expect(Array.from(compiled.int16.slice(e / 2, e / 2 + expected.flat().length))).toEqual(
            expected.flat().map((value) => toEightBits(Math.fround(Math.max(0, value) * 7)) + 0),
          );
          words.set([0, 1, 2, 3, 3, 0, 0, 1], e / 4);
          kernel.scoresOf(a, b, depth, e, 8, scale, c, d);
          expect(got(d, 8)).toEqual([0, 1, 2, 3, 3, 0, 0, 1].map((token) => expected[0]?.[token]));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('sums do not wrap around where all is as large as it may be', () => {
    compiled.int16.fill(127, a / 2, a / 2 + 8_192);
    compiled.int8.fill(-128, b, b + 4 * 8_192);
    put(c, [0, 0, 0, 0]);
    kernel.affine(a, b, 8_192, 4, 1, 1, c, d);
    expect(got(d, 4)).toEqual(new Array(4).fill(-127 * 128 * 8_192));
  });

  it('adds and brings to mean 0 and variance 1', () => {
    fc.assert(
      fc.property(
        rowsOf(2, 32, float()),
        rowsOf(2, 32, float()),
        rowsOf(2, 32, float()),
        (rows, added, [scale, bias]) => {
          put(a, rows.flat());
          put(b, added.flat());
          put(c, scale ?? []);
          put(d, bias ?? []);
          kernel.addAndNormalize(a, b, 32, 2, c, d);
          const expected = rows.flatMap((row, index) => {
            const sums = row.map((value, place) => Math.fround(value + (added[index]?.[place] ?? 0)));
            const mean = sums.reduce((one, other) => one + other, 0) / 32;
            const variance = sums.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 32;
            return sums.map(
              (value, place) =>
                ((value - mean) / Math.sqrt(variance + 1e-6)) * (scale?.[place] ?? 0) + (bias?.[place] ?? 0),
            );
          });
          for (const [index, value] of got(a, 64).entries()) expect(value).toBeCloseTo(expected[index] ?? 0, 2);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('attends to keys by their scores, whatever stands behind them', () => {
    const width = 32;
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 37 })
          .chain((count) =>
            fc.tuple(rowsOf(2, width, float(3)), rowsOf(count, width, float(3)), rowsOf(count, width, float(3))),
          ),
        ([queries, keys, values]) => {
          const stride = 4 * Math.ceil(keys.length / 4);
          put(a, queries.flat());
          put(b, keys.flat());
          kernel.transpose(b, width, keys.length, stride, c);
          put(d, values.flat());
          floats.fill(77, e / 4, e / 4 + 2 * stride);
          kernel.attend(a, 2, c, d, keys.length, stride, width, 2, 0.25, e, e + 4 * stride, e + 8 * stride);
          const weightsOf = (query: number[], head: number): number[] => {
            const part = (row: readonly number[]): number[] => row.slice(16 * head, 16 * head + 16);
            const own = part(query);
            const scores = keys.map(
              (key) => 0.25 * part(key).reduce((sum, x, index) => sum + x * (own[index] ?? 0), 0),
            );
            const exponentials = scores.map((score) => Math.exp(score - Math.max(...scores)));
            const sum = exponentials.reduce((one, other) => one + other, 0);
            return exponentials.map((value) => value / sum);
          };
          const expected = queries.flatMap((query) =>
            Array.from({ length: width }, (_, column) =>
              weightsOf(query, Math.floor(column / 16)).reduce(
                (sum, weight, row) => sum + weight * (values[row]?.[column] ?? 0),
                0,
              ),
            ),
          );
          for (const [index, value] of got(e + 8 * stride, 2 * width).entries())
            expect(value).toBeCloseTo(expected[index] ?? 0, 4);
          const alignment = got(e + 4 * stride, keys.length);
          for (const [index, weight] of weightsOf(queries[1] ?? [], 0).entries())
            expect(alignment[index]).toBeCloseTo(weight, 5);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('a step of the recurrent unit keeps as much of its cell as its gate says', () => {
    fc.assert(
      fc.property(rowsOf(3, 16, float(100)), ([cell = [], gate = [], input = []]) => {
        put(a, cell);
        put(b, gate);
        put(c, input);
        kernel.recur(a, b, c, 16, d);
        const expected = cell.map((value, index) => {
          const kept = 1 / (1 + Math.exp(-(gate[index] ?? 0)));
          return kept * value + (1 - kept) * (input[index] ?? 0);
        });
        for (const [index, value] of expected.entries()) {
          expect(got(a, 16)[index]).toBeCloseTo(value, 3);
          expect(got(d, 16)[index]).toBeCloseTo(Math.max(0, value), 3);
        }
      }),
    );
  });

  it('the highest score is the first of equal ones, and its probability is its share', () => {
    put(a, [1, 3, -2, 3, 0]);
    expect(kernel.highest(a, 5)).toBe(1);
    const sum = [1, 3, -2, 3, 0].reduce((total, score) => total + Math.exp(score - 3), 0);
    expect(kernel.probabilityOf(a, 5, 3)).toBeCloseTo(1 / sum, 6);
    expect(kernel.probabilityOf(a, 1, 1)).toBe(1);
  });

  it('a token is its weights times a scale, plus its position', () => {
    compiled.int8.set(
      Array.from({ length: 16 }, (_, index) => index - 8),
      b,
    );
    put(
      c,
      Array.from({ length: 16 }, (_, index) => index / 2),
    );
    kernel.embed(b, 16, 0.25, c, d);
    expect(got(d, 16)).toEqual(Array.from({ length: 16 }, (_, index) => (index - 8) / 4 + index / 2));
  });
});
