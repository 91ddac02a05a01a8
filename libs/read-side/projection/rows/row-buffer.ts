import type { ColumnValue, Row, Rows } from '../projection.port.js';

export type Increments = Record<string, number>;

/**
 * Effect of a batch on one row. `known`: the final row, or its deletion, whatever was there;
 * with `onlyIfNew` nothing may have been there. `unknown`: it depends on whether the row is there.
 */
export type FoldedRow =
  | { kind: 'known'; key: Row; row: Row | undefined; onlyIfNew: boolean }
  | { kind: 'unknown'; key: Row; sets: Row; increments: Increments; whenMissing: Row | undefined };

/** The operations contradict each other or the table's key; the event that caused them is at fault. */
export class RowOperationError extends Error {
  override readonly name = 'RowOperationError';
}

/**
 * Gathers the row operations of a batch and folds them by primary key, so that a batch writes each row
 * once. The result is the same as that of the operations one by one.
 */
export class RowBuffer implements Rows<Row> {
  /** Key prefixes whose rows are all deleted before any row of `rows` is written. */
  readonly deletedPrefixes: Row[] = [];
  private readonly folded = new Map<string, FoldedRow>();

  constructor(private readonly primaryKey: readonly string[]) {}

  /** The folded rows in the order in which their keys were first named. */
  get rows(): IterableIterator<FoldedRow> {
    return this.folded.values();
  }

  get isEmpty(): boolean {
    return this.folded.size === 0 && this.deletedPrefixes.length === 0;
  }

  /** The rows of a batch that only inserts, else undefined. */
  insertsOnly(): Row[] | undefined {
    if (this.deletedPrefixes.length > 0) return undefined;
    const rows: Row[] = [];
    for (const entry of this.folded.values()) {
      if (entry.kind !== 'known' || entry.row === undefined || !entry.onlyIfNew) return undefined;
      rows.push(entry.row);
    }
    return rows;
  }

  insert(row: Row): void {
    const id = this.identify(row);
    const entry = this.folded.get(id);
    if (entry === undefined && this.deletedPrefixes.length === 0) {
      this.folded.set(id, { kind: 'known', key: row, row, onlyIfNew: true });
      return;
    }
    const current = entry ?? this.start(id, this.keyOf(row));
    if (current.kind === 'known') {
      if (current.row !== undefined) throw new RowOperationError('a row is inserted twice');
      current.row = row;
      return;
    }
    if (current.whenMissing !== undefined) throw new RowOperationError('a row is inserted twice');
    this.folded.set(id, { kind: 'known', key: current.key, row, onlyIfNew: true });
  }

  update(key: Row, changes: Row): void {
    const entry = this.entryOf(key);
    for (const column of this.primaryKey)
      if (column in changes) throw new RowOperationError(`primary key column ${column} cannot change`);
    if (entry.kind === 'known') {
      if (entry.row !== undefined) entry.row = { ...entry.row, ...changes };
      return;
    }
    Object.assign(entry.sets, changes);
    for (const column of Object.keys(changes)) delete entry.increments[column];
    if (entry.whenMissing !== undefined) Object.assign(entry.whenMissing, changes);
  }

  add(key: Row, increments: Increments, initial: Row = {}): void {
    const entry = this.entryOf(key);
    // Sums of fractions depend on how events fall into batches; a rebuild would then differ from the live table.
    for (const [column, increment] of Object.entries(increments))
      if (!Number.isSafeInteger(increment)) throw new RowOperationError(`${column} is added to by what is no integer`);
    const fresh = () => ({ ...initial, ...entry.key, ...plus(initial, increments) });
    if (entry.kind === 'known') {
      entry.row = entry.row === undefined ? fresh() : { ...entry.row, ...plus(entry.row, increments) };
      return;
    }
    for (const [column, increment] of Object.entries(increments)) {
      if (column in entry.sets) Object.assign(entry.sets, plus(entry.sets, { [column]: increment }));
      else entry.increments[column] = (entry.increments[column] ?? 0) + increment;
    }
    if (entry.whenMissing === undefined) entry.whenMissing = fresh();
    else Object.assign(entry.whenMissing, plus(entry.whenMissing, increments));
  }

  delete(key: Row): void {
    if (this.primaryKey.every((column) => column in key)) {
      this.folded.set(this.identify(key), { kind: 'known', key: this.keyOf(key), row: undefined, onlyIfNew: false });
      return;
    }
    const prefix = this.prefixOf(key);
    this.deletedPrefixes.push(prefix);
    for (const [id, entry] of this.folded)
      if (matches(entry.key, prefix))
        this.folded.set(id, { kind: 'known', key: this.keyOf(entry.key), row: undefined, onlyIfNew: false });
  }

  private entryOf(key: Row): FoldedRow {
    const id = this.identify(key);
    return this.folded.get(id) ?? this.start(id, this.keyOf(key));
  }

  private start(id: string, key: Row): FoldedRow {
    const entry: FoldedRow = this.deletedPrefixes.some((prefix) => matches(key, prefix))
      ? { kind: 'known', key, row: undefined, onlyIfNew: false }
      : { kind: 'unknown', key, sets: {}, increments: {}, whenMissing: undefined };
    this.folded.set(id, entry);
    return entry;
  }

  private identify(row: Row): string {
    const [only] = this.primaryKey;
    if (this.primaryKey.length === 1 && only !== undefined) return String(part(row, only));
    return JSON.stringify(this.primaryKey.map((column) => String(part(row, column))));
  }

  private keyOf(row: Row): Row {
    return Object.fromEntries(this.primaryKey.map((column) => [column, part(row, column)]));
  }

  private prefixOf(key: Row): Row {
    const columns = Object.keys(key).length;
    const prefix = this.primaryKey.slice(0, columns);
    if (columns === 0 || prefix.some((column) => !(column in key)))
      throw new RowOperationError('rows are deleted by the first columns of their primary key');
    return Object.fromEntries(prefix.map((column) => [column, part(key, column)]));
  }
}

const part = (row: Row, column: string): ColumnValue => {
  const value = row[column];
  if (value === undefined || value === null) throw new RowOperationError(`primary key column ${column} has no value`);
  return value instanceof Date ? value.toISOString() : value;
};

const matches = (key: Row, prefix: Row): boolean =>
  Object.entries(prefix).every(([column, value]) => String(key[column]) === String(value));

/** Sums of the incremented columns; a missing or null one counts as 0. */
const plus = (row: Row, increments: Increments): Row =>
  Object.fromEntries(
    Object.entries(increments).map(([column, increment]) => {
      const value = row[column] ?? 0;
      if (typeof value !== 'number') throw new RowOperationError(`${column} is added to and holds no number`);
      return [column, value + increment];
    }),
  );
