import type { JsonObject } from '#libs/domain/json.js';
import type { JobFailure } from '../job-queue.port.js';

/** The data of a job as pg-boss has it. */
export type StoredJob<T extends JsonObject = JsonObject> = {
  payload: T;
  /** Tries that failed and this one. pg-boss's own count has those in it that their process did not survive. */
  attempt: number;
  /** Why its last try failed. */
  failure?: JobFailure;
};

export interface FetchedJob<T extends JsonObject = JsonObject> {
  id: string;
  data: StoredJob<T>;
  /** Goes up each time the job is taken: with it, who has lost the job changes nothing about it any more. */
  retryCount: number;
}
