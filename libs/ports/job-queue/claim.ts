/** Milliseconds that a job stays with a worker without a heartbeat, when a queue is opened without another number. */
export const usualClaimMs = 15_000;

/** Milliseconds between two heartbeats of a worker: two of them may be lost. */
export const heartbeatMs = (claimMs: number): number => claimMs / 3;
