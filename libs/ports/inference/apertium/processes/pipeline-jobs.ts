import { type Line, WaitingWork } from '../../waiting-work.js';

export interface PipelineJob {
  readonly text: string;
  /** Number of chains that have died with this text as their oldest. */
  failures: number;
  /** The caller has cancelled and takes no answer any more. */
  cancelled: boolean;
  /** The blank that ends this text in the stream and must end its answer. */
  marker: string;
  resolve(answer: string): void;
  reject(error: unknown): void;
}

/** Texts that wait for a chain: put back ones first, then the others in the turns of `WaitingWork`. */
export class JobQueue {
  private again: PipelineJob[] = [];
  private readonly waiting = new WaitingWork<PipelineJob>();

  /** Adds a text. An aborted job leaves the queue; the answer of one that is in flight already is dropped. */
  add(text: string, line: Line, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const job: PipelineJob = {
        text,
        failures: 0,
        marker: '',
        cancelled: false,
        resolve: (answer) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(answer);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      const onAbort = (): void => {
        job.cancelled = true;
        this.waiting.remove(line, job);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(line, job);
    });
  }

  get isEmpty(): boolean {
    return this.peek() === undefined;
  }

  peek(): PipelineJob | undefined {
    return this.firstAgain() ?? this.waiting.peek();
  }

  /** Takes out the job that `peek` returns. */
  take(): void {
    if (this.firstAgain() === undefined) this.waiting.take();
    else this.again.shift();
  }

  /** Puts jobs back that a chain did not answer, oldest first. */
  putBack(jobs: readonly PipelineJob[]): void {
    this.again = [...jobs.filter((job) => !job.cancelled), ...this.again];
  }

  clear(): PipelineJob[] {
    const { again, waiting } = this;
    this.again = [];
    return [...again, ...waiting.clear()];
  }

  private firstAgain(): PipelineJob | undefined {
    while (this.again[0]?.cancelled === true) this.again.shift();
    return this.again[0];
  }
}
