import { Worker } from 'node:worker_threads';
import { compileKernel } from '../kernel/kernel.js';
import type { LoadedModel } from '../network/loaded-model.js';
import { maximumSourcePieces } from '../network/weights.js';
import type {
  MessageFromThread,
  MessageToThread,
  ThreadData,
  ThreadSentence,
  ThreadTranslation,
} from './thread-messages.js';

/** Sentences that wait among which one of like length is looked for. */
const lookAhead = 64;

/** Threads run what was built, also where these sources are run. */
const entry = import.meta.url.endsWith('.ts')
  ? new URL('../dist/threads/translation-thread.js', import.meta.url)
  : new URL('./translation-thread.js', import.meta.url);

type TokenMessage = Extract<MessageFromThread, { type: 'token' }>;

/** A sentence that waits or is being translated. */
interface Job {
  sentence: ThreadSentence;
  signal: AbortSignal | undefined;
  onToken: ((token: number, probability: number, alignment: Float32Array | undefined) => void) | undefined;
  resolve: (translation: ThreadTranslation) => void;
  reject: (reason: unknown) => void;
  /** Takes the listener off the signal. */
  release: () => void;
}

interface Thread {
  worker: Worker;
  cancelled: Int32Array;
  state: 'starting' | 'idle' | 'busy';
  /** By place in the batch; undefined once a job ended. */
  jobs: (Job | undefined)[];
}

/** Threads over one memory, and the sentences that wait for them. */
export class ThreadPool {
  private readonly kernel = compileKernel();
  private readonly threads: Thread[];
  private readonly waiting: Job[] = [];
  private isScheduled = false;
  private end: Error | undefined;
  private announceReady: () => void = () => {};
  private announceFailure: (error: Error) => void = () => {};
  /** Settles when every thread is ready, or one could not be started. */
  readonly ready: Promise<void>;

  constructor(
    private readonly model: LoadedModel,
    private readonly batch: number,
    /** Whether sentences that are given together are spread over the threads that are idle. */
    private readonly spread = true,
  ) {
    this.ready = new Promise((resolve, reject) => {
      this.announceReady = resolve;
      this.announceFailure = reject;
    });
    this.threads = model.scratches.map((_, index) => this.start(index));
  }

  translate(
    sentence: ThreadSentence,
    signal: AbortSignal | undefined,
    onToken: Job['onToken'],
  ): Promise<ThreadTranslation> {
    return new Promise((resolve, reject) => {
      if (this.end !== undefined) throw this.end;
      signal?.throwIfAborted();
      const job: Job = { sentence, signal, onToken, resolve, reject, release: () => {} };
      if (signal !== undefined) {
        const onAbort = (): void => this.cancel(job, signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        job.release = () => signal.removeEventListener('abort', onAbort);
      }
      this.waiting.push(job);
      this.schedule();
    });
  }

  /** Ends every thread; what waits or is being translated is rejected. */
  async close(): Promise<void> {
    this.fail(new Error('The translator was closed'));
    const ends = this.threads.map(({ worker }) => {
      // An idle thread keeps the process from nothing, and would not be awaited.
      worker.ref();
      return worker.terminate();
    });
    await Promise.all(ends);
  }

  private start(index: number): Thread {
    const cancelled = new Int32Array(new SharedArrayBuffer(4 * this.batch));
    const { memory, network, scratches, target } = this.model;
    const scratch = scratches[index];
    if (scratch === undefined) throw new Error(`There is no room for thread ${index}`);
    const workerData: ThreadData = { kernel: this.kernel, memory, network, scratch, endToken: target.end, cancelled };
    const worker = new Worker(entry, {
      workerData,
      // Threads have nothing to do with the environment, nor with the arguments of who uses them.
      env: {},
      execArgv: [],
      // What they compute with is in the shared memory.
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
    });
    const thread: Thread = { worker, cancelled, state: 'starting', jobs: [] };
    worker.on('message', (message: MessageFromThread) => this.hear(thread, message));
    worker.on('error', (error) => this.lose(index, thread, error));
    worker.on('exit', () => this.lose(index, thread, new Error('A thread of the translator ended')));
    return thread;
  }

  private hear(thread: Thread, message: MessageFromThread): void {
    // A thread that ends may still say that its batch is done.
    if (this.end !== undefined) return;
    if (message.type === 'token') {
      this.tell(thread, message);
      return;
    }
    if (message.type === 'sentence') {
      this.take(thread, message.index)?.resolve(message.translation);
      return;
    }
    thread.state = 'idle';
    thread.jobs = [];
    thread.worker.unref();
    if (this.threads.every(({ state }) => state !== 'starting')) this.announceReady();
    this.schedule();
  }

  /** A listener that throws ends its own sentence and no other. */
  private tell(thread: Thread, { index, token, probability, alignment }: TokenMessage): void {
    const job = thread.jobs[index];
    try {
      job?.onToken?.(token, probability, alignment);
    } catch (error) {
      if (job !== undefined) this.cancel(job, error);
    }
  }

  private take(thread: Thread, index: number): Job | undefined {
    const job = thread.jobs[index];
    thread.jobs[index] = undefined;
    job?.release();
    return job;
  }

  private cancel(job: Job, reason: unknown): void {
    job.release();
    const place = this.waiting.indexOf(job);
    if (place >= 0) this.waiting.splice(place, 1);
    for (const thread of this.threads) {
      const index = thread.jobs.indexOf(job);
      if (index < 0) continue;
      thread.jobs[index] = undefined;
      Atomics.store(thread.cancelled, index, 1);
    }
    job.reject(reason);
  }

  /** A thread that died loses its batch, and another takes its place; one that never came up ends the pool. */
  private lose(index: number, thread: Thread, error: Error): void {
    if (this.end !== undefined || this.threads[index] !== thread) return;
    if (thread.state === 'starting') {
      this.fail(error);
      return;
    }
    const jobs = thread.jobs.filter((job) => job !== undefined);
    this.threads[index] = this.start(index);
    for (const job of jobs) {
      job.release();
      job.reject(error);
    }
  }

  private fail(error: Error): void {
    if (this.end !== undefined) return;
    this.end = error;
    this.announceFailure(error);
    const jobs = [...this.waiting, ...this.threads.flatMap((thread) => thread.jobs)];
    this.waiting.length = 0;
    for (const job of jobs) {
      job?.release();
      job?.reject(error);
    }
  }

  /** Sentences that are given in one turn of the event loop go together. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      this.give();
    });
  }

  private give(): void {
    if (this.end !== undefined) return;
    const idle = this.threads.filter(({ state }) => state === 'idle');
    for (const [index, thread] of idle.entries()) {
      if (this.waiting.length === 0) return;
      const share = this.spread ? Math.ceil(this.waiting.length / (idle.length - index)) : this.batch;
      thread.jobs = this.nextBatch(Math.min(this.batch, share));
      thread.cancelled.fill(0);
      thread.state = 'busy';
      thread.worker.ref();
      thread.worker.postMessage(thread.jobs.map((job) => job?.sentence as ThreadSentence) satisfies MessageToThread);
    }
  }

  /** The sentence that has waited longest, and those of the next whose lengths are nearest to its own. */
  private nextBatch(size: number): Job[] {
    const lengthOf = ({ sentence }: Job): number => sentence.tokens.length;
    const [first, ...others] = this.waiting.slice(0, lookAhead);
    if (first === undefined) return [];
    const distance = (job: Job): number => Math.abs(lengthOf(job) - lengthOf(first));
    const chosen = [first];
    let pieces = lengthOf(first);
    for (const job of others.sort((one, other) => distance(one) - distance(other))) {
      if (chosen.length === size) break;
      if (pieces + lengthOf(job) > maximumSourcePieces) continue;
      chosen.push(job);
      pieces += lengthOf(job);
    }
    const isChosen = new Set(chosen);
    this.waiting.splice(0, lookAhead, ...this.waiting.slice(0, lookAhead).filter((job) => !isChosen.has(job)));
    return chosen;
  }
}
