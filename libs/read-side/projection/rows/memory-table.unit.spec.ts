import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Row } from '../projection.port.js';
import { MemoryTable } from './memory-table.js';
import { RowOperationError } from './row-buffer.js';
import { applyNaively, rowOperations } from './row-operations.arbitrary.js';

it('a table in memory has the rows that the port promises, and takes no row twice', () => {
  const sorted = (rows: Iterable<Row>) => Array.from(rows, (row) => JSON.stringify(Object.entries(row).sort())).sort();
  fc.assert(
    fc.property(rowOperations, (operations) => {
      const expected = new Map<string, Row>();
      const table = new MemoryTable<Row>(['tenant', 'item']);
      for (const operation of operations) {
        if (applyNaively(expected, operation)) operation(table);
        else expect(() => operation(table)).toThrow(RowOperationError);
        expect(sorted(table.rows)).toEqual(sorted(expected.values()));
      }
    }),
  );
});
