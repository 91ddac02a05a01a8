import {
  maximumPieces,
  SentenceTooLongError as PackageTooLongError,
  type TargetToken,
  type Translation,
} from '@transledger/marian';
import { ModelBusyError, ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import {
  type SentenceToken,
  SentenceTooLongError,
  type SentenceTranslation,
} from '#libs/ports/inference/marian/marian-models.js';
import type { Line } from '#libs/ports/inference/waiting-work.js';
import type { FoundModel } from './installed-models.js';
import { LoadedModels, type LoadedModelsOptions } from './loaded-models.js';
import { type WaitingSentence, WaitingSentences } from './waiting-sentences.js';

/** Sentences that wait, and their UTF-16 units; one organization may have an eighth of each in a priority. */
const maxWaiting = 16_384;
const maxWaitingLength = 8 * 1024 * 1024;
const maxShare = 1 / 8;
/** Milliseconds that interactive sentences wait for their turn, the loading of their model included. */
const maxWaitMs = 15_000;

/** A sentence as it was asked for. */
export interface SentenceRequest {
  model: string;
  line: Line;
  text: string;
  /** Whether it is translated with no other beside it. */
  isAlone?: boolean;
  signal: AbortSignal;
  onToken?: (token: SentenceToken) => void;
  /** Called when a thread has it. */
  onBegun?: () => void;
}

interface Job extends WaitingSentence, Omit<SentenceRequest, 'isAlone'> {
  isAlone: boolean;
  resolve: (translation: SentenceTranslation) => void;
  reject: (reason: unknown) => void;
  /** Takes the listener off the signal. */
  release: () => void;
}

export interface TranslationWorkOptions
  extends Pick<LoadedModelsOptions, 'memory' | 'bytesOf' | 'load' | 'log' | 'now'> {
  /** Threads that work at the same time. */
  threads: number;
  /** Called for each sentence that was translated. */
  onTranslated?: (text: string) => void;
}

const pieceOf = (row: Float32Array | undefined): number => {
  let best = 0;
  for (const [index, weight] of (row ?? []).entries()) if (weight > (row?.[best] ?? 0)) best = index;
  return best;
};

const tokenOf = ({ text, begin, end, probability }: TargetToken, row: Float32Array | undefined): SentenceToken => ({
  text,
  begin,
  end,
  probability,
  piece: pieceOf(row),
});

const answerOf = ({ text, source, tokens, alignment, confidence, limited }: Translation): SentenceTranslation => ({
  text,
  pieces: source.map(({ begin, end }) => ({ begin, end })),
  tokens: tokens.map((token, index) => tokenOf(token, alignment?.[index])),
  confidence,
  limited,
});

/**
 * Translates sentences with so many threads: interactive ones before documents, organizations by turns, and of each model those of
 * like length together. A sentence whose model is not in memory waits apart until it is.
 */
export class TranslationWork {
  private readonly loaded: LoadedModels;
  private readonly waiting = new WaitingSentences<Job>();
  /** Sentences whose models are not in memory, by model. */
  private readonly arrivals = new Map<string, Set<Job>>();
  /** Number and length of what waits, by line. */
  private readonly lines = new Map<string, { count: number; length: number }>();
  private readonly all = { count: 0, length: 0 };
  private busyThreads = 0;
  private translating = 0;
  private isScheduled = false;

  constructor(private readonly options: TranslationWorkOptions) {
    this.loaded = new LoadedModels({
      ...options,
      isAwaited: (sha256) => this.waiting.has(sha256) || this.arrivals.has(sha256),
      onLoaded: (sha256) => this.admit(sha256),
      onLeaving: (sha256) => this.sendBack(sha256),
      onFailed: (sha256, error) => {
        for (const job of this.takeArrivals(sha256)) this.drop(job, error);
      },
    });
  }

  /** The models that can be asked for. */
  get models(): FoundModel[] {
    return this.loaded.usable;
  }

  /** Sentences that wait, and that are being translated; models in memory, and their bytes. */
  get state(): { waiting: number; translating: number; loaded: number; loadedBytes: number } {
    const { count: loaded, bytes: loadedBytes } = this.loaded;
    return { waiting: this.all.count, translating: this.translating, loaded, loadedBytes };
  }

  install(models: readonly FoundModel[]): void {
    this.loaded.install(models);
  }

  /**
   * Translates a sentence. Rejects with the signal's reason as soon as it aborts.
   * @throws ModelUnavailableError, ModelMissingError, ModelBusyError, SentenceTooLongError
   */
  async translate(request: SentenceRequest): Promise<SentenceTranslation> {
    const { signal, text } = request;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<SentenceTranslation>();
    const job: Job = { ...request, isAlone: request.isAlone ?? false, resolve, reject, release: () => undefined };
    const isLoaded = this.loaded.ask(request.model);
    this.count(job);
    const late =
      request.line.priority === 'document'
        ? undefined
        : setTimeout(() => this.drop(job, new ModelBusyError(`No turn came within ${maxWaitMs / 1_000} s`)), maxWaitMs);
    const onAbort = () => this.drop(job, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    job.release = () => {
      clearTimeout(late);
      signal.removeEventListener('abort', onAbort);
    };
    if (isLoaded) this.add(job);
    else this.arrive(job);
    const translation = await promise;
    this.options.onTranslated?.(text);
    return translation;
  }

  /** Unloads all models; what waits or is being translated is rejected. */
  async close(): Promise<void> {
    await this.loaded.close();
  }

  private arrive(job: Job): void {
    const before = this.arrivals.get(job.model);
    if (before === undefined) this.arrivals.set(job.model, new Set([job]));
    else before.add(job);
  }

  private add(job: Job): void {
    this.waiting.add(job);
    this.schedule();
  }

  private takeArrivals(model: string): Job[] {
    const jobs = [...(this.arrivals.get(model) ?? [])];
    this.arrivals.delete(model);
    return jobs;
  }

  private admit(model: string): void {
    for (const job of this.takeArrivals(model)) this.add(job);
  }

  private sendBack(model: string): void {
    const jobs = this.waiting.withdraw(model);
    if (jobs.length === 0) return;
    for (const job of jobs) this.arrive(job);
    try {
      if (this.loaded.ask(model)) this.admit(model);
    } catch (error) {
      for (const job of this.takeArrivals(model)) this.drop(job, error);
    }
  }

  /** Ends a sentence that waits. */
  private drop(job: Job, reason: unknown): void {
    const arrivals = this.arrivals.get(job.model);
    if (arrivals?.delete(job) === true && arrivals.size === 0) this.arrivals.delete(job.model);
    this.waiting.remove(job);
    this.uncount(job);
    job.release();
    job.reject(reason);
  }

  /** @throws ModelBusyError */
  private count({ line: { priority, organizationId = '' }, text }: Job): void {
    const name = `${priority} ${organizationId}`;
    const line = this.lines.get(name) ?? { count: 0, length: 0 };
    const { all } = this;
    if (all.count >= maxWaiting || line.count >= maxWaiting * maxShare)
      throw new ModelBusyError('Too many sentences wait for a model');
    if (all.length + text.length > maxWaitingLength || line.length + text.length > maxWaitingLength * maxShare)
      throw new ModelBusyError('Too much text waits for a model');
    this.lines.set(name, line);
    for (const tally of [all, line]) {
      tally.count += 1;
      tally.length += text.length;
    }
  }

  private uncount({ line: { priority, organizationId = '' }, text }: Job): void {
    const name = `${priority} ${organizationId}`;
    for (const tally of [this.all, this.lines.get(name)]) {
      if (tally === undefined) continue;
      tally.count -= 1;
      tally.length -= text.length;
    }
    if (this.lines.get(name)?.count === 0) this.lines.delete(name);
  }

  /** Sentences that come in one turn of the event loop are gathered. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      this.give();
    });
  }

  private give(): void {
    while (this.busyThreads < this.options.threads) {
      const batch = this.waiting.takeBatch(this.options.threads - this.busyThreads);
      const [first] = batch;
      if (first === undefined) return;
      void this.run(first.model, batch);
    }
  }

  private async run(model: string, batch: readonly Job[]): Promise<void> {
    const loaded = this.loaded.begin(model);
    this.busyThreads += 1;
    this.translating += batch.length;
    await Promise.all(
      batch.map(async (job) => {
        const { text, signal, onToken } = job;
        this.uncount(job);
        job.release();
        job.onBegun?.();
        try {
          const translation = await loaded.translate(text, {
            signal,
            alignment: true,
            ...(onToken && { onToken: (token, row) => onToken(tokenOf(token, row)) }),
          });
          job.resolve(answerOf(translation));
        } catch (error) {
          job.reject(this.faultOf(error, job));
        }
      }),
    );
    this.busyThreads -= 1;
    this.translating -= batch.length;
    this.loaded.end(model);
    this.give();
  }

  private faultOf(error: unknown, { signal, model }: Job): unknown {
    if (signal.aborted) return signal.reason;
    if (error instanceof PackageTooLongError) return new SentenceTooLongError(maximumPieces);
    this.options.log.error({ err: error, sha256: model }, 'a sentence could not be translated');
    return new ModelUnavailableError('The model failed');
  }
}
