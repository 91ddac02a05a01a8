import type { Position as ServerPosition } from '@eventstore/db-client';
import { ForeignPositionError } from '../../foreign-position.error.js';
import { type Position, START } from '../../position.js';

const digits = 20; // decimal digits of the greatest unsigned 64-bit number
const written = /^(\d{20})\/(\d{20})$/;
/** The number that the server writes for a position that it does not know. */
const unknown = 2n ** 64n - 1n;

/** Commit and prepare position as text that sorts as they compare; undefined where the server named none. */
export const toPosition = ({ commit, prepare }: ServerPosition): Position | undefined =>
  commit === unknown
    ? undefined
    : (`${String(commit).padStart(digits, '0')}/${String(prepare).padStart(digits, '0')}` as Position);

/** @throws ForeignPositionError */
export const fromPosition = (position: Position): ServerPosition | 'start' => {
  if (position === START) return 'start';
  const [, commit, prepare] = written.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) {
    throw new ForeignPositionError(position);
  }
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};
