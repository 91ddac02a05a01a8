import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.js';
import {
  consistencyProof,
  emptyRoot,
  inclusionProof,
  leafHash,
  nodeHash,
  type Subtree,
  subtreesOf,
  subtreesOfInclusion,
  TreeBuilder,
  verifyConsistency,
  verifyInclusion,
} from './index.js';

/** Leaves and roots that implementations of Certificate Transparency test themselves with. */
const knownLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const knownRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const split = (size: number): number => {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
};

/** The definitions of RFC 6962, 2.1, word for word. */
const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => {
  if (leaves.length === 0) return emptyRoot();
  if (leaves.length === 1 && leaves[0]) return leaves[0];
  const middle = split(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
};
const pathOf = (index: number, leaves: readonly Uint8Array[]): Uint8Array[] => {
  if (leaves.length <= 1) return [];
  const middle = split(leaves.length);
  return index < middle
    ? [...pathOf(index, leaves.slice(0, middle)), rootOf(leaves.slice(middle))]
    : [...pathOf(index - middle, leaves.slice(middle)), rootOf(leaves.slice(0, middle))];
};
const subproofOf = (from: number, leaves: readonly Uint8Array[], isWhole: boolean): Uint8Array[] => {
  if (from === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const middle = split(leaves.length);
  return from <= middle
    ? [...subproofOf(from, leaves.slice(0, middle), isWhole), rootOf(leaves.slice(middle))]
    : [...subproofOf(from - middle, leaves.slice(middle), false), rootOf(leaves.slice(0, middle))];
};

const leaves = Array.from({ length: 66 }, (_, number) => leafHash(Uint8Array.of(number)));
const hashOf = ({ level, index }: Subtree): Uint8Array =>
  rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
const flipped = (hash: Uint8Array): Uint8Array => hash.map((byte, at) => (at === 7 ? byte ^ 1 : byte));
const sizes = Array.from(leaves, (_, at) => at + 1);

describe('the tree of RFC 6962', () => {
  it('the roots are those that other implementations have', () => {
    const tree = new TreeBuilder();
    const roots = knownLeaves.map((leaf) => {
      tree.append(leafHash(Uint8Array.from(Buffer.from(leaf, 'hex'))));
      return toHex(tree.root());
    });
    expect(roots).toEqual(knownRoots);
    expect(toHex(emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('a tree that grows leaf by leaf has the root of its definition, and goes on from its frontier', () => {
    let tree = new TreeBuilder();
    for (const size of sizes) {
      const completed = tree.append(leaves[size - 1] ?? emptyRoot());
      for (const { subtree, hash } of completed) expect(hash).toEqual(hashOf(subtree));
      expect(tree.root()).toEqual(rootOf(leaves.slice(0, size)));
      tree = new TreeBuilder(tree.size, tree.frontier);
    }
  });

  it('a tree of full subtrees has the same root, and refuses one that does not stand at its end', () => {
    for (const size of sizes) {
      const tree = new TreeBuilder();
      for (const from of [0, Math.floor(size / 3)].slice(0, size < 3 ? 1 : 2)) {
        const to = from === 0 && size >= 3 ? Math.floor(size / 3) : size;
        for (const subtree of subtreesOf(from, to)) tree.appendSubtree(subtree, hashOf(subtree));
      }
      expect(tree.root()).toEqual(rootOf(leaves.slice(0, size)));
    }
    expect(() => new TreeBuilder().appendSubtree({ level: 0, index: 1 }, emptyRoot())).toThrow(RangeError);
    expect(() => new TreeBuilder(3, [emptyRoot()])).toThrow(RangeError);
  });
});

describe('an inclusion proof', () => {
  it('it is that of the definition for every leaf of every small tree, and verifies there alone', async () => {
    for (const size of sizes) {
      const root = rootOf(leaves.slice(0, size));
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(index, size, hashOf);
        expect(proof).toEqual(pathOf(index, leaves.slice(0, size)));
        const leaf = leaves[index] ?? emptyRoot();
        expect(verifyInclusion(leaf, index, { size, root }, proof)).toBe(true);
        expect(verifyInclusion(flipped(leaf), index, { size, root }, proof)).toBe(false);
        expect(verifyInclusion(leaf, index, { size, root: flipped(root) }, proof)).toBe(false);
        expect(verifyInclusion(leaf, index + 1, { size, root }, proof)).toBe(false);
        expect(verifyInclusion(leaf, index, { size, root }, [...proof, root])).toBe(false);
        if (proof.length === 0) continue;
        const at = (index * 7) % proof.length;
        expect(verifyInclusion(leaf, index, { size, root }, proof.with(at, flipped(proof[at] ?? root)))).toBe(false);
        expect(verifyInclusion(leaf, index, { size, root }, proof.slice(1))).toBe(false);
      }
    }
  });

  it('it asks for the subtrees that it names beforehand', async () => {
    for (const size of sizes) {
      const asked: Subtree[] = [];
      await inclusionProof(size >> 1, size, (subtree) => {
        asked.push(subtree);
        return hashOf(subtree);
      });
      expect(asked).toEqual(subtreesOfInclusion(size >> 1, size));
    }
  });

  it.each([
    [0, 0],
    [5, 5],
    [-1, 5],
    [0.5, 5],
    [0, Number.NaN],
  ])('there is none of leaf %d in a tree of %d', async (index, size) => {
    await expect(inclusionProof(index, size, hashOf)).rejects.toThrow(RangeError);
    expect(verifyInclusion(emptyRoot(), index, { size, root: emptyRoot() }, [])).toBe(false);
  });
});

describe('a consistency proof', () => {
  it('it is that of the definition for every pair of small trees, and verifies there alone', async () => {
    for (const to of sizes) {
      for (let from = 1; from <= to; from += 1) {
        const old = { size: from, root: rootOf(leaves.slice(0, from)) };
        const current = { size: to, root: rootOf(leaves.slice(0, to)) };
        const proof = await consistencyProof(from, to, hashOf);
        expect(proof).toEqual(from === to ? [] : subproofOf(from, leaves.slice(0, to), true));
        expect(verifyConsistency(old, current, proof)).toBe(true);
        expect(verifyConsistency({ ...old, root: flipped(old.root) }, current, proof)).toBe(false);
        expect(verifyConsistency(old, { ...current, root: flipped(current.root) }, proof)).toBe(false);
        expect(verifyConsistency(old, current, [...proof, old.root])).toBe(false);
        if (proof.length === 0) continue;
        const at = (from * 5) % proof.length;
        expect(verifyConsistency(old, current, proof.with(at, flipped(proof[at] ?? old.root)))).toBe(false);
        expect(verifyConsistency(old, current, proof.slice(1))).toBe(false);
      }
    }
  });

  it('the empty tree is the beginning of every other, by a proof without hashes', () => {
    const current = { size: 3, root: rootOf(leaves.slice(0, 3)) };
    expect(verifyConsistency({ size: 0, root: emptyRoot() }, current, [])).toBe(true);
    expect(verifyConsistency({ size: 0, root: current.root }, current, [])).toBe(false);
  });

  it('a larger tree is not the beginning of a smaller one', async () => {
    const [old, current] = [5, 3].map((size) => ({ size, root: rootOf(leaves.slice(0, size)) }));
    expect(
      verifyConsistency(old ?? { size: 0, root: emptyRoot() }, current ?? { size: 0, root: emptyRoot() }, []),
    ).toBe(false);
    await expect(consistencyProof(5, 3, hashOf)).rejects.toThrow(RangeError);
    await expect(consistencyProof(0, 3, hashOf)).rejects.toThrow(RangeError);
  });
});

describe('proofs of large trees', () => {
  /** In a tree of equal leaves a full subtree has the hash of its level. */
  const levels = Array.from({ length: 53 }).reduce<Uint8Array[]>(
    (hashes) => [...hashes, nodeHash(hashes.at(-1) ?? emptyRoot(), hashes.at(-1) ?? emptyRoot())],
    [leafHash(Uint8Array.of(1))],
  );
  const levelHash = ({ level }: Subtree): Uint8Array => levels[level] ?? emptyRoot();
  const headOf = (size: number) => {
    const tree = new TreeBuilder();
    for (const subtree of subtreesOf(0, size)) tree.appendSubtree(subtree, levelHash(subtree));
    return { size, root: tree.root() };
  };
  const size = fc.oneof(
    fc.integer({ min: 1, max: 2 ** 40 }),
    fc.tuple(fc.nat(52), fc.constantFrom(-1, 0, 1)).map(([level, more]) => Math.max(1, 2 ** level + more)),
  );

  it('the proof of any leaf verifies, and has one hash for each level', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (leaves, share) => {
        const index = Math.min(leaves - 1, Math.floor(share * leaves));
        const proof = await inclusionProof(index, leaves, levelHash);
        expect(proof.length).toBeLessThanOrEqual(53);
        expect(verifyInclusion(levelHash({ level: 0, index: 0 }), index, headOf(leaves), proof)).toBe(true);
      }),
    );
  });

  it('a tree is the beginning of any larger one', async () => {
    await fc.assert(
      fc.asyncProperty(size, size, async (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const proof = await consistencyProof(from, to, levelHash);
        expect(verifyConsistency(headOf(from), headOf(to), proof)).toBe(true);
        if (from < to) expect(verifyConsistency(headOf(from), headOf(to - 1), proof)).toBe(false);
      }),
    );
  });
});
