import type { JsonObject } from '#libs/domain/json.js';
import type { JobFailure } from '../job-queue.port.js';

/** The data of a job as pg-boss stores it. */
export type StoredJob<T extends JsonObject = JsonObject> = {
  payload: T;
  /** Number of this try. pg-boss's own count includes the tries that their process did not survive. */
  attempt: number;
  /** Cause of the last failed try. */
  failure?: JobFailure;
};

export interface FetchedJob<T extends JsonObject = JsonObject> {
  id: string;
  data: StoredJob<T>;
  /** Grows each time the job is taken: by it, a worker that has lost the job can no longer change it. */
  retryCount: number;
}
