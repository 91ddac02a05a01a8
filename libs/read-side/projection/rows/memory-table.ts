import type { Row, Rows } from '../projection.port.js';
import { RowOperationError } from './row-buffer.js';

/** The rows of one read model in memory: what a projection makes of a few events, without a database. */
export class MemoryTable<R extends object> implements Rows<R> {
  private readonly stored = new Map<string, R>();

  constructor(private readonly primaryKey: readonly (keyof R & string)[]) {}

  get rows(): R[] {
    return [...this.stored.values()];
  }

  insert(row: R): void {
    const id = this.identify(row);
    if (this.stored.has(id)) throw new RowOperationError('a row is inserted twice');
    this.stored.set(id, row);
  }

  update(key: Partial<R>, changes: Partial<R>): void {
    const id = this.identify(key);
    const row = this.stored.get(id);
    if (row !== undefined) this.stored.set(id, { ...row, ...changes });
  }

  add(key: Partial<R>, increments: Partial<Record<keyof R, number>>, initial?: Partial<R>): void {
    const id = this.identify(key);
    const row = (this.stored.get(id) ?? { ...initial, ...key }) as Row;
    const sums = Object.entries(increments).map(([name, more]) => [name, Number(row[name] ?? 0) + Number(more)]);
    this.stored.set(id, { ...row, ...Object.fromEntries(sums) } as R);
  }

  delete(key: Partial<R>): void {
    const named = Object.entries(key) as [keyof R, unknown][];
    for (const [id, row] of this.stored)
      if (named.every(([name, value]) => row[name] === value)) this.stored.delete(id);
  }

  private identify(row: Partial<R>): string {
    return JSON.stringify(this.primaryKey.map((name) => row[name]));
  }
}
