export type Priority = 'interactive' | 'document';

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

/** Texts that wait for a chain: put back ones first, then interactive ones, then documents, each in their order. */
export class JobQueue {
  private again: PipelineJob[] = [];
  private readonly waiting: Record<Priority, PipelineJob[]> = { interactive: [], document: [] };

  /** Adds a text. An aborted job leaves the queue; the answer of one that is in flight already is dropped. */
  add(text: string, priority: Priority, signal?: AbortSignal): Promise<string> {
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
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting[priority].push(job);
    });
  }

  get isEmpty(): boolean {
    return this.peek() === undefined;
  }

  peek(): PipelineJob | undefined {
    return this.firstOf(this.again) ?? this.firstOf(this.waiting.interactive) ?? this.firstOf(this.waiting.document);
  }

  take(): void {
    const job = this.peek();
    if (job === this.again[0]) this.again.shift();
    else if (job === this.waiting.interactive[0]) this.waiting.interactive.shift();
    else this.waiting.document.shift();
  }

  /** Puts jobs back that a chain did not answer, oldest first. */
  putBack(jobs: readonly PipelineJob[]): void {
    this.again = [...jobs.filter((job) => !job.cancelled), ...this.again];
  }

  clear(): PipelineJob[] {
    const { again, waiting } = this;
    this.again = [];
    return [...again, ...waiting.interactive.splice(0), ...waiting.document.splice(0)];
  }

  private firstOf(jobs: PipelineJob[]): PipelineJob | undefined {
    while (jobs[0]?.cancelled === true) jobs.shift();
    return jobs[0];
  }
}
