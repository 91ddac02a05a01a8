import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumRows } from './row-sums.js';

const weight = fc.integer({ min: -32_768, max: 32_767 });

describe('sums of rows', () => {
  it('sums are those of a plain loop, of tables of any width and lists of any length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.array(weight, { minLength: 1, maxLength: 50 }),
        fc.array(fc.nat(9), { maxLength: 40 }),
        (columns, some, rows) => {
          const weights = Int16Array.from({ length: 10 * columns }, (_, index) => some[index % some.length] ?? 0);
          const expected = Array.from({ length: columns }, (_, column) =>
            rows.reduce((total, row) => total + (weights[row * columns + column] ?? 0), 0),
          );
          // The zeros behind `count` must be left out.
          const list = Int32Array.from([...rows, 0, 0, 0]);
          expect([...sumRows({ weights, columns }, list, rows.length, new Int32Array(columns))]).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('sums do not wrap around in a list as long as it may be', () => {
    const table = { weights: new Int16Array(3).fill(32_767), columns: 3 };
    const sums = sumRows(table, new Int32Array(8_400), 8_400, new Int32Array(3));
    expect([...sums]).toEqual([275_242_800, 275_242_800, 275_242_800]);
  });

  it('sums of no rows are zero, whatever was summed before', () => {
    const table = { weights: new Int16Array(16).fill(7), columns: 16 };
    const sums = new Int32Array(16);
    expect(sumRows(table, new Int32Array(1), 1, sums)[15]).toBe(7);
    expect([...sumRows(table, new Int32Array(1), 0, sums)]).toEqual(Array.from({ length: 16 }, () => 0));
  });
});
