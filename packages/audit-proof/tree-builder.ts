import { assertSize, rootOfSubtrees, type Subtree, subtreesOf } from './subtrees.js';
import { emptyRoot, nodeHash } from './tree-hash.js';

/**
 * A growing tree of which only the roots of its full subtrees are held, at most 53: appending a leaf takes O(log n) hashes at
 * worst and two on average.
 */
export class TreeBuilder {
  private readonly hashes: Uint8Array[];

  /**
   * @param size leaves that are in it already
   * @param hashes roots of their largest full subtrees, from left to right (see `subtreesOf`)
   * @throws RangeError where there are not as many as the size has
   */
  constructor(
    private leaves = 0,
    hashes: readonly Uint8Array[] = [],
  ) {
    assertSize(leaves);
    if (subtreesOf(0, leaves).length !== hashes.length) throw new RangeError('The hashes are not those of the size');
    this.hashes = [...hashes];
  }

  get size(): number {
    return this.leaves;
  }

  /** Roots of the largest full subtrees, from left to right: what another builder goes on from. */
  get frontier(): readonly Uint8Array[] {
    return this.hashes;
  }

  /** Appends a leaf by its hash. @returns the full subtrees that it completes, itself first */
  append(leaf: Uint8Array): { subtree: Subtree; hash: Uint8Array }[] {
    let hash = leaf;
    let subtree: Subtree = { level: 0, index: this.leaves };
    const completed = [{ subtree, hash }];
    for (let { index } = subtree; index % 2 === 1; index = (index - 1) / 2) {
      const left = this.hashes.pop();
      if (left === undefined) throw new RangeError('The tree has lost a subtree');
      hash = nodeHash(left, hash);
      subtree = { level: subtree.level + 1, index: (index - 1) / 2 };
      completed.push({ subtree, hash });
    }
    this.hashes.push(hash);
    this.leaves += 1;
    return completed;
  }

  /** Appends a full subtree by its hash, where it stands at the end of the tree. @throws RangeError where it does not */
  appendSubtree({ level, index }: Subtree, hash: Uint8Array): void {
    if (index * 2 ** level !== this.leaves) throw new RangeError('The subtree does not stand at the end of the tree');
    let root = hash;
    for (let at = index; at % 2 === 1; at = (at - 1) / 2) {
      const left = this.hashes.pop();
      if (left === undefined) throw new RangeError('The tree has lost a subtree');
      root = nodeHash(left, root);
    }
    this.hashes.push(root);
    this.leaves += 2 ** level;
  }

  root(): Uint8Array {
    return rootOfSubtrees(this.hashes) ?? emptyRoot();
  }
}
