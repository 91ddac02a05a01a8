import type { JsonObject } from '#libs/domain/json.js';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import type { Job, JobFailure, QueueDefinition } from './job-queue.port.js';

/**
 * Outcome of a try. Handed back: the job is not at fault, and the same try comes again. Put off: the same try comes
 * again after `RunningJob.waitMs`. Lost: another worker has the job, or it was cancelled.
 */
export type Outcome = 'done' | 'failed' | 'handed-back' | 'put-off' | 'lost';

/** The engine ended a try: it timed out, its job was taken away, or the process stops. */
export class JobGivenUpError extends PlainError {
  override readonly name = 'JobGivenUpError';
}

type Ended = { outcome: Exclude<Outcome, 'failed' | 'put-off'> } | { outcome: 'failed'; error: unknown };

/** One try at a job. It is over when it is given up, also where the handler ignores its signal. */
export class RunningJob<T extends JsonObject> {
  private readonly controller = new AbortController();
  private readonly givenUp = Promise.withResolvers<Ended>();
  private reason: JobFailure | undefined;
  /** Milliseconds to wait, once `run` has returned `put-off`. */
  waitMs = 0;

  constructor(private readonly job: Omit<Job<T>, 'signal'>) {}

  /** Cause of the failed try, once `run` has returned `failed`: to be kept with the job. */
  get failure(): JobFailure | undefined {
    return this.reason;
  }

  giveUp(outcome: Exclude<Outcome, 'done' | 'put-off'>, why: string): void {
    const error = new JobGivenUpError(why);
    this.givenUp.resolve(outcome === 'failed' ? { outcome, error } : { outcome }); // before the abort, which fails the handler
    this.controller.abort(error);
  }

  async run(queue: QueueDefinition<T>): Promise<Outcome> {
    const { share } = queue;
    if (share === undefined) return this.tryOnce(queue);
    const key = share.keyOf(this.job.data);
    const leave = await share.places.enter(key);
    if (leave === undefined) {
      this.waitMs = share.places.waitOf(key);
      return 'put-off';
    }
    try {
      return await this.tryOnce(queue);
    } finally {
      leave();
    }
  }

  private async tryOnce(queue: QueueDefinition<T>): Promise<Outcome> {
    const timer = setTimeout(() => this.giveUp('failed', 'The job took too long'), queue.timeoutMs);
    try {
      const ended = await Promise.race([this.givenUp.promise, this.handled(queue.handle)]);
      if (ended.outcome === 'failed') this.noteFailure(queue, ended.error);
      return ended.outcome;
    } finally {
      clearTimeout(timer);
    }
  }

  private async handled(handle: QueueDefinition<T>['handle']): Promise<Ended> {
    try {
      await handle({ ...this.job, signal: this.controller.signal });
      return { outcome: 'done' };
    } catch (error) {
      return { outcome: 'failed', error };
    }
  }

  private noteFailure({ name, retryDelays, lifeCycle }: QueueDefinition<T>, error: unknown): void {
    const { id, attempt } = this.job;
    const cause = causeOf(error);
    this.reason = { ...cause, at: new Date().toISOString(), attempt };
    const isLast = attempt > retryDelays.length;
    lifeCycle?.emit(isLast ? 'job.given-up' : 'job.retried', { queue: name, job: id, attempt, cause });
  }
}
