import { createHash } from 'node:crypto';

/** The head of a log that was signed last, as it is known outside the database. */
export interface KeptHead {
  organizationId: string;
  /** Name of the log. */
  origin: string;
  size: number;
  root: Uint8Array;
  /** The signed note. */
  checkpoint: string;
}

/**
 * A copy of the signed heads outside the database: a database that was restored to an earlier time does not know what
 * was signed since, and this does.
 */
export interface SignedHeads {
  /** The heads that are kept of these organizations. */
  find(organizationIds: readonly string[]): Promise<ReadonlyMap<string, KeptHead>>;
  /** Everything that is kept, a part of it after the other. */
  all(): AsyncIterable<readonly KeptHead[]>;
  /**
   * Keeps heads, durable when it resolves. A head is replaced by a larger one of the same log, and by one of a later log
   * of the organization, and by no other.
   */
  keep(heads: readonly KeptHead[]): Promise<void>;
}

/** Heads are kept in so many parts, each written as a whole. */
export const parts = 16;

/** The part that the head of an organization is kept in. */
export const partOf = (organizationId: string): number =>
  (createHash('sha256').update(organizationId).digest()[0] ?? 0) % parts;
