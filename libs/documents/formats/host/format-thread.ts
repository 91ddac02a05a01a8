import { Worker } from 'node:worker_threads';
import { threadEntry } from '#libs/platform/process/thread-entry.js';
import { FormatError } from '../format.errors.js';
import {
  type Answer,
  type JobMessage,
  type MessageFromThread,
  type MessageToThread,
  sharedSize,
  type ThreadJob,
} from './thread-messages.js';

export interface ThreadLimits {
  /** MiB of JavaScript heap, and as much again outside of it (buffers). */
  heapMb: number;
  /** Milliseconds that a thread may compute without asking for anything. */
  stallMs: number;
  /** Milliseconds that a thread may compute for one job in all. */
  jobMs: number;
}

/** Messages for a file whose thread had to be ended. */
export const endedThread = {
  tooLong: 'The file took too long to read.',
  tooMuchMemory: 'The file needed too much memory to read.',
  crashed: 'The file could not be read to its end.',
};

/** Limits of finding the format of a file: some 5 ms of computing, and 10 more for each MB of text. */
const detectLimits = { stallMs: 2_000, jobMs: 10_000 };

/** Milliseconds between two checks of a busy thread. */
const watchMs = 100;
/** Milliseconds that a thread may take to load, on however busy a machine. */
const loadMs = 60_000;

const { entry, execArgv } = threadEntry(new URL('./format-worker.ts', import.meta.url), import.meta.url);

type TimeLimits = Pick<ThreadLimits, 'stallMs' | 'jobMs'>;

const lower = (one: TimeLimits, other: TimeLimits): TimeLimits => ({
  stallMs: Math.min(one.stallMs, other.stallMs),
  jobMs: Math.min(one.jobMs, other.jobMs),
});

/** A worker thread under watch. When it stalls, eats memory or dies, it has ended for good and reports why. */
export class FormatThread {
  private readonly shared = new Uint8Array(new SharedArrayBuffer(sharedSize));
  private readonly worker: Worker;
  private readonly messages: JobMessage[] = [];
  private wake: (() => void) | undefined;
  private watch: NodeJS.Timeout | undefined;
  private signal: AbortSignal | undefined;
  private loaded = false;
  /** Questions that the host has not answered yet. While there are any, time does not count against the thread. */
  private owed = 0;
  private turnBegan = 0;
  private computed = 0;
  private jobLimits: TimeLimits;
  private death: Error | undefined;

  constructor(
    registry: URL,
    private readonly limits: ThreadLimits,
  ) {
    this.jobLimits = limits;
    this.worker = new Worker(entry, {
      execArgv,
      env: {},
      workerData: { registry: registry.href, shared: this.shared },
      // Where the process has a flag for its semi-space, as a worker has, that holds instead of the young generation's limit.
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 },
    });
    this.worker.on('message', (message: MessageFromThread) => {
      if (message.type === 'ready') {
        this.loaded = true;
        this.beginTurn();
        return;
      }
      if (message.type === 'question') this.owed += 1;
      if (this.owed <= 1) this.endTurn();
      this.messages.push(message);
      this.wake?.();
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.die(tooMuchMemory());
      else this.die(this.loaded ? crashed() : new Error('A format thread could not be started', { cause: error }));
    });
    this.worker.on('exit', () => this.die(crashed()));
    this.worker.unref();
  }

  get alive(): boolean {
    return this.death === undefined;
  }

  start(job: ThreadJob, signal?: AbortSignal): void {
    this.worker.ref();
    this.signal = signal;
    signal?.addEventListener('abort', this.onAbort);
    this.messages.length = 0;
    this.owed = 0;
    this.computed = 0;
    this.jobLimits = job.kind === 'detect' ? lower(this.limits, detectLimits) : this.limits;
    this.watch = setInterval(() => this.look(), watchMs);
    this.beginTurn();
    this.worker.postMessage({ type: 'start', job } satisfies MessageToThread);
  }

  /** Marks the job as ended; the thread waits for another. */
  rest(): void {
    clearInterval(this.watch);
    this.signal?.removeEventListener('abort', this.onAbort);
    this.worker.unref();
  }

  /**
   * The next message of the thread, also after the job's signal.
   * @throws FormatError `hostile` when it had to be ended
   */
  async last(): Promise<JobMessage> {
    for (;;) {
      const message = this.messages.shift();
      if (message) return message;
      if (this.death) throw this.death;
      await this.news();
    }
  }

  /**
   * The next message of the thread.
   * @throws FormatError `hostile` when it had to be ended; the signal's reason
   */
  async next(): Promise<JobMessage> {
    while (this.messages.length === 0 && !this.death && !this.signal?.aborted) await this.news();
    this.signal?.throwIfAborted();
    return await this.last();
  }

  answer(id: number, value: Answer): void {
    this.reply({ type: 'answer', id, value });
  }

  /** Answers a read of the thread with bytes. */
  answerWithBytes(id: number, bytes: Uint8Array): void {
    this.shared.set(bytes);
    this.answer(id, bytes.length);
  }

  /** The output that a question of the thread announces, to be taken before the answer. */
  output(length: number): Uint8Array {
    return this.shared.slice(0, length);
  }

  /** Tells the thread that there will be no answer: the job ends. */
  refuse(id: number): void {
    this.reply({ type: 'failed', id });
  }

  async end(reason: Error = new Error('The thread was closed')): Promise<void> {
    this.die(reason);
    await this.worker.terminate();
  }

  private readonly onAbort = (): void => this.wake?.();

  private news(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private reply(message: MessageToThread): void {
    this.owed -= 1;
    if (this.owed === 0) this.beginTurn();
    this.worker.postMessage(message);
  }

  private beginTurn(): void {
    this.turnBegan = performance.now();
  }

  private endTurn(): void {
    this.computed += performance.now() - this.turnBegan;
  }

  private look(): void {
    if (this.owed === 0 && this.messages.length === 0) {
      const turn = performance.now() - this.turnBegan;
      const { stallMs, jobMs } = this.jobLimits;
      const isTooLong = this.loaded ? turn > stallMs || this.computed + turn > jobMs : turn > loadMs;
      if (isTooLong) {
        void this.end(new FormatError('hostile', endedThread.tooLong));
        return;
      }
    }
    // A heap limit of V8 does not count buffers.
    this.worker.getHeapStatistics().then(
      ({ external_memory: external }) => {
        if (external > this.limits.heapMb * 1024 * 1024) void this.end(tooMuchMemory());
      },
      () => {},
    );
  }

  private die(reason: Error): void {
    this.death ??= reason;
    clearInterval(this.watch);
    this.signal?.removeEventListener('abort', this.onAbort);
    this.wake?.();
  }
}

const tooMuchMemory = (): FormatError => new FormatError('hostile', endedThread.tooMuchMemory);
const crashed = (): FormatError => new FormatError('hostile', endedThread.crashed);
