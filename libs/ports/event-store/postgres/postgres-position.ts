import { ForeignPositionError } from '../foreign-position.error.js';
import { type Position, START } from '../position.js';

const digits = 19; // decimal digits of the greatest bigint

/** The position of a `bigint` as PostgreSQL writes it; `START` for 0. */
export const toPosition = (bigint: string): Position =>
  bigint === '0' ? START : (bigint.padStart(digits, '0') as Position);

/** The position as a `bigint` that PostgreSQL reads. @throws ForeignPositionError */
export const fromPosition = (position: Position): string => {
  if (position === START) return '0';
  if (!/^\d{19}$/.test(position)) throw new ForeignPositionError(position);
  return position;
};
