import type { JsonObject } from '#libs/domain/json.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { JobQueue, QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import { watchedQueue } from '#libs/ports/job-queue/watched-queue.js';

/** The queues of modules: each adds its own as it is created, and work begins when all have been added. */
export class Jobs {
  private readonly queues: string[] = [];
  private readonly works: (() => Promise<void>)[] = [];
  private readonly repetitions: (() => Promise<void>)[] = [];
  private readonly watched: ReturnType<typeof watchedQueue>;

  constructor(
    private readonly queue: Pick<JobQueue, 'work' | 'repeat'>,
    lifeCycle: LifeCycle,
    /** Longest interval of a repeated job, in milliseconds; that of each queue when omitted. */
    private readonly maxIntervalMs = Number.POSITIVE_INFINITY,
  ) {
    this.watched = watchedQueue(lifeCycle);
  }

  add<T extends JsonObject>(queue: QueueDefinition<T>): void {
    this.queues.push(queue.name);
    this.works.push(() => this.queue.work(this.watched(queue)));
  }

  /** Names of the queues that were added. */
  get names(): readonly string[] {
    return this.queues;
  }

  /** Adds a queue as `add` does, and one job in every interval, or in each of the longest interval where that is shorter. */
  addRepeated(queue: QueueDefinition, everyMs: number): void {
    this.add(queue);
    this.repetitions.push(() => this.queue.repeat(queue.name, Math.min(everyMs, this.maxIntervalMs), {}));
  }

  async begin(): Promise<void> {
    for (const work of this.works) await work();
    for (const repeat of this.repetitions) await repeat();
  }
}
