import { usualClaimMs } from '../claim.js';

/**
 * Milliseconds between two checks for jobs of dead processes, made by one of all processes. Each check may come just
 * before its time and is then left out: a job is given out again at most its lock and two of these after its process
 * died.
 */
export const stalledCheckMs = (lockMs: number): number => lockMs / (usualClaimMs / 3_000);

/**
 * Maximum times that a job is taken from a dead process. A job that kills each process that takes it ends here, as
 * failed.
 */
export const maxStalled = 30;

/** Failed jobs kept in each queue: the latest, for 30 days. Redis holds them in memory. */
export const keepFailed = { count: 2_000, age: 30 * 24 * 60 * 60 };

/** Maximum events that BullMQ keeps of each queue; nothing here listens to them. */
export const maxEvents = 100;

/** Milliseconds after which a command without a response rejects; its connection is then made anew. */
export const commandTimeoutMs = 5_000;
