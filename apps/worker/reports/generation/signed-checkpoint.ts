import { pause } from '#libs/platform/async/pause.js';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import type { LogSignatures } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';

/** A signed head of the audit log of an organization. */
export interface Checkpoint {
  size: number;
  /** The signed note. */
  note: string;
}

/** The log is signed within a second of its growth; a projector that is away comes back. */
class LogNotSignedYetError extends PlainError {
  override readonly name = 'LogNotSignedYetError';
  readonly retryable = true;
}

/** The log is not what was signed: nothing more is signed of it, and nothing can be said of it under a checkpoint. */
export class LogSignedNoMoreError extends PlainError {
  override readonly name = 'LogSignedNoMoreError';
}

export interface SignedTree {
  tree: Pick<AuditLogTree, 'size'>;
  signatures: Pick<LogSignatures, 'find'>;
}

const looks = 100;
const lookEveryMs = 100;

/**
 * The checkpoint that covers all entries that the read model has by now.
 * @throws LogSignedNoMoreError; an outage when it is not signed for long
 */
export const checkpointOfAll = async (
  { tree, signatures }: SignedTree,
  organizationId: string,
  signal: AbortSignal,
): Promise<Checkpoint> => {
  const size = await tree.size(organizationId);
  for (let look = 0; look < looks; look += 1) {
    const signed = await signatures.find(organizationId);
    if (signed !== undefined && signed.size >= size) return { size: signed.size, note: signed.checkpoint };
    if (signed?.stoppedBecause !== undefined) throw new LogSignedNoMoreError();
    await pause(lookEveryMs, signal);
    signal.throwIfAborted();
  }
  throw new LogNotSignedYetError();
};
