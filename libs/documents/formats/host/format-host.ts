import type { ConversionOptions } from '#libs/documents/conversions/conversion.port.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type {
  DocumentSummary,
  ExtractedSegment,
  FormatOptions,
  MergeOptions,
  MergeSummary,
  Pagination,
  SourceFile,
} from '../format.port.js';
import type { TextCount } from '../text-count.js';
import type { FormatThread } from './format-thread.js';
import {
  type Answer,
  type DetectedDescription,
  errorOf,
  type FormatDescription,
  sharedSize,
  type ThreadJob,
  type ThreadQuestion,
  type ThreadResult,
} from './thread-messages.js';
import { ThreadPool, type ThreadUser } from './thread-pool.js';

export type { DetectedDescription, FormatDescription } from './thread-messages.js';
export type { ThreadUser } from './thread-pool.js';

/**
 * Reads and writes documents in threads of their own, so that a file, whatever is in it, can neither block the
 * process nor use up its memory. The file, the translations and the output flow through in pieces.
 * A generator that is left early, and a signal, free the thread. Each organization has a share of the threads, and all
 * methods throw `NoSlotError` where its turn does not come in time.
 */
export interface FormatHost {
  /** All formats that files can be in. */
  formats(user: ThreadUser): Promise<readonly FormatDescription[]>;
  /**
   * The format of the file by its content; name and type are hints. A file whose format is not found within two
   * seconds of computing is `hostile`.
   * @throws FormatError, UnsupportedFormatError
   */
  detect(
    file: SourceFile,
    fileName: string,
    declaredType: string | undefined,
    user: ThreadUser,
  ): Promise<DetectedDescription>;
  /** Counts like `countText` of the format of that name. @throws FormatError */
  count(
    format: string,
    file: SourceFile,
    options: FormatOptions,
    user: ThreadUser,
  ): AsyncGenerator<TextCount, DocumentSummary>;
  /** Extracts like `DocumentFormat.extract` of the format of that name. @throws FormatError */
  extract(
    format: string,
    file: SourceFile,
    options: FormatOptions,
    user: ThreadUser,
  ): AsyncGenerator<ExtractedSegment[], DocumentSummary>;
  /** Merges like `DocumentFormat.merge`; pulls translations ahead, and closes their iterator. @throws FormatError */
  merge(
    format: string,
    file: SourceFile,
    options: MergeOptions,
    translations: AsyncIterator<Segment, undefined>,
    user: ThreadUser,
  ): AsyncGenerator<Uint8Array, MergeSummary>;
  /** Marks like `DocumentFormat.marked` of the format of that name. @throws FormatError, UnsupportedFormatError */
  mark(format: string, file: SourceFile, user: ThreadUser): AsyncGenerator<Uint8Array, void>;
  /** The pages that the paragraphs of a marked document begin on, by the PDF made of it. @throws FormatError */
  readPlaces(pdf: SourceFile, user: ThreadUser): Promise<Pagination>;
  /** Why files of the format cannot be written in a language now; undefined where they can. */
  missingFor(format: string, targetLanguage: string, user: ThreadUser): Promise<string | undefined>;
  /**
   * Makes a file of another format.
   * @throws FormatError, UnsupportedFormatError
   */
  convert(
    from: string,
    to: string,
    file: SourceFile,
    options: ConversionOptions,
    user: ThreadUser,
  ): AsyncGenerator<Uint8Array, void>;
  close(): Promise<void>;
}

export interface FormatHostOptions {
  /** Files at a time, at most, and one fewer of the same organization: 2. */
  threads?: number;
  /** Callers of one organization that wait for a thread, at most: 32. */
  maxWaiting?: number;
  /** Milliseconds that a caller waits for a thread; without end when omitted. */
  waitMs?: number;
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
    maxWaiting: options.maxWaiting ?? 32,
    waitMs: options.waitMs,
    heapMb: options.heapMb ?? 256,
    stallMs: options.stallMs ?? 30_000,
    jobMs: options.jobMs ?? 600_000,
    idleMs: options.idleMs ?? 30_000,
    registry: options.registry ?? productRegistry,
  });
  let list: readonly FormatDescription[] | undefined;
  return {
    async formats(user) {
      if (list === undefined) {
        const result = await runJob(pool, { kind: 'list', size: 0 }, { file: noFile, user }).next();
        list = result.value as FormatDescription[];
      }
      return list;
    },
    async detect(file, fileName, declaredType, user) {
      const job: ThreadJob = { kind: 'detect', fileName, declaredType, size: file.size };
      const result = await runJob(pool, job, { file, user }).next();
      return result.value as DetectedDescription;
    },
    async *count(format, file, countOptions, user) {
      const job: ThreadJob = { kind: 'count', format, options: countOptions, size: file.size };
      return (yield* runJob(pool, job, { file, user }) as AsyncGenerator<TextCount, DocumentSummary>) ?? {};
    },
    async *extract(format, file, extractOptions, user) {
      const job: ThreadJob = { kind: 'extract', format, options: extractOptions, size: file.size };
      return (yield* runJob(pool, job, { file, user }) as AsyncGenerator<ExtractedSegment[], DocumentSummary>) ?? {};
    },
    async *merge(format, file, mergeOptions, translations, user) {
      const job: ThreadJob = { kind: 'merge', format, options: mergeOptions, size: file.size };
      return (yield* runJob(pool, job, { file, translations, user }) as AsyncGenerator<Uint8Array, MergeSummary>) ?? {};
    },
    async *mark(format, file, user) {
      yield* runJob(pool, { kind: 'mark', format, size: file.size }, { file, user }) as AsyncGenerator<Uint8Array>;
    },
    async readPlaces(pdf, user) {
      const result = await runJob(pool, { kind: 'paginate', size: pdf.size }, { file: pdf, user }).next();
      return result.value as Pagination;
    },
    async missingFor(format, targetLanguage, user) {
      const job: ThreadJob = { kind: 'missing', format, targetLanguage, size: 0 };
      const result = await runJob(pool, job, { file: noFile, user }).next();
      return result.value as string | undefined;
    },
    async *convert(from, to, file, conversionOptions, user) {
      const job: ThreadJob = { kind: 'convert', from, to, options: conversionOptions, size: file.size };
      yield* runJob(pool, job, { file, user }) as AsyncGenerator<Uint8Array, void>;
    },
    close: () => pool.close(),
  };
};

interface JobInput {
  file: SourceFile;
  translations?: AsyncIterator<Segment, undefined>;
  user: ThreadUser;
}

const noFile: SourceFile = { size: 0, read: async () => new Uint8Array() };

/** Yields the output of the thread, and returns its result. */
async function* runJob(
  pool: ThreadPool,
  job: ThreadJob,
  input: JobInput,
): AsyncGenerator<TextCount | ExtractedSegment[] | Uint8Array, ThreadResult> {
  const thread = await pool.acquire(input.user);
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
    thread.start(job, input.user.signal);
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
      if (message.kind === 'read' || message.kind === 'translations') void answer(message);
      else {
        pending = message.id;
        yield message.kind === 'bytes' ? thread.output(message.asked) : message.asked;
        pending = undefined;
        thread.answer(message.id, true);
      }
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
