/** The lease that a process holds for as long as it lives and has streams of tokens. */
export const textStreamLease = (processId: string): string => `text-streams/${processId}`;
