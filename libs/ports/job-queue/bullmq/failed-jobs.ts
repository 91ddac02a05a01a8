import type { Job, Queue } from 'bullmq';
import type { FailedJob, JobFailure } from '../job-queue.port.js';

/** Maximum number of failed jobs listed, of one queue or of all together. */
const maxFailed = 1_000;

const isFailure = (value: unknown): value is JobFailure =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'stack' in value &&
  Array.isArray(value.stack) &&
  'at' in value &&
  'attempt' in value;

/** Makes the error of which BullMQ keeps the message: the whole failure is in it. */
export const errorOf = (failure: JobFailure | undefined): Error =>
  new Error(failure === undefined ? 'unknown' : JSON.stringify(failure));

/**
 * Reads the failure; `undefined` for a reason of another writer: BullMQ itself for a job that no process survived, or
 * an operator's tool.
 */
export const failureIn = (reason: string | undefined): JobFailure | undefined => {
  try {
    const value: unknown = JSON.parse(reason ?? '');
    return isFailure(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const failedJob = ({ queueName, id, attemptsMade, finishedOn, failedReason }: Job): FailedJob => ({
  queue: queueName,
  id: String(id),
  attempts: attemptsMade,
  failedAt: new Date(finishedOn ?? 0).toISOString(),
  failure: failureIn(failedReason),
});

/** Lists failed jobs, the latest first. */
export const listFailed = async (queues: readonly Queue[]): Promise<FailedJob[]> => {
  const jobs = await Promise.all(queues.map((queue) => queue.getFailed(0, maxFailed - 1)));
  const latestFirst = jobs.flat().sort((a, b) => (b.finishedOn ?? 0) - (a.finishedOn ?? 0));
  return latestFirst.slice(0, maxFailed).map(failedJob);
};
