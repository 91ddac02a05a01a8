import { hashLength, nodeHash } from './tree-hash.js';

/** A full subtree of 2^level leaves, the number `index` of its level from the left. */
export interface Subtree {
  level: number;
  index: number;
}

/** Hash of a full subtree, from wherever the caller keeps them. */
export type HashOfSubtree = (subtree: Subtree) => Uint8Array | Promise<Uint8Array>;

/** @throws RangeError unless it is a whole number from 0 to 2^53 − 1 */
export const assertSize = (size: number): void => {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('A tree has a whole number of leaves from 0 on');
};

/** The level of the largest full subtree that begins at leaf `from` and ends before `to`. */
const levelAt = (from: number, to: number): number => {
  let level = 0;
  while (from % 2 ** (level + 1) === 0 && from + 2 ** (level + 1) <= to) level += 1;
  return level;
};

/** The largest full subtrees that cover the leaves `from` to `to` (exclusive), from left to right: at most two for each level. */
export const subtreesOf = (from: number, to: number): Subtree[] => {
  const subtrees: Subtree[] = [];
  for (let at = from; at < to; ) {
    const level = levelAt(at, to);
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
};

/** Root of the tree whose full subtrees these are, from left to right; undefined for none. */
export const rootOfSubtrees = (hashes: readonly Uint8Array[]): Uint8Array | undefined =>
  hashes.reduceRight<Uint8Array | undefined>(
    (right, left) => (right === undefined ? left : nodeHash(left, right)),
    undefined,
  );

/** Whether each of them has the length of a hash. */
export const areHashes = (hashes: readonly Uint8Array[]): boolean =>
  hashes.every(({ length }) => length === hashLength);

/** Hash of the leaves `from` to `to` (exclusive) of a tree, one at least, by their full subtrees. */
export const hashOfRange = async (from: number, to: number, hashOf: HashOfSubtree): Promise<Uint8Array> => {
  const root = rootOfSubtrees(await Promise.all(subtreesOf(from, to).map(hashOf)));
  if (root === undefined) throw new RangeError('There is no leaf in the range');
  return root;
};

/** Leaves of the left half of a tree: the largest power of two that is less than its size. */
export const leftHalf = (size: number): number => {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
};
