import {
  consistencyProof,
  parseCheckpoint,
  parseNote,
  rootOfSubtrees,
  subtreesOf,
  type TreeHead,
  verifyConsistency,
} from '@transledger/audit-proof';
import type { LogKeys } from '#libs/audit/log-key.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { LogIncompleteError } from '#libs/ports/log-signatures/log-signatures.errors.js';
import type { LogSignatures, SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { AuditLogTree } from './audit-log-tree.js';
import { changedEntries, missingEntries, signedNoMoreLine } from './log-continuation.js';

export interface EarlierTreesOptions {
  tree: Pick<AuditLogTree, 'reader' | 'size'>;
  signatures: Pick<LogSignatures, 'find' | 'stop'>;
  logger: Pick<Logger, 'error'>;
}

/** Why nothing is signed of a log. */
class BrokenError extends Error {}

const unavailable = (message: string): Rejection => new Rejection('service_unavailable', { message });
const signedNoMore = () =>
  unavailable(
    'The audit log is not the one that was signed: its newest checkpoint is shown, and nothing more is signed.',
  );

/** The head in the newest signed note, which the database cannot make. @throws BrokenError */
const headOf = async ({ checkpoint, origin, size }: SignedLog, keys: LogKeys): Promise<TreeHead> => {
  try {
    const head = parseCheckpoint(parseNote(checkpoint).text);
    const isShown = head.origin === origin && head.size === size;
    if (isShown && (await keys.haveSigned(checkpoint))) return head;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new BrokenError('its head is not signed with its key');
};

/** Trees of the first entries of logs, before they are signed. */
export class EarlierTrees {
  constructor(private readonly options: EarlierTreesOptions) {}

  /**
   * The root of the tree of the first entries, if the signed one begins with it. A log of which it does not is signed no more,
   * as if its signer had found it out.
   * @throws Rejection `service_unavailable` where nothing may be signed
   */
  async root(signed: SignedLog, size: number, keys: LogKeys): Promise<Uint8Array> {
    if (signed.stoppedBecause !== undefined) throw signedNoMore();
    try {
      return await this.rootOfBeginning(signed, size, keys);
    } catch (error) {
      if (!(error instanceof BrokenError)) throw error;
      await this.stop(signed, size, error.message);
      throw signedNoMore();
    }
  }

  /** Reads hashes of at most the entries of two tiles, and kept roots. @throws BrokenError */
  private async rootOfBeginning(signed: SignedLog, size: number, keys: LogKeys): Promise<Uint8Array> {
    const { tree } = this.options;
    const head = await headOf(signed, keys);
    const hashOf = tree.reader(signed.organizationId);
    try {
      const [hashes, proof] = await Promise.all([
        Promise.all(subtreesOf(0, size).map(hashOf)),
        consistencyProof(size, head.size, hashOf),
      ]);
      const root = rootOfSubtrees(hashes);
      if (root !== undefined && verifyConsistency({ size, root }, head, proof)) return root;
    } catch (error) {
      // A read model that is made anew has fewer entries for a while.
      if (!(error instanceof LogIncompleteError) || (await tree.size(signed.organizationId)) < head.size) throw error;
      throw new BrokenError(missingEntries);
    }
    throw new BrokenError(changedEntries);
  }

  private async stop({ organizationId, origin, size }: SignedLog, asked: number, reason: string): Promise<void> {
    const { signatures, logger } = this.options;
    // Another log may have been begun meanwhile, and the roots over this one forgotten.
    if ((await signatures.find(organizationId))?.origin !== origin) return;
    await signatures.stop(organizationId, reason);
    logger.error({ organization: organizationId, size, asked_size: asked, reason }, signedNoMoreLine);
  }
}
