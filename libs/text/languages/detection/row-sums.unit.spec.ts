import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { createRowSums } from './row-sums.js';

const weight = fc.integer({ min: -32_768, max: 32_767 });
const source = (name: string): Buffer => readFileSync(new URL(name, import.meta.url));

describe('sums of rows', () => {
  it('the program is what its text compiles to', async () => {
    const { parseWat } = await wabt();
    const { buffer } = parseWat('row-sums.wat', source('./row-sums.wat').toString(), { simd: true }).toBinary({});
    expect(Buffer.from(buffer).equals(source('./row-sums.wasm'))).toBe(true);
  });

  it('sums are those of a plain loop, of tables of any width side by side', () => {
    const widths = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        widths,
        fc.array(weight, { minLength: 1, maxLength: 50 }),
        fc.array(fc.nat(9), { maxLength: 40 }),
        (columns, some, list) => {
          const { rows, tables } = createRowSums(
            list.length + 1,
            columns.map((width) => ({ rows: 10, columns: width })),
          );
          // Each table differs from the next.
          for (const [table, { weights }] of tables.entries()) {
            for (let index = 0; index < weights.length; index += 1)
              weights[index] = some[(index + table) % some.length] ?? 0;
          }
          rows.set(list);
          for (const { weights, stride, sum } of tables) {
            const expected = Array.from({ length: stride }, (_, column) =>
              list.reduce((total, row) => total + (weights[row * stride + column] ?? 0), 0),
            );
            expect([...sum(list.length)]).toEqual(expected);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('sums do not wrap around in a list as long as it may be', () => {
    const { rows, tables } = createRowSums(8_400, [{ rows: 1, columns: 3 }]);
    rows.fill(0);
    tables[0]?.weights.fill(32_767);
    expect([...(tables[0]?.sum(8_400) ?? [])].slice(0, 3)).toEqual([275_242_800, 275_242_800, 275_242_800]);
  });

  it('sums of no rows are zero, whatever was summed before', () => {
    const { rows, tables } = createRowSums(1, [{ rows: 1, columns: 16 }]);
    rows.fill(0);
    tables[0]?.weights.fill(7);
    expect(tables[0]?.sum(1)[15]).toBe(7);
    expect([...(tables[0]?.sum(0) ?? [])]).toEqual(Array.from({ length: 16 }, () => 0));
  });
});
