import type { Settings } from '#libs/platform/config/settings.js';
import type { ProcessOptions } from './process/process.module.js';

/** Connections of the pools of one process. */
export interface PoolSizes {
  /** For everything that has no pool of its own. */
  shared: number;
  /** For queries of lists and reports, which may be slow. */
  readModels: number;
  /** For the job queue, where the database holds it. */
  jobs: number;
}

type Budget = Pick<Settings, 'TRANSLEDGER_DATABASE_CONNECTIONS' | 'EVENTSTORE_URL' | 'REDIS_URL'>;

/** Notifications and leases go over one connection, whichever pool is exhausted. */
const direct = 1;
/** Appends go over one connection, a batch at a time, where the log is in PostgreSQL. */
const appends = 1;
/** A node of the API asks over one of its own whether a database that was away is back. */
const probe = 1;
const jobQueue = 2;

const readModelPart: Record<ProcessOptions['role'], number> = { api: 0.5, worker: 0.25, projector: 0 };

/** Divides the connections that a process may open. What is left beside the single ones goes to its pools. */
export const poolSizes = (role: ProcessOptions['role'], settings: Budget): PoolSizes => {
  const { TRANSLEDGER_DATABASE_CONNECTIONS: all, EVENTSTORE_URL, REDIS_URL } = settings;
  const jobs = role === 'worker' && REDIS_URL === undefined ? jobQueue : 0;
  const single = direct + (EVENTSTORE_URL === undefined ? appends : 0) + (role === 'api' ? probe : 0);
  const pooled = all - single - jobs;
  const readModels = Math.floor(pooled * readModelPart[role]);
  return { shared: pooled - readModels, readModels, jobs };
};
