/** How often a worker says that it lives, and looks whether its jobs are still its own. */
export const heartbeatMs = 5_000;

/** How long a job stays with a worker that says nothing. */
export const lockMs = 3 * heartbeatMs;

/**
 * How often jobs of dead processes are looked for, by one of all processes. Each look may come just before its time
 * and is then left out: a job is given out again at most the lock and two of these after its process died.
 */
export const stalledCheckMs = 3_000;

/** Times that a job is taken from a dead process. A job that kills each process that takes it ends here, as failed. */
export const maxStalled = 30;

/** Failed jobs kept in each queue: the latest, for a while. Redis holds them in memory. */
export const keepFailed = { count: 2_000, age: 30 * 24 * 60 * 60 };

/** Lines that BullMQ writes about each queue, for listeners that we have none of. */
export const maxEvents = 100;

/** A command that is not answered within this time rejects; its connection is then made anew. */
export const commandTimeoutMs = 5_000;
