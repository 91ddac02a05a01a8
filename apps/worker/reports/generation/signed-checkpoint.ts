import { LogKeys } from '#libs/audit/log-key.js';
import { pause } from '#libs/platform/async/pause.js';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import type { LogSignatures, SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import type { EarlierTrees } from '#projections/audit-log/earlier-trees.js';

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
  /** The signed note of a size before that of the head. */
  noteAt: (head: SignedLog, size: number) => Promise<string>;
}

/** The head as reports have it. */
export const checkpointOf = ({ size, checkpoint }: SignedLog): Checkpoint => ({ size, note: checkpoint });

const looks = 100;
const lookEveryMs = 100;

/**
 * The signed head that covers all entries that the read model has by now.
 * @throws LogSignedNoMoreError; an outage when it is not signed for long
 */
export const checkpointOfAll = async (
  { tree, signatures }: SignedTree,
  organizationId: string,
  signal: AbortSignal,
): Promise<SignedLog> => {
  const size = await tree.size(organizationId);
  for (let look = 0; look < looks; look += 1) {
    const signed = await signatures.find(organizationId);
    if (signed !== undefined && signed.size >= size) return signed;
    if (signed?.stoppedBecause !== undefined) throw new LogSignedNoMoreError();
    await pause(lookEveryMs, signal);
    signal.throwIfAborted();
  }
  throw new LogNotSignedYetError();
};

/**
 * The checkpoint of the first `size` entries; the newest one where the log was begun anew since and has fewer.
 * @throws Rejection `service_unavailable` where nothing may be signed
 */
export const checkpointAt = async ({ noteAt }: SignedTree, head: SignedLog, size: number): Promise<Checkpoint> =>
  size === 0 || size >= head.size ? checkpointOf(head) : { size, note: await noteAt(head, size) };

/** Signs earlier checkpoints when they are asked for. @param signingSecret 32 bytes, from which the keys of the logs are derived */
export const signingNotes =
  (signatures: Pick<LogSignatures, 'keys'>, earlier: Pick<EarlierTrees, 'root'>, signingSecret: Uint8Array) =>
  async (head: SignedLog, size: number): Promise<string> => {
    const { organizationId, origin } = head;
    const keys = new LogKeys(signingSecret, organizationId, await signatures.keys(organizationId));
    const root = await earlier.root(head, size, keys);
    return keys.sign(origin, { size, root }, new Date());
  };
