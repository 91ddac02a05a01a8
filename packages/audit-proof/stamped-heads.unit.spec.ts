import { expect, it } from 'vitest';
import { toBase64 } from './bytes.js';
import { consistencyProof, formatCheckpoint, leafHash, TreeBuilder } from './index.js';
import { stampedHeadsIn } from './stamped-heads.js';

const origin = 'example.org/org_1';
const leaves = Array.from({ length: 9 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)));
const rootOf = (from: number, to: number): Uint8Array => {
  const tree = new TreeBuilder();
  for (const hash of leaves.slice(from, to)) tree.append(hash);
  return tree.root();
};
const head = { origin, size: 9, root: rootOf(0, 9), extensions: [] };
const textOf = (size: number, name = origin) =>
  formatCheckpoint({ origin: name, size, root: rootOf(0, size), extensions: [] });
const shownOf = async (size: number) => ({
  size,
  time: '2026-11-23T10:00:00.000Z',
  text: textOf(size),
  token: 'AAEC',
  hashes: (
    await consistencyProof(size, 9, ({ level, index }) => rootOf(index * 2 ** level, (index + 1) * 2 ** level))
  ).map(toBase64),
});

it.each([5, 9])('a stamp is of the head, or of one that it continues: %d', async (size) => {
  expect(stampedHeadsIn([await shownOf(size)], head)).toEqual([
    { size, text: textOf(size), token: Uint8Array.of(0, 1, 2), time: '2026-11-23T10:00:00.000Z' },
  ]);
});

it('a file without stamps has none', () => {
  expect([stampedHeadsIn([], head), stampedHeadsIn(undefined, head)]).toEqual([[], []]);
});

it.each([
  ['is of another log', { text: textOf(5, 'example.org/org_2') }, 'of another log'],
  ['is of another tree', { text: formatCheckpoint({ ...head, size: 5 }) }, 'not the beginning of this one'],
  ['says another size', { size: 6 }, 'damaged'],
  ['has no proof', { hashes: [] }, 'not the beginning of this one'],
  ['has a proof of something', { hashes: ['?'] }, 'not the beginning of this one'],
  ['has no token', { token: 7 }, 'damaged'],
  ['has no text', { text: 'x' }, 'damaged'],
])('one that %s is a fault', async (_what, change, reason) => {
  const shown = { ...(await shownOf(5)), ...change };
  expect(() => stampedHeadsIn([shown], head)).toThrow(reason);
});

it('what is no list is a fault', () => {
  for (const shown of ['x', Array(101).fill({}), [7]]) expect(() => stampedHeadsIn(shown, head)).toThrow('damaged');
});
