import { readFileSync } from 'node:fs';

/** The part of the files that a process may have open that callers may take; the rest is for the work itself. */
const share = 0.8;

const limitsFile = '/proc/self/limits';

/**
 * Connections that the API takes at the same time. Without a bound, callers who only connect would leave it no file to
 * open and no way to the database. Not bounded where the system does not tell its limit.
 */
export const mostConnections = (readLimits: () => string = () => readFileSync(limitsFile, 'utf8')): number => {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readLimits())?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(soft) * share);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};
