import type { ClientBase } from 'pg';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import type { ColumnValue, Row } from '../projection.port.js';
import type { FoldedRow, Increments, RowBuffer } from './row-buffer.js';
import { groupByShape } from './row-shapes.js';
import type { RowStatement } from './row-statement.js';
import { columnOf, type TableColumns } from './table-columns.js';

/** Writes the folded rows of a batch to one table, all rows of one shape in one statement. */
export class RowWriter {
  constructor(
    private readonly table: string,
    private readonly primaryKey: readonly string[],
    private readonly columns: TableColumns,
  ) {}

  async write(client: ClientBase, buffer: RowBuffer): Promise<void> {
    await runEach(client, this.statements(buffer));
  }

  /**
   * Statements to be run one after another. Deletes go first, so that a unique value they free can be inserted in the
   * same batch; rows that may exist are updated before the missing ones are inserted, so that none
   * gets both.
   */
  statements(buffer: RowBuffer): RowStatement[] {
    const rows = [...buffer.rows];
    const deleted = rows.filter((entry) => entry.kind === 'known' && !entry.onlyIfNew).map(({ key }) => key);
    const inserted = rows.flatMap((entry) => (entry.kind === 'known' && entry.row !== undefined ? [entry.row] : []));
    const unknown = rows.filter((entry) => entry.kind === 'unknown');
    const missing = unknown.flatMap(({ whenMissing }) => (whenMissing === undefined ? [] : [whenMissing]));
    return [
      ...this.deletions(buffer.deletedPrefixes),
      ...this.deletions(deleted),
      ...this.insertions(inserted),
      ...this.updates(unknown),
      ...this.insertionsOfMissing(missing),
    ];
  }

  insertions(rows: readonly Row[]): RowStatement[] {
    return Array.from(groupByShape(rows), ([names, group]) => {
      const list = names.map(quoteName).join(', ');
      return this.statement(names, group, `insert into ${this.target} (${list}) select ${list} from source`);
    });
  }

  private get target(): string {
    return quoteTable(this.table);
  }

  private insertionsOfMissing(rows: readonly Row[]): RowStatement[] {
    return Array.from(groupByShape(rows), ([names, group]) => {
      const list = names.map(quoteName).join(', ');
      const sql = `insert into ${this.target} (${list}) select ${list} from source
        where not exists (select from ${this.target} as target where ${this.sameKey(this.primaryKey)})`;
      return this.statement(names, group, sql);
    });
  }

  private deletions(keys: readonly Row[]): RowStatement[] {
    return Array.from(groupByShape(keys), ([names, group]) =>
      this.statement(names, group, `delete from ${this.target} as target using source where ${this.sameKey(names)}`),
    );
  }

  private updates(entries: readonly Extract<FoldedRow, { kind: 'unknown' }>[]): RowStatement[] {
    const changes = entries
      .map(({ key, sets, increments }) => ({ key, sets, increments: nonZero(increments) }))
      .filter(({ sets, increments }) => Object.keys(sets).length + Object.keys(increments).length > 0);
    const shape = ({ sets, increments }: (typeof changes)[number]) => [
      ...Object.keys(sets),
      ...Object.keys(increments).map((name) => `+${name}`),
    ];
    return Array.from(groupByShape(changes, shape), ([, group]) => {
      const [{ sets, increments } = { sets: {}, increments: {} }] = group;
      const assignments = [
        ...Object.keys(sets).map((name) => `${quoteName(name)} = source.${quoteName(name)}`),
        ...Object.keys(increments).map(
          (name) => `${quoteName(name)} = coalesce(target.${quoteName(name)}, 0) + source.${quoteName(name)}`,
        ),
      ];
      return this.statement(
        [...this.primaryKey, ...Object.keys(sets), ...Object.keys(increments)],
        group.map((change) => ({ ...change.key, ...change.sets, ...change.increments })),
        `update ${this.target} as target set ${assignments.join(', ')} from source where ${this.sameKey(this.primaryKey)}`,
      );
    });
  }

  private sameKey(names: readonly string[]): string {
    return names.map((name) => `target.${quoteName(name)} = source.${quoteName(name)}`).join(' and ');
  }

  /** Makes a statement with one JSON parameter for all rows: unlike `unnest` it takes arrays, `jsonb` and nulls. */
  private statement(names: readonly string[], rows: readonly Row[], sql: string): RowStatement {
    const typed = names.map((name) => `${quoteName(name)} ${columnOf(this.columns, name).type}`).join(', ');
    const values = rows.map((row) => Object.fromEntries(names.map((name) => [name, jsonValue(row[name] ?? null)])));
    return {
      text: `with source as (select * from json_to_recordset($1::json) as r(${typed})) ${sql}`,
      source: JSON.stringify(values),
    };
  }
}

export const runEach = async (client: ClientBase, statements: readonly RowStatement[]): Promise<void> => {
  for (const { text, source } of statements) await client.query(text, [source]);
};

/** Text form of a `bytea` value, in JSON and in COPY alike. */
export const hexBytes = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;

const jsonValue = (value: ColumnValue): ColumnValue => {
  if (value instanceof Uint8Array) return hexBytes(value);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
};

const nonZero = (increments: Increments): Increments =>
  Object.fromEntries(Object.entries(increments).filter(([, increment]) => increment !== 0));
