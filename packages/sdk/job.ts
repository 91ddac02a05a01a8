import type { Download } from './download.js';
import { TransledgerError } from './errors.js';
import { type CallOptions, pause, type Requests } from './requests.js';
import type * as api from './types.js';

interface State {
  id: string;
  status: string;
  progress: number;
  error?: { code: string; message: string };
}

const firstLookMs = 250;
const maxLookMs = 5_000;

const failureOf = ({ id, error, requestId }: api.Answer<State>): TransledgerError =>
  new TransledgerError(error?.message ?? 'The work failed.', {
    ...{ code: (error?.code ?? 'processing_failed') as api.ErrorCode, status: 500, requestId },
    ...{ details: { id }, retryable: false },
  });

/**
 * Work that the service does by itself: a document's translation, or a report. It goes on without this client, and is found again by its id.
 * @example
 * const job = await client.documents.translate(file, { target: 'es', filename: 'house.txt' });
 * for await (const { status, progress } of job) console.log(status, progress);
 */
export class Job<Of extends State> implements AsyncIterable<api.Answer<Of>> {
  constructor(
    private readonly requests: Requests,
    /** Id of the document or the report. */
    readonly id: string,
    private readonly paths: { state: string; download: string; query?: object },
    private readonly begun?: api.Answer<Of>,
  ) {}

  /**
   * Its state now.
   * @example const { status } = await client.documents.resume(documentId).state();
   */
  state(options?: CallOptions): api.Answered<Of> {
    const { state: path, query } = this.paths;
    return this.requests.data({ method: 'GET', path, query }, options);
  }

  /** Its states, each once it has changed, until it has ended. What fails throws its error. */
  [Symbol.asyncIterator](): AsyncGenerator<api.Answer<Of>> {
    return this.progress();
  }

  /**
   * Its states, as iteration gives them, ended by a signal.
   * @example for await (const { progress } of client.documents.resume(documentId).progress({ signal })) console.log(progress);
   */
  async *progress(options: CallOptions = {}): AsyncGenerator<api.Answer<Of>> {
    let state = this.begun ?? (await this.state(options));
    for (let wait = firstLookMs; ; wait = Math.min(maxLookMs, wait * 1.5)) {
      yield state;
      if (state.status === 'failed') throw failureOf(state);
      if (!['pending', 'processing', 'generating'].includes(state.status)) return;
      for (const { progress, status } = state; state.progress === progress && state.status === status; ) {
        await pause(wait * (0.75 + Math.random() / 2), options.signal);
        state = await this.state(options);
      }
    }
  }

  /**
   * Its last state, when it has ended well.
   * @example const { word_count } = await client.documents.resume(documentId).result();
   */
  async result(options: CallOptions = {}): api.Answered<Of> {
    let last: api.Answer<Of> | undefined;
    for await (const state of this.progress(options)) last = state;
    return last as api.Answer<Of>;
  }

  /**
   * Waits for its end, and receives the file.
   * @example const translated = await (await client.documents.resume(documentId).download()).text();
   */
  async download(query: object = {}, options: CallOptions = {}): Promise<Download> {
    await this.result(options);
    const call = { method: 'GET', path: this.paths.download, query: { ...this.paths.query, ...query } } as const;
    return this.requests.file(call, options);
  }
}
