import type { Subtree } from '@transledger/audit-proof';
import type { LogKeyPeriod } from '#libs/domain/audit/log-key-period.js';

/** The newest signed head of an organization's log. */
export interface SignedLog {
  organizationId: string;
  /** Name of the log, as it was when its first checkpoint was signed. */
  origin: string;
  size: number;
  root: Uint8Array;
  /** The signed note. */
  checkpoint: string;
  /** RFC 3339. */
  signedAt: string;
  /** Why nothing more is signed; undefined while the log is as it was signed. */
  stoppedBecause: string | undefined;
  /** Whether it is known outside the database too. */
  isKeptOutside: boolean;
}

export interface SignedPast {
  signed: SignedLog | undefined;
  /** The oldest first; none before anything was signed. */
  keys: LogKeyPeriod[];
}

export type NewLogKeyPeriod = Pick<LogKeyPeriod, 'generation' | 'origin'> & {
  /** RFC 3339. */
  validFrom: string;
};

/** Roots of full subtrees are held at these levels: a tile of the field's standard protocol has eight. */
export const levelsOfTile = 8;

/** Kept roots of a level, from an index (inclusive) to another (exclusive). */
export interface NodeRange {
  level: number;
  from: number;
  to: number;
}

/**
 * The signed heads of the logs, and the roots of the full subtrees beneath them. They are apart from the read models:
 * a rebuild makes those anew, and must come to what was signed.
 */
export interface LogSignatures {
  find(organizationId: string): Promise<SignedLog | undefined>;
  /** The logs of all organizations that have one. */
  all(): Promise<SignedLog[]>;
  /**
   * Replaces what was signed, unless another was signed meanwhile: whether it did.
   * @param before undefined where nothing was signed yet
   */
  replace(before: Pick<SignedLog, 'size' | 'root'> | undefined, after: SignedLog): Promise<boolean>;
  /** Does the same for several logs at once, each for itself. */
  replaceAll(
    changes: readonly { before: Pick<SignedLog, 'size' | 'root'> | undefined; after: SignedLog }[],
  ): Promise<void>;
  /** The newest signed heads of these organizations' logs, and their keys. */
  pasts(organizationIds: readonly string[]): Promise<ReadonlyMap<string, SignedPast>>;
  /** Notes why nothing more is signed. */
  stop(organizationId: string, reason: string): Promise<void>;
  /** Has a stopped log signed again. `withoutCopy`: although what was signed last is not known outside the database any more. */
  resume(organizationId: string, options: { withoutCopy: boolean }): Promise<void>;
  /** Notes what was signed of a log of which nothing is known here, as stopped. */
  adopt(signed: SignedLog): Promise<void>;
  /** The keys of an organization's logs, the oldest first; none before anything was signed. */
  keys(organizationId: string): Promise<LogKeyPeriod[]>;
  /** Notes a new key of the log that is written to. The keys before it end at `previousUntil`. May be repeated. */
  addKey(organizationId: string, key: NewLogKeyPeriod & { previousUntil: string }): Promise<void>;
  /** Forgets what was signed of the log before: the next head is one of the log that this key signs. May be repeated. */
  beginLog(organizationId: string, key: NewLogKeyPeriod): Promise<void>;
  /** Keeps roots of full subtrees, of levels that are multiples of eight. A root that is there stays. */
  keep(organizationId: string, nodes: readonly { subtree: Subtree; hash: Uint8Array }[]): Promise<void>;
  /**
   * The kept roots of a level, from an index (inclusive) to another (exclusive).
   * @throws LogIncompleteError where one is not kept
   */
  nodes(organizationId: string, level: number, from: number, to: number): Promise<Uint8Array[]>;
  /** The kept roots of several ranges, those of each in their order. @throws LogIncompleteError as `nodes` does */
  nodesOf(organizationId: string, ranges: readonly NodeRange[]): Promise<Uint8Array[][]>;
}
