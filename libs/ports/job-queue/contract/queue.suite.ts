import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { JsonObject } from '#libs/domain/json.js';
import { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import type { Job, JobQueue, QueueDefinition } from '../job-queue.port.js';

export interface JobQueueEngine {
  /** Port of the engine on the loopback address. */
  port: number;
  /** Opens the queue as another process does; by way of another port, if given. It polls ten times a second. */
  open(port?: number): Promise<JobQueue>;
}

export const patient = { timeout: 45_000, interval: 20 };
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const forever = () => new Promise<never>(() => {});

export interface Task extends JsonObject {
  n: number;
}

/** A handler that records its jobs and fails the first `failures` tries. */
export class RecordingHandler {
  readonly jobs: Job<Task>[] = [];
  readonly times: number[] = [];
  failures = 0;

  readonly handle = async (job: Job<Task>): Promise<void> => {
    this.jobs.push(job);
    this.times.push(performance.now());
    if (this.jobs.length <= this.failures) throw new Error('not this time');
  };

  get numbers(): number[] {
    return this.jobs.map(({ data }) => data.n);
  }

  get attempts(): number[] {
    return this.jobs.map(({ attempt }) => attempt);
  }

  has(count: number): Promise<void> {
    return vi.waitFor(() => expect(this.jobs.length).toBeGreaterThanOrEqual(count), patient);
  }
}

/** A queue of its own name for each case, and the processes that use it. */
export class QueueSuite {
  private readonly opened: JobQueue[] = [];
  private readonly proxies: CuttingProxy[] = [];
  private current: JobQueue | undefined;
  queueName = '';

  constructor(private readonly engine: () => JobQueueEngine) {}

  async beginCase(): Promise<void> {
    this.queueName = `queue-${randomUUID()}`;
    this.current = await this.open();
  }

  async endCase(): Promise<void> {
    for (const proxy of this.proxies.splice(0)) await proxy.stop();
    await Promise.all(this.opened.splice(0).map((queue) => queue.stop(0)));
  }

  /** The queue of the first process. */
  get queue(): JobQueue {
    if (this.current === undefined) throw new Error('The engine did not start');
    return this.current;
  }

  async open(port?: number): Promise<JobQueue> {
    const queue = await this.engine().open(port);
    this.opened.push(queue);
    return queue;
  }

  async openBehindProxy(): Promise<{ proxy: CuttingProxy; worker: JobQueue }> {
    const proxy = await CuttingProxy.start(this.engine().port);
    this.proxies.push(proxy);
    return { proxy, worker: await this.open(proxy.port) };
  }

  /** Stops the first process in an orderly way, and starts it anew. */
  async restart(): Promise<void> {
    await this.queue.stop();
    this.current = await this.open();
  }

  definition(
    handle: QueueDefinition<Task>['handle'],
    changes: Partial<QueueDefinition<Task>> = {},
  ): QueueDefinition<Task> {
    return { name: this.queueName, concurrency: 4, retryDelays: [], timeoutMs: 60_000, handle, ...changes };
  }

  enqueue(n: number, options?: { key?: string; startAfter?: Date }): Promise<string | undefined> {
    return this.queue.enqueue(this.queueName, { n }, options);
  }

  async status() {
    return (await this.queue.status()).find(({ queue }) => queue === this.queueName);
  }

  until(status: { waiting?: number; delayed?: number; active?: number; failed?: number }): Promise<void> {
    return vi.waitFor(async () => expect(await this.status()).toMatchObject(status), patient);
  }

  idle(): Promise<void> {
    return this.until({ waiting: 0, delayed: 0, active: 0 });
  }
}
