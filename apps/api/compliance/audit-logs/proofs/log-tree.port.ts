import type { Subtree } from '@transledger/audit-proof';

/** A signed head of a log's tree, as it is shown. */
export interface SignedHead {
  size: number;
  /** The fields of the checkpoint, and the key that verifies it. */
  fields: {
    readonly origin: string;
    readonly size: number;
    /** Base64. */
    readonly root_hash: string;
    /** RFC 3339. */
    readonly signed_at: string;
    /** The signed note (C2SP tlog-checkpoint). */
    readonly checkpoint: string;
    readonly cosignatures: readonly string[];
    readonly verifier_key: string;
  };
}

/** A time stamp of a head, and the proof that a later head continues it. */
export interface ShownTimeStamp {
  size: number;
  /** RFC 3339. */
  time: string;
  /** The stamped text, that of the checkpoint of that size. */
  text: string;
  /** The token (RFC 3161), base64 of its DER. */
  token: string;
  /** The consistency proof from that size, base64. */
  hashes: string[];
}

/** The trees of the organizations' logs. */
export interface LogTree {
  /** The newest checkpoint. */
  newest(organizationId: string): Promise<SignedHead>;
  /** The newest checkpoint, after waiting up to two seconds for one that covers all entries that there are. */
  current(organizationId: string): Promise<SignedHead>;
  /** The time stamps that a head is shown with: the newest of a tree that it continues, if there is one. */
  timestamps(organizationId: string, head: SignedHead): Promise<ShownTimeStamp[]>;
  /** Hashes of full subtrees that the newest checkpoint covers. */
  hashes(organizationId: string, subtrees: readonly Subtree[]): Promise<Uint8Array[]>;
}
