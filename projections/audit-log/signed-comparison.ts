import { TreeBuilder, type TreeHead } from '@transledger/audit-proof';
import { LogIncompleteError } from '#libs/ports/log-signatures/log-signatures.errors.js';
import { type LogSignatures, levelsOfTile } from '#libs/ports/log-signatures/log-signatures.port.js';
import { FaultError } from './audit-log-fault.js';

const tileWidth = 2 ** levelsOfTile;

/** Compares a tree as it grows with the heads that were signed of it, and with the roots that were kept under them. */
export class SignedComparison {
  private readonly tree = new TreeBuilder();
  private readonly heads: readonly TreeHead[];
  /** Heads that the tree has been found to begin with. */
  private passed = 0;
  /** Id of the first entry that no head or kept root covers so far. */
  private first: string | undefined;
  /** Whether kept roots alone cover entries before that one. */
  private isFirstByRoots = false;

  /** @param keptTo size up to which roots have to be kept */
  constructor(
    private readonly signatures: Pick<LogSignatures, 'nodes'>,
    heads: readonly TreeHead[],
    private readonly keptTo: number,
  ) {
    this.heads = heads.toSorted((one, other) => one.size - other.size);
  }

  /** @throws FaultError */
  async append(organizationId: string, id: string, hash: Uint8Array): Promise<void> {
    const { tree } = this;
    this.first ??= id;
    const { first } = this;
    const completed = tree.append(hash).find(({ subtree }) => subtree.level === levelsOfTile);
    if (completed !== undefined && tree.size <= this.size)
      await this.compareWithKept(organizationId, completed.subtree.index, completed.hash);
    for (let head = this.heads[this.passed]; head?.size === tree.size; head = this.heads[this.passed]) {
      if (!Buffer.from(head.root).equals(tree.root())) throw new FaultError(first, this.reason());
      this.passed += 1;
      this.first = undefined;
      this.isFirstByRoots = false;
    }
  }

  /** @throws FaultError where a head is of more entries than there are */
  assertWhole(): void {
    const { tree, size } = this;
    if (tree.size < size) throw new FaultError(undefined, `${tree.size} entries are left of ${size} that were signed`);
  }

  /** Entries that the largest head is of. */
  private get size(): number {
    return this.heads.at(-1)?.size ?? 0;
  }

  private async compareWithKept(organizationId: string, index: number, hash: Uint8Array): Promise<void> {
    const kept = await this.kept(organizationId, index);
    if (kept === undefined && this.tree.size > this.keptTo) return;
    const which = `this or one of the ${tileWidth - 1} entries behind it`;
    if (kept === undefined) throw new FaultError(this.first, `the root over ${which} is kept no more`);
    if (!Buffer.from(kept).equals(hash)) throw new FaultError(this.first, `${which} is not what was signed`);
    this.first = undefined;
    this.isFirstByRoots = true;
  }

  private async kept(organizationId: string, index: number): Promise<Uint8Array | undefined> {
    try {
      return (await this.signatures.nodes(organizationId, levelsOfTile, index, index + 1))[0];
    } catch (error) {
      if (error instanceof LogIncompleteError) return undefined;
      throw error;
    }
  }

  private reason(): string {
    const before = this.isFirstByRoots
      ? '; or one before it is not, and the root that was kept over it is not either'
      : '';
    return `this or an entry behind it is not what was signed${before}`;
  }
}
