import { expect, it } from 'vitest';
import { ForeignPositionError } from '../../foreign-position.error.js';
import { comparePositions, type Position, START } from '../../position.js';
import { fromPosition, toPosition } from './log-position.js';

const at = (commit: bigint, prepare = commit) => toPosition({ commit, prepare }) ?? START;

it('positions sort as text in the order of the server, beyond the precision of a number', () => {
  const positions = [at(0n), at(9n), at(10n), at(10n, 11n), at(2n ** 53n), at(2n ** 53n + 1n), at(2n ** 63n)];
  expect(positions.toReversed().toSorted(comparePositions)).toEqual(positions);
  expect(new Set(positions).size).toBe(positions.length);
  expect(positions.every((position) => position > START)).toBe(true);
});

it('a position is read back as it was written', () => {
  const position = { commit: 2n ** 63n + 1n, prepare: 9_007_199_254_740_993n };
  expect(fromPosition(toPosition(position) ?? START)).toEqual(position);
  expect(fromPosition(START)).toBe('start');
});

it('a position is undefined where the server names none', () => {
  expect(toPosition({ commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n })).toBeUndefined();
});

it('a position of another engine is refused', () => {
  expect(() => fromPosition('0000000000000000001' as Position)).toThrow(ForeignPositionError);
});
