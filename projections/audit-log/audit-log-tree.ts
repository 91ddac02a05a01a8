import { type HashOfSubtree, rootOfSubtrees, type Subtree, subtreesOf, TreeBuilder } from '@transledger/audit-proof';
import type { DataSource } from 'typeorm';
import { type LogSignatures, levelsOfTile } from '#libs/ports/log-signatures/log-signatures.port.js';

/** Subtrees below the lowest kept level that are read at once: of at most 128 entries each. */
const subtreesAtOnce = 64;

/**
 * The trees of the organizations' logs: leaves from the read model, and above them the roots that were kept when they were
 * signed. What is asked for costs O(log n) reads of at most 256 hashes each.
 */
export class AuditLogTree {
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly signatures: Pick<LogSignatures, 'nodes'>,
  ) {}

  /** Number of entries that an organization's log has in the read model. */
  async size(organizationId: string): Promise<number> {
    const [last] = await this.dataSource.query<{ number: string | number }[]>(
      'select number from read_model.audit_log where organization_id = $1 order by number desc limit 1',
      [organizationId],
    );
    return last === undefined ? 0 : Number(last.number) + 1;
  }

  /**
   * The hashes of entries, from a number (inclusive) to another (exclusive).
   * @throws RangeError where the log does not have all of them
   */
  async leaves(organizationId: string, from: number, to: number): Promise<Uint8Array[]> {
    const rows = await this.dataSource.query<{ leaf_hash: Uint8Array }[]>(
      `select leaf_hash from read_model.audit_log
        where organization_id = $1 and number >= $2 and number < $3 order by number`,
      [organizationId, from, to],
    );
    if (rows.length !== to - from) throw new RangeError('The log does not have these entries');
    return rows.map(({ leaf_hash }) => leaf_hash);
  }

  /** Hashes of a level that is a multiple of eight: those of entries, or kept ones. @throws RangeError */
  hashesAt(organizationId: string, level: number, from: number, to: number): Promise<Uint8Array[]> {
    return level === 0 ? this.leaves(organizationId, from, to) : this.signatures.nodes(organizationId, level, from, to);
  }

  /** Hashes of full subtrees. @throws RangeError where the log is not signed that far */
  async hashes(organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
    const small = subtrees.filter(({ level }) => level < levelsOfTile);
    const found = new Map<Subtree, Uint8Array>();
    for (let at = 0; at < small.length; at += subtreesAtOnce) {
      const some = small.slice(at, at + subtreesAtOnce);
      const hashes = await this.smallHashes(organizationId, some);
      for (const [index, subtree] of some.entries()) found.set(subtree, hashes[index] ?? new Uint8Array());
    }
    const hashes: Uint8Array[] = [];
    for (const subtree of subtrees) hashes.push(found.get(subtree) ?? (await this.keptHash(organizationId, subtree)));
    return hashes;
  }

  /** The root of the tree of the first entries. @throws RangeError where the log is not signed that far */
  async root(organizationId: string, size: number): Promise<Uint8Array> {
    const [root = new Uint8Array()] = await this.roots(organizationId, [size]);
    return root;
  }

  /** The roots of the trees of several sizes, of what they have in common once. @throws RangeError as `root` does */
  async roots(organizationId: string, sizes: readonly number[]): Promise<Uint8Array[]> {
    const nameOf = ({ level, index }: Subtree): string => `${level} ${index}`;
    const trees = sizes.map((size) => subtreesOf(0, size));
    const wanted = [...new Map(trees.flat().map((subtree) => [nameOf(subtree), subtree])).values()];
    const hashes = await this.hashes(organizationId, wanted);
    const found = new Map(wanted.map((subtree, at) => [nameOf(subtree), hashes[at] ?? new Uint8Array()]));
    return trees.map(
      (subtrees) =>
        rootOfSubtrees(subtrees.map((subtree) => found.get(nameOf(subtree)) ?? new Uint8Array())) ??
        new TreeBuilder().root(),
    );
  }

  /** For proofs of one organization's tree: one query after the other. */
  reader(organizationId: string): HashOfSubtree {
    let last: Promise<unknown> = Promise.resolve();
    return (subtree) => {
      const hash = last.then(() => this.hashes(organizationId, [subtree]));
      last = hash.catch(() => undefined);
      return hash.then(([found = new Uint8Array()]) => found);
    };
  }

  /** Hashes of subtrees below the lowest level that is kept, in one query. */
  private async smallHashes(organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
    const numbersIn = ({ level, index }: Subtree): number[] =>
      Array.from({ length: 2 ** level }, (_, at) => index * 2 ** level + at);
    const rows = await this.dataSource.query<{ number: string | number; leaf_hash: Uint8Array }[]>(
      'select number, leaf_hash from read_model.audit_log where organization_id = $1 and number = any($2::bigint[])',
      [organizationId, subtrees.flatMap(numbersIn)],
    );
    const leaves = new Map(rows.map(({ number, leaf_hash }) => [Number(number), leaf_hash]));
    return subtrees.map((subtree) =>
      rootOfHashes(
        numbersIn(subtree).map((number) => {
          const leaf = leaves.get(number);
          if (leaf === undefined) throw new RangeError('The log does not have these entries');
          return leaf;
        }),
      ),
    );
  }

  private async keptHash(organizationId: string, { level, index }: Subtree): Promise<Uint8Array> {
    const base = level - (level % levelsOfTile);
    const count = 2 ** (level - base);
    return rootOfHashes(await this.signatures.nodes(organizationId, base, index * count, (index + 1) * count));
  }
}

/** The root of a full subtree over the hashes of a level of it. */
export const rootOfHashes = (hashes: readonly Uint8Array[]): Uint8Array => {
  const tree = new TreeBuilder();
  for (const hash of hashes) tree.append(hash);
  return tree.root();
};
