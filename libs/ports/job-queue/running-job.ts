import type { JsonObject } from '#libs/domain/json.js';
import type { Job, QueueDefinition } from './job-queue.port.js';

/** Handed back: not at fault, the same try again. Lost: another has the job, or it was cancelled. */
export type Outcome = 'done' | 'failed' | 'handed-back' | 'lost';

/** One try at a job. It is over when it is given up, also where the handler does not obey its signal. */
export class RunningJob<T extends JsonObject> {
  private readonly controller = new AbortController();
  private readonly givenUp = Promise.withResolvers<Outcome>();

  constructor(private readonly job: Omit<Job<T>, 'signal'>) {}

  giveUp(outcome: Exclude<Outcome, 'done'>, why: string): void {
    this.givenUp.resolve(outcome); // before the handler is told, which then fails
    this.controller.abort(new Error(why));
  }

  async run({ handle, timeoutMs }: QueueDefinition<T>): Promise<Outcome> {
    const timer = setTimeout(() => this.giveUp('failed', 'The job took too long'), timeoutMs);
    try {
      return await Promise.race([this.givenUp.promise, this.handled(handle)]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async handled(handle: QueueDefinition<T>['handle']): Promise<Outcome> {
    try {
      await handle({ ...this.job, signal: this.controller.signal });
      return 'done';
    } catch {
      return 'failed';
    }
  }
}
