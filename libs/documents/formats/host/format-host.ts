import type { Segment } from '#libs/text/segments/segment.js';
import type { DocumentSummary, ExtractedSegment, FormatOptions, MergeOptions, SourceFile } from '../format.port.js';
import type { FormatThread } from './format-thread.js';
import {
  type Answer,
  errorOf,
  type FormatDescription,
  sharedSize,
  type ThreadJob,
  type ThreadQuestion,
  type ThreadResult,
} from './thread-messages.js';
import { ThreadPool } from './thread-pool.js';

export type { FormatDescription } from './thread-messages.js';

/**
 * Reads and writes documents in threads of their own, so that a file, whatever is in it, can neither block the
 * process nor use up its memory. The file, the translations and the output flow through in pieces.
 * A generator that is left early, and a signal, free the thread.
 */
export interface FormatHost {
  /**
   * The format of the file by its content; name and type are hints.
   * @throws FormatError, UnsupportedFormatError
   */
  detect(file: SourceFile, fileName: string, declaredType?: string, signal?: AbortSignal): Promise<FormatDescription>;
  /** Extracts like `DocumentFormat.extract` of the format of that name. @throws FormatError */
  extract(
    format: string,
    file: SourceFile,
    options: FormatOptions,
    signal?: AbortSignal,
  ): AsyncGenerator<ExtractedSegment[], DocumentSummary>;
  /** Merges like `DocumentFormat.merge`; pulls translations ahead, and closes their iterator. @throws FormatError */
  merge(
    format: string,
    file: SourceFile,
    options: MergeOptions,
    translations: AsyncIterator<Segment, undefined>,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array, void>;
  close(): Promise<void>;
}

export interface FormatHostOptions {
  /** Files at a time, at most: 2. */
  threads?: number;
  /** MiB for one file, of JavaScript heap and as much again for buffers: 256. */
  heapMb?: number;
  /** Milliseconds that a thread may compute without asking for anything: 30,000. */
  stallMs?: number;
  /** Milliseconds that a thread may compute for one job in all: 600,000. */
  jobMs?: number;
  /** Milliseconds that a thread lives without work: 30,000. */
  idleMs?: number;
  /** The module of another list of formats than the product's. */
  registry?: URL;
}

const productRegistry = new URL(`../format-registry${import.meta.url.slice(-3)}`, import.meta.url);
const translationsAtOnce = 64;

export const createFormatHost = (options: FormatHostOptions = {}): FormatHost => {
  const pool = new ThreadPool({
    threads: options.threads ?? 2,
    heapMb: options.heapMb ?? 256,
    stallMs: options.stallMs ?? 30_000,
    jobMs: options.jobMs ?? 600_000,
    idleMs: options.idleMs ?? 30_000,
    registry: options.registry ?? productRegistry,
  });
  return {
    async detect(file, fileName, declaredType, signal) {
      const job: ThreadJob = { kind: 'detect', fileName, declaredType, size: file.size };
      const result = await runJob(pool, job, { file, signal }).next();
      return result.value as FormatDescription;
    },
    async *extract(format, file, extractOptions, signal) {
      const job: ThreadJob = { kind: 'extract', format, options: extractOptions, size: file.size };
      return (yield* runJob(pool, job, { file, signal }) as AsyncGenerator<ExtractedSegment[], DocumentSummary>) ?? {};
    },
    async *merge(format, file, mergeOptions, translations, signal) {
      const job: ThreadJob = { kind: 'merge', format, options: mergeOptions, size: file.size };
      yield* runJob(pool, job, { file, translations, signal }) as AsyncGenerator<Uint8Array, undefined>;
    },
    close: () => pool.close(),
  };
};

interface JobInput {
  file: SourceFile;
  translations?: AsyncIterator<Segment, undefined>;
  signal: AbortSignal | undefined;
}

/** Yields the output of the thread, and returns its result. */
async function* runJob(
  pool: ThreadPool,
  job: ThreadJob,
  input: JobInput,
): AsyncGenerator<ExtractedSegment[] | Uint8Array, ThreadResult> {
  const thread = await pool.acquire(input.signal);
  let over = false;
  let fit = false;
  /** The question behind what is being yielded. */
  let pending: number | undefined;
  /** The reason that the host could not answer; the thread's own error would only say that it did not. */
  let lost: { error: unknown } | undefined;
  /** A late answer must not reach the next job of the thread. */
  const answer = async (question: ThreadQuestion): Promise<void> => {
    try {
      if (question.kind === 'read') {
        const { start, end } = question.asked;
        const bytes = await input.file.read(start, Math.min(end, start + sharedSize));
        if (!over) thread.answerWithBytes(question.id, bytes);
      } else {
        const segments = await nextTranslations(input.translations);
        if (!over) thread.answer(question.id, segments);
      }
    } catch (error) {
      lost ??= { error };
      if (!over) thread.refuse(question.id);
    }
  };
  try {
    thread.start(job, input.signal);
    for (;;) {
      const message = await thread.next();
      if (message.type === 'ended') {
        fit = true;
        return message.result;
      }
      if (message.type === 'failed') {
        fit = message.failure.kind !== 'fault';
        throw lost ? lost.error : errorOf(message.failure);
      }
      if (message.kind === 'segments' || message.kind === 'bytes') {
        pending = message.id;
        yield message.kind === 'bytes' ? thread.output(message.asked) : message.asked;
        pending = undefined;
        thread.answer(message.id, true);
      } else void answer(message);
    }
  } finally {
    if (pending !== undefined) fit = await stop(thread, pending);
    over = true;
    pool.release(thread, fit);
    // Not awaited: where it is the source of translations that stalls, its end would be long in coming.
    input.translations?.return?.().catch(() => undefined);
  }
}

const nextTranslations = async (translations?: AsyncIterator<Segment, undefined>): Promise<Answer> => {
  const segments: Segment[] = [];
  while (segments.length < translationsAtOnce) {
    const next = await translations?.next();
    if (!next?.value) return { segments, done: true };
    segments.push(next.value);
  }
  return { segments, done: false };
};

/** Notifies the thread that no more is wanted; returns whether it ended in good order. */
const stop = async (thread: FormatThread, pending: number): Promise<boolean> => {
  thread.answer(pending, false);
  const last = await thread.last().catch(() => undefined);
  return last?.type === 'ended';
};
