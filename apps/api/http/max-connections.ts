import { readFileSync } from 'node:fs';

/** The share of a process's file descriptors that callers may take; the rest is for the work itself. */
const share = 0.8;

const limitsFile = '/proc/self/limits';

/**
 * Maximum number of connections that the API takes at the same time. Without a bound, callers who only connect
 * would leave it no file to open and no way to the database. Unbounded when the system does not report its limit.
 */
export const maxConnections = (readLimits: () => string = () => readFileSync(limitsFile, 'utf8')): number => {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readLimits())?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(soft) * share);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};
