import { Worker } from 'node:worker_threads';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { threadEntry } from '#libs/platform/process/thread-entry.js';
import { EventStoreUnavailableError } from '../../event-store.errors.js';
import type { EventPage, ReadAllOptions } from '../../event-store.port.js';
import { LogFaultError } from '../connection/client-faults.js';
import type { ScanAnswer, ScanRequest, ScanSettings } from './scan-messages.js';

const { entry, execArgv } = threadEntry(new URL('./scan-worker.ts', import.meta.url), import.meta.url);

/** The thread has ended, and what was asked of it was not answered. */
export class ThreadEndedError extends PlainError {
  override readonly name = 'ThreadEndedError';
  constructor(cause?: unknown) {
    super('The thread that reads the log has ended', { cause });
  }
}

/** A thread that reads and decodes pages of the log. It keeps the process alive only while a page is asked for. */
export class ScanThread {
  private readonly worker: Worker;
  private readonly asked = new Map<number, PromiseWithResolvers<EventPage>>();
  private count = 0;
  private ended: ThreadEndedError | undefined;

  constructor(
    settings: ScanSettings,
    private readonly onFault: (error: Error) => void,
  ) {
    this.worker = new Worker(entry, { execArgv, workerData: settings });
    this.worker.on('message', (answer: ScanAnswer) => this.take(answer));
    this.worker.on('error', (error) => this.end(error));
    this.worker.on('exit', () => this.end());
    this.worker.unref();
  }

  /** @throws EventStoreUnavailableError, ThreadEndedError */
  read(options: ReadAllOptions): Promise<EventPage> {
    if (this.ended !== undefined) return Promise.reject(this.ended);
    const answer = Promise.withResolvers<EventPage>();
    this.count += 1;
    this.asked.set(this.count, answer);
    this.worker.ref();
    this.worker.postMessage({ id: this.count, options } satisfies ScanRequest);
    return answer.promise;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private take(answer: ScanAnswer): void {
    if ('fault' in answer) {
      this.onFault(new LogFaultError(answer.fault));
      return;
    }
    const asked = this.asked.get(answer.id);
    this.asked.delete(answer.id);
    if (this.asked.size === 0) this.worker.unref();
    if ('page' in answer) asked?.resolve(JSON.parse(answer.page) as EventPage);
    else asked?.reject(new EventStoreUnavailableError(answer.unavailable));
  }

  private end(cause?: unknown): void {
    this.ended ??= new ThreadEndedError(cause);
    for (const { reject } of this.asked.values()) reject(this.ended);
    this.asked.clear();
  }
}
