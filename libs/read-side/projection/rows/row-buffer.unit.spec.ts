import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row, Rows } from '../projection.port.js';
import { RowBuffer, RowOperationError } from './row-buffer.js';
import { applyNaively, rowOperations } from './row-operations.arbitrary.js';

/** Writes a folded batch as a database does. */
const write = (table: Map<string, Row>, buffer: RowBuffer): void => {
  const id = ({ tenant, item }: Row) => `${tenant}/${item}`;
  for (const prefix of buffer.deletedPrefixes)
    for (const [key, row] of table) if (row.tenant === prefix.tenant) table.delete(key);
  for (const entry of buffer.rows) {
    const present = table.get(id(entry.key));
    if (entry.kind === 'known') {
      if (entry.onlyIfNew && present !== undefined) throw new Error('duplicate key');
      if (entry.row === undefined) table.delete(id(entry.key));
      else table.set(id(entry.key), entry.row);
    } else if (present !== undefined) {
      const sums = Object.entries(entry.increments).map(([name, sum]) => [name, Number(present[name] ?? 0) + sum]);
      table.set(id(entry.key), { ...present, ...entry.sets, ...Object.fromEntries(sums) });
    } else if (entry.whenMissing !== undefined) table.set(id(entry.key), entry.whenMissing);
  }
};

describe('RowBuffer', () => {
  it('the folded rows equal those of the operations one by one, however these fall into batches', () => {
    fc.assert(
      fc.property(rowOperations, fc.infiniteStream(fc.integer({ min: 1, max: 12 })), (operations, sizes) => {
        const expected = new Map<string, Row>();
        const valid = operations.filter((operation) => applyNaively(expected, operation));
        const actual = new Map<string, Row>();
        for (let at = 0; at < valid.length; ) {
          const size = sizes.next().value ?? 1;
          const buffer = new RowBuffer(['tenant', 'item']);
          for (const operation of valid.slice(at, at + size)) operation(buffer);
          write(actual, buffer);
          at += size;
        }
        expect([...actual].sort()).toEqual([...expected].sort());
      }),
      { numRuns: 2_000 },
    );
  });

  const buffer = (operate: (rows: Rows<Row>) => void): RowBuffer => {
    const rows = new RowBuffer(['id']);
    operate(rows);
    return rows;
  };

  it('an insert and the operations that follow on its row fold into one insert', () => {
    const rows = buffer((r) => {
      r.insert({ id: 'a', status: 'pending', pages: 1 });
      r.update({ id: 'a' }, { status: 'done' });
      r.add({ id: 'a' }, { pages: 2 });
    });
    expect(rows.insertsOnly()).toEqual([{ id: 'a', status: 'done', pages: 3 }]);
  });

  it('a batch that changes a row that may have been there before is no batch of inserts', () => {
    expect(buffer((r) => r.update({ id: 'a' }, { status: 'done' })).insertsOnly()).toBeUndefined();
    expect(buffer((r) => r.delete({ id: 'a' })).insertsOnly()).toBeUndefined();
  });

  it.each<[string, (rows: Rows<Row>) => void]>([
    [
      'inserts a row twice',
      (r) => {
        r.insert({ id: 'a' });
        r.insert({ id: 'a' });
      },
    ],
    [
      'inserts a row that an addition has made',
      (r) => {
        r.add({ id: 'a' }, { n: 1 });
        r.insert({ id: 'a' });
      },
    ],
    ['adds a fraction, whose sums would depend on the batches', (r) => r.add({ id: 'a' }, { n: 0.1 })],
    ['adds to what is no number', (r) => r.add({ id: 'a' }, { n: 1 }, { n: 'one' })],
    ['changes a primary key', (r) => r.update({ id: 'a' }, { id: 'b' })],
    ['leaves out a part of the key', (r) => r.insert({ name: 'a' })],
    ['deletes by something else than the key', (r) => r.delete({ name: 'a' })],
  ])('the row buffer refuses an event that %s', (_, operate) => {
    expect(() => buffer(operate)).toThrow(RowOperationError);
  });
});
