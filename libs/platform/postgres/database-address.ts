/** The two ways to the database; one where no pooler is before it. */
export interface DatabaseAddress {
  /** For statements and transactions; it may lead through a pooler in transaction mode. */
  url: string;
  /** Straight to the server: for what a session keeps, and for changes of tables. */
  directUrl: string;
}

/** Where a pool connects to. */
export interface PoolAddress {
  connectionString: string;
  /**
   * Whether a pooler lies in between. It gives each transaction whichever session is free: a prepared statement, a
   * setting or a lock of the session is then not there for the next one.
   */
  isPooled?: boolean;
}

export const isPooled = ({ url, directUrl }: DatabaseAddress): boolean => url !== directUrl;

export const poolAddressOf = (address: DatabaseAddress): PoolAddress => ({
  connectionString: address.url,
  isPooled: isPooled(address),
});
