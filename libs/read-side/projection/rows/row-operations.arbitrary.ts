import fc from 'fast-check';
import type { Row, Rows } from '../projection.port.js';

export type RowOperation = (rows: Rows<Row>) => void;

/** Few keys, so that operations meet on the same row. */
const key = fc.record({ tenant: fc.constantFrom('a', 'b'), item: fc.constantFrom(1, 2, 3) });
const count = fc.integer({ min: -5, max: 5 });
const status = fc.constantFrom('new', 'old', null);

const insertion = ([k, s, n]: [Row, string | null, number]): RowOperation => {
  return (rows) => rows.insert({ ...k, status: s, total: n });
};

const operation: fc.Arbitrary<RowOperation> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(key, status, count).map(insertion) },
  {
    weight: 3,
    arbitrary: fc.tuple(key, status).map(
      ([k, s]): RowOperation =>
        (rows) =>
          rows.update(k, { status: s }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(key, count).map(
      ([k, n]): RowOperation =>
        (rows) =>
          rows.update(k, { total: n }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(key, count, status).map(
      ([k, n, s]): RowOperation =>
        (rows) =>
          rows.add(k, { total: n }, { status: s }),
    ),
  },
  {
    weight: 2,
    arbitrary: key.map(
      (k): RowOperation =>
        (rows) =>
          rows.delete(k),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a', 'b').map(
      (tenant): RowOperation =>
        (rows) =>
          rows.delete({ tenant }),
    ),
  },
);

export const rowOperations = fc.array(operation, { maxLength: 40 });

/** Applies one operation to rows by key, as the port says; false, and nothing done, when it inserts what is there. */
export const applyNaively = (table: Map<string, Row>, apply: RowOperation): boolean => {
  const id = ({ tenant, item }: Row) => `${tenant}/${item}`;
  let valid = true;
  apply({
    insert: (row) => {
      if (table.has(id(row))) valid = false;
      else table.set(id(row), row);
    },
    update: (k, changes) => {
      const row = table.get(id(k as Row));
      if (row !== undefined) table.set(id(k as Row), { ...row, ...(changes as Row) });
    },
    add: (k, increments, initial) => {
      const row = table.get(id(k as Row)) ?? ({ ...initial, ...k } as Row);
      const sums = Object.entries(increments).map(([name, n]) => [name, Number(row[name] ?? 0) + Number(n)]);
      table.set(id(k as Row), { ...row, ...Object.fromEntries(sums) });
    },
    delete: (k) => {
      for (const [stored, row] of table)
        if (row.tenant === k.tenant && (k.item === undefined || row.item === k.item)) table.delete(stored);
    },
  });
  return valid;
};
