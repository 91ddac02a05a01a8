/** The sole right to do something, until it is released or lost. */
export interface Lease {
  name: string;
  /** Grows with every holder: writes of an old holder are refused by comparing it. */
  fencingToken: bigint;
  /** Aborted when the lease is lost or released. Work under the lease ends with it. */
  lost: AbortSignal;
  /** Frees the lease for the next holder at once. Never rejects: a lease that cannot be released runs out. */
  release(): Promise<void>;
}

export interface Leases {
  /** Waits until the lease is free, through losses of the connection. Rejects with the reason of `signal`. */
  acquire(name: string, signal: AbortSignal): Promise<Lease>;
  /** Ends every wait and releases all leases that are held. */
  close(): Promise<void>;
}
