/** A name under which attempts are counted, and how patient it is. */
export interface AttemptCounter {
  name: string;
  /** Failures in a row that lock nothing. */
  free: number;
}

/**
 * Counts attempts to sign in, for all nodes. Each counts as failed until it is said to have succeeded, so that attempts
 * at the same time are no more than attempts one after the other. From the free ones on each failure locks its name
 * for twice as long as the one before: from 1 s up to 15 minutes. A name that was quiet for a day begins anew.
 */
export interface SignInAttempts {
  /** Counts an attempt, unless the name is locked: then returns the whole seconds until it is not. 0: go on. */
  begin(counter: AttemptCounter): Promise<number>;
  /** Forgets the failures of a name, or `one` of them alone. */
  succeeded(name: string, extent: 'all' | 'one'): Promise<void>;
}

export const maxLockSeconds = 900;
export const quietSeconds = 86_400;
