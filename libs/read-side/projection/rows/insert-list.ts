import type { Row, Rows } from '../projection.port.js';
import { RowOperationError } from './row-buffer.js';

const refuse = (): never => {
  throw new RowOperationError('a row of a sequence is changed');
};

/** Rows of a sequence in the order of the log. Their keys are not complete before they are linked. */
export class InsertList implements Rows<Row> {
  readonly rows: Row[] = [];

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  insert(row: Row): void {
    this.rows.push(row);
  }

  update = refuse;
  add = refuse;
  delete = refuse;
}
