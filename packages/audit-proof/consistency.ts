import { equalBytes } from './bytes.js';
import { areHashes, assertSize, type HashOfSubtree, hashOfRange, leftHalf } from './subtrees.js';
import { emptyRoot, nodeHash } from './tree-hash.js';

export interface TreeHead {
  size: number;
  root: Uint8Array;
}

/**
 * The steps of a consistency proof (RFC 6962, 2.1.2) from the inside out: the ranges of leaves whose hashes it has, and
 * whether each stands left of what is known so far. `isKnown`: the first one is the old tree itself and is left out.
 */
const stepsOf = (from: number, to: number) => {
  const steps: { from: number; to: number; isLeft: boolean }[] = [];
  let start = 0;
  let end = to;
  while (end - start > 1 && end !== from) {
    const middle = start + leftHalf(end - start);
    if (from <= middle) {
      steps.push({ from: middle, to: end, isLeft: false });
      end = middle;
    } else {
      steps.push({ from: start, to: middle, isLeft: true });
      start = middle;
    }
  }
  return { steps: steps.reverse(), seed: { from: start, to: end }, isKnown: start === 0 };
};

/**
 * The proof that the tree of the first `from` leaves is the beginning of that of the first `to`.
 * @throws RangeError unless 0 < from ≤ to
 */
export const consistencyProof = async (from: number, to: number, hashOf: HashOfSubtree): Promise<Uint8Array[]> => {
  assertSize(from);
  assertSize(to);
  if (from === 0 || from > to) throw new RangeError('A proof leads from a tree with leaves to one of at least as many');
  if (from === to) return [];
  const { steps, seed, isKnown } = stepsOf(from, to);
  const ranges = isKnown ? steps : [seed, ...steps];
  return Promise.all(ranges.map((range) => hashOfRange(range.from, range.to, hashOf)));
};

/** Whether the proof shows that the old tree is the beginning of the new one. Never throws. */
export const verifyConsistency = (old: TreeHead, current: TreeHead, proof: readonly Uint8Array[]): boolean => {
  const sizes = [old.size, current.size];
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0) || old.size > current.size) return false;
  if (!areHashes([old.root, current.root, ...proof])) return false;
  if (old.size === current.size) return proof.length === 0 && equalBytes(old.root, current.root);
  if (old.size === 0) return proof.length === 0 && equalBytes(old.root, emptyRoot());
  const { steps, isKnown } = stepsOf(old.size, current.size);
  const hashes = isKnown ? [old.root, ...proof] : [...proof];
  const [seed, ...others] = hashes;
  if (seed === undefined || others.length !== steps.length) return false;
  let oldRoot = seed;
  let root = seed;
  steps.forEach(({ isLeft }, at) => {
    const hash = others[at] ?? seed;
    if (isLeft) oldRoot = nodeHash(hash, oldRoot);
    root = isLeft ? nodeHash(hash, root) : nodeHash(root, hash);
  });
  return equalBytes(oldRoot, old.root) && equalBytes(root, current.root);
};
