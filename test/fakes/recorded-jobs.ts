import type { JsonObject } from '#libs/domain/json.js';
import type { EnqueueOptions, Job, JobQueue } from '#libs/ports/job-queue/job-queue.port.js';

/** A queue that only remembers the jobs added to it; a job whose key waits already is not added. */
export class RecordedJobs implements JobQueue {
  readonly enqueued: { queue: string; data: JsonObject; startAfter: string | undefined; key: string | undefined }[] =
    [];

  async enqueue<T extends JsonObject>(queue: string, data: T, { startAfter, key }: EnqueueOptions = {}) {
    if (key !== undefined && this.enqueued.some((job) => job.queue === queue && job.key === key)) return undefined;
    this.enqueued.push({ queue, data, startAfter: startAfter?.toISOString(), key });
    return String(this.enqueued.length);
  }

  async work(): Promise<void> {}
  async repeat(): Promise<void> {}
  async cancel(): Promise<void> {}
  async status() {
    return [];
  }
  async failed() {
    return [];
  }
  async stop(): Promise<void> {}
}

export const jobOf = <T extends JsonObject>(data: T): Job<T> => ({
  id: 'job-1',
  data,
  attempt: 1,
  signal: new AbortController().signal,
});
