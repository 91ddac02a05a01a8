/** Prefix of the leases of processes; no process holds the lease of another for longer than a sweep. */
export const textStreamLeases = 'text-streams/';

/** The lease that a process holds for as long as it lives and has streams of tokens. */
export const textStreamLease = (processId: string): string => `${textStreamLeases}${processId}`;
