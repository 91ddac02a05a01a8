import { DatabaseError, type Pool } from 'pg';
import { textArray } from '#libs/platform/postgres/binary-array.js';
import { quoteTable } from '#libs/platform/postgres/identifiers.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { applied, tableReplacedState } from './apply-function.js';
import type { PreparedBatch } from './batch-writer.js';
import { type CheckpointHold, CheckpointMismatchError } from './checkpoint.js';

/** A rebuild has replaced the table that the batch was made for. Nothing was written. */
export class TableReplacedError extends Error {
  override readonly name = 'TableReplacedError';
}

export const emptyBatch: PreparedBatch = { role: undefined, tableId: undefined, statements: [] };

/**
 * Moves the checkpoint and writes the batch, both or neither.
 * @throws CheckpointMismatchError, TableReplacedError, and the error of a failing statement or database
 */
export const applyBatch = async (
  pool: Pool,
  hold: CheckpointHold,
  { to, now, table, batch }: { to: Position; now: Date; table: string; batch: PreparedBatch },
): Promise<void> => {
  try {
    const { rows } = await pool.query<[string]>({
      name: 'projection_apply',
      text: 'select projection.apply($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      rowMode: 'array',
      values: [
        hold.name,
        hold.version,
        hold.fencingToken.toString(),
        hold.position,
        to,
        now,
        quoteTable(table),
        batch.tableId ?? null,
        batch.role ?? null,
        textArray(
          'text',
          batch.statements.map(({ text }) => text),
        ),
        textArray(
          'json',
          batch.statements.map(({ source }) => source),
        ),
      ],
    });
    if (rows[0]?.[0] !== applied) throw new CheckpointMismatchError(`${hold.name} was moved by another`);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === tableReplacedState) {
      throw new TableReplacedError(`the table of ${hold.name} was replaced`);
    }
    throw error;
  }
};
