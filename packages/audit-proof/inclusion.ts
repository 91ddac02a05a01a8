import { equalBytes } from './bytes.js';
import {
  areHashes,
  assertSize,
  type HashOfSubtree,
  hashOfRange,
  leftHalf,
  type Subtree,
  subtreesOf,
} from './subtrees.js';
import { nodeHash } from './tree-hash.js';

/** The ranges of leaves whose hashes prove one leaf, the nearest first (RFC 6962, 2.1.1). */
const rangesBeside = (index: number, size: number): { from: number; to: number }[] => {
  const beside: { from: number; to: number }[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + leftHalf(to - from);
    if (index < middle) {
      beside.push({ from: middle, to });
      to = middle;
    } else {
      beside.push({ from, to: middle });
      from = middle;
    }
  }
  return beside.reverse();
};

/**
 * The audit path of leaf `index` in the tree of the first `size` leaves.
 * @param hashOf hash of a full subtree within these leaves
 * @throws RangeError where the tree has no such leaf
 */
export const inclusionProof = async (index: number, size: number, hashOf: HashOfSubtree): Promise<Uint8Array[]> => {
  assertSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError('The tree has no such leaf');
  return Promise.all(rangesBeside(index, size).map(({ from, to }) => hashOfRange(from, to, hashOf)));
};

/** The full subtrees whose hashes `inclusionProof` asks for, so that they can be fetched at once. */
export const subtreesOfInclusion = (index: number, size: number): Subtree[] =>
  rangesBeside(index, size).flatMap(({ from, to }) => subtreesOf(from, to));

/** Root of the tree of `size` leaves that an audit path leads to; undefined where it has another length than such a path. */
export const rootOfInclusion = (
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | undefined => {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return undefined;
  const beside = rangesBeside(index, size);
  if (beside.length !== proof.length || !areHashes([leaf, ...proof])) return undefined;
  return proof.reduce(
    (hash, other, at) => ((beside[at]?.from ?? 0) > index ? nodeHash(hash, other) : nodeHash(other, hash)),
    leaf,
  );
};

/** Whether the proof shows that the leaf with this hash is number `index` of the tree with this root. Never throws. */
export const verifyInclusion = (
  leaf: Uint8Array,
  index: number,
  { size, root }: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean => {
  const found = rootOfInclusion(leaf, index, size, proof);
  return found !== undefined && equalBytes(found, root);
};
