import { type HashOfSubtree, rootOfSubtrees, type Subtree, subtreesOf, TreeBuilder } from '@transledger/audit-proof';
import { hashesOfRanges } from '#libs/ports/log-signatures/hashes-of-ranges.js';
import { type LogSignatures, levelsOfTile } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

/** Subtrees that are read at once: each is of at most 128 entries or kept roots. */
const subtreesAtOnce = 64;

/**
 * The trees of the organizations' logs: leaves from the read model, and above them the roots that were kept when they were
 * signed. A proof takes a query of each, with at most 256 hashes of each eight levels.
 */
export class AuditLogTree {
  constructor(
    private readonly readModels: Pick<ReadModelQueries, 'query'>,
    private readonly signatures: Pick<LogSignatures, 'nodes' | 'nodesOf'>,
  ) {}

  /** Number of entries that an organization's log has in the read model. */
  async size(organizationId: string): Promise<number> {
    const [last] = await this.readModels.query<{ number: string | number }[]>(
      'select number from read_model.audit_log where organization_id = $1 order by number desc limit 1',
      [organizationId],
    );
    return last === undefined ? 0 : Number(last.number) + 1;
  }

  /**
   * The hashes of entries, from a number (inclusive) to another (exclusive).
   * @throws LogIncompleteError where the log does not have all of them
   */
  async leaves(organizationId: string, from: number, to: number): Promise<Uint8Array[]> {
    const [leaves = []] = await this.leavesOf(organizationId, [{ from, to }]);
    return leaves;
  }

  /** Hashes of a level that is a multiple of eight: those of entries, or kept ones. @throws LogIncompleteError */
  hashesAt(organizationId: string, level: number, from: number, to: number): Promise<Uint8Array[]> {
    return level === 0 ? this.leaves(organizationId, from, to) : this.signatures.nodes(organizationId, level, from, to);
  }

  /** Hashes of full subtrees. @throws LogIncompleteError where the log is not signed that far */
  async hashes(organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
    const found = new Map<Subtree, Uint8Array>();
    for (let at = 0; at < subtrees.length; at += subtreesAtOnce) {
      const some = subtrees.slice(at, at + subtreesAtOnce);
      const small = some.filter(({ level }) => level < levelsOfTile);
      const large = some.filter(({ level }) => level >= levelsOfTile);
      const read = [this.smallHashes(organizationId, small), this.largeHashes(organizationId, large)];
      const hashes = (await Promise.all(read)).flat();
      for (const [index, subtree] of [...small, ...large].entries())
        found.set(subtree, hashes[index] ?? new Uint8Array());
    }
    return subtrees.map((subtree) => found.get(subtree) ?? new Uint8Array());
  }

  /** The root of the tree of the first entries. @throws LogIncompleteError where the log is not signed that far */
  async root(organizationId: string, size: number): Promise<Uint8Array> {
    const [root = new Uint8Array()] = await this.roots(organizationId, [size]);
    return root;
  }

  /** The roots of the trees of several sizes, of what they have in common once. @throws LogIncompleteError as `root` does */
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

  /** For proofs of one organization's tree: what is asked for at one moment is read at once. */
  reader(organizationId: string): HashOfSubtree {
    let asked: { subtree: Subtree; hash: PromiseWithResolvers<Uint8Array> }[] = [];
    const read = async (): Promise<void> => {
      const all = asked;
      asked = [];
      try {
        const hashes = await this.hashes(
          organizationId,
          all.map(({ subtree }) => subtree),
        );
        for (const [at, { hash }] of all.entries()) hash.resolve(hashes[at] ?? new Uint8Array());
      } catch (error) {
        for (const { hash } of all) hash.reject(error);
      }
    };
    return (subtree) => {
      if (asked.length === 0) queueMicrotask(read);
      const hash = Promise.withResolvers<Uint8Array>();
      asked.push({ subtree, hash });
      return hash.promise;
    };
  }

  /** Hashes of subtrees below the lowest level that is kept, in one query. */
  private async smallHashes(organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
    if (subtrees.length === 0) return [];
    const ranges = subtrees.map(({ level, index }) => ({ from: index * 2 ** level, to: (index + 1) * 2 ** level }));
    const leaves = await this.leavesOf(organizationId, ranges);
    return leaves.map(rootOfHashes);
  }

  /** Hashes of entries of each range. @throws LogIncompleteError where the log does not have all of them */
  private async leavesOf(
    organizationId: string,
    ranges: readonly { from: number; to: number }[],
  ): Promise<Uint8Array[][]> {
    const rows = await this.readModels.query<{ hashes: Uint8Array | null }[]>(
      `select hashes
         from unnest($2::bigint[], $3::bigint[]) with ordinality as wanted (first, ended, range),
              lateral (select string_agg(leaf_hash, ''::bytea order by number) as hashes from read_model.audit_log
                        where organization_id = $1 and number >= first and number < ended) entry
        order by range`,
      [organizationId, ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
    );
    return hashesOfRanges(rows, ranges, 'The log does not have these entries');
  }

  /** Hashes of subtrees over those that are kept, in one query. */
  private async largeHashes(organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
    if (subtrees.length === 0) return [];
    const ranges = subtrees.map(({ level, index }) => {
      const base = level - (level % levelsOfTile);
      const count = 2 ** (level - base);
      return { level: base, from: index * count, to: (index + 1) * count };
    });
    return (await this.signatures.nodesOf(organizationId, ranges)).map(rootOfHashes);
  }
}

/** The root of a full subtree over the hashes of a level of it. */
export const rootOfHashes = (hashes: readonly Uint8Array[]): Uint8Array => {
  const tree = new TreeBuilder();
  for (const hash of hashes) tree.append(hash);
  return tree.root();
};
