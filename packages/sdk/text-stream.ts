import { Attempt } from './attempt.js';
import { TransledgerError } from './errors.js';
import { type CallOptions, pause, pauseBefore, type Requests } from './requests.js';
import type { ErrorCode, TranslateRequest } from './types.js';

/** The end of a streamed translation, with the whole of it. */
export interface StreamedTranslation {
  translation: string;
  source_language: string;
  target_language: string;
  word_count: number;
  character_count: number;
  /** 0 to 1. */
  confidence: number;
  model: string;
  model_sha256: string[];
  cached: boolean;
  route?: string[];
  warnings?: { code: string; message: string }[];
  requestId: string;
}

interface ErrorFrame {
  type: 'error';
  code: ErrorCode;
  message: string;
  status: number;
  details?: Record<string, unknown>;
  request_id?: string;
}

type Frame =
  | { type: 'authenticated'; connection_id: string }
  | { type: 'token'; token: string; index: number }
  | ({ type: 'complete'; id: string; request_id: string } & Omit<StreamedTranslation, 'translation' | 'requestId'>)
  | ErrorFrame
  | { type: 'ping' };

/** The name of the one translation of a connection. */
const id = '1';
/** Cancels what is in flight. */
const done = 1000;
/** Any other code keeps it for a minute, to be resumed. */
const comingBack = 4000;
const maxWaitingFrames = 100_000;

const brokenBy = (why: string): TransledgerError =>
  new TransledgerError(`The stream broke: ${why}.`, { code: 'connection_failed', retryable: true });

const errorIn = ({ code, message, status, details, request_id: requestId }: ErrorFrame): TransledgerError => {
  const resetIn = (Date.parse(String(details?.reset_at)) - Date.now()) / 1_000;
  const retryAfter = Number.isNaN(resetIn) ? undefined : Math.max(0, resetIn);
  const retryable = code !== 'quota_exceeded' && (status === 429 || status >= 500);
  return new TransledgerError(message, { code, status, details, requestId, retryAfter, retryable });
};

/** The frames of one connection; its end throws. */
async function* framesOf(socket: WebSocket, attempt: Attempt, silenceMs: number): AsyncGenerator<Frame> {
  const frames: Frame[] = [];
  let end: unknown;
  let wake = () => {};
  const endWith = (reason: unknown) => {
    end ??= reason;
    wake();
  };
  socket.onmessage = ({ data }) => {
    try {
      frames.push(JSON.parse(String(data)));
    } catch {
      endWith(brokenBy('a frame is not JSON'));
    }
    if (frames.length > maxWaitingFrames) endWith(brokenBy('more came than was read'));
    wake();
  };
  socket.onclose = ({ code }) => endWith(brokenBy(`it was closed with ${code}`));
  attempt.signal.addEventListener('abort', () => endWith(attempt.signal.reason));
  if (attempt.signal.aborted) throw attempt.signal.reason;
  for (;;) {
    attempt.within(silenceMs);
    const frame = frames.shift();
    if (frame !== undefined) yield frame;
    else if (end !== undefined) throw end;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}

/**
 * A translation as it is made: iterate over it for its pieces, which joined are the translation. A connection that breaks is opened again,
 * and the translation resumed.
 * @example
 * for await (const piece of client.stream({ text: 'The house is big.', target: 'es' })) process.stdout.write(piece);
 */
export class TranslationStream implements AsyncIterable<string> {
  private readonly pieces: AsyncGenerator<string>;
  private completed: StreamedTranslation | undefined;
  /** Text that was given out. */
  private given = '';
  /** Text of the translation under way: behind what was given out where it had to be begun anew. */
  private seen = '';
  /** The place to resume from: the connection that the last token came by, and the number of the next. */
  private connection: string | undefined;
  private next = 0;

  constructor(
    private readonly requests: Requests,
    private readonly request: TranslateRequest,
    private readonly options: CallOptions = {},
  ) {
    this.pieces = this.run();
  }

  [Symbol.asyncIterator](): AsyncGenerator<string> {
    return this.pieces;
  }

  /**
   * The whole, when it is complete.
   * @example const { translation, word_count } = await client.stream({ text: 'The house is big.', target: 'es' }).result();
   */
  async result(): Promise<StreamedTranslation> {
    while (!(await this.pieces.next()).done);
    if (this.completed === undefined) throw brokenBy('it was left before its end');
    return this.completed;
  }

  /** Connects until the translation is complete. `timeout` begins anew with each piece. */
  private async *run(): AsyncGenerator<string> {
    const timeout = this.requests.limit('timeout', this.options);
    let ends = performance.now() + timeout;
    for (let retry = 0; this.completed === undefined; retry += 1) {
      const attempt = new Attempt(this.options.signal);
      const { socket, apiKey } = this.requests.openSocket('/v1/stream');
      socket.onopen = () => socket.send(JSON.stringify({ type: 'auth', api_key: apiKey }));
      let code = done;
      try {
        for await (const piece of this.piecesFrom(socket, attempt)) {
          [retry, ends] = [0, performance.now() + timeout];
          yield piece;
        }
      } catch (thrown) {
        const error = attempt.errorOf(thrown);
        if (!(error instanceof TransledgerError && error.retryable)) throw error;
        if (error.status > 0) this.connection = undefined;
        code = comingBack;
        const wait = pauseBefore(retry, error.retryAfter);
        if (retry >= this.requests.limit('maxRetries', this.options) || performance.now() + wait >= ends) throw error;
        socket.close(code);
        await pause(wait, this.options.signal);
      } finally {
        attempt.end();
        socket.close(code);
      }
    }
  }

  /** The pieces that one connection brings beyond what was given out, up to the completion. */
  private async *piecesFrom(socket: WebSocket, attempt: Attempt): AsyncGenerator<string> {
    const silence = Math.min(
      this.requests.limit('attemptTimeout', this.options),
      this.requests.limit('timeout', this.options),
    );
    let connection: string | undefined;
    for await (const frame of framesOf(socket, attempt, silence)) {
      if (frame.type === 'authenticated') {
        connection = frame.connection_id;
        this.ask(socket);
      } else if (frame.type === 'token') {
        this.connection = connection;
        this.next = frame.index + 1;
        this.seen += frame.token;
        const fresh = this.fresh();
        if (fresh !== '') yield fresh;
      } else if (frame.type === 'complete') {
        const { type: _type, id: _id, request_id: requestId, ...facts } = frame;
        this.completed = { ...facts, translation: this.seen, requestId };
        return;
      } else if (frame.type === 'error') {
        if (frame.code !== 'not_found' || this.connection === undefined) throw errorIn(frame);
        this.connection = undefined;
        this.ask(socket);
      }
    }
  }

  /** Asks for the rest of a translation that can be resumed, or else for all of it. */
  private ask(socket: WebSocket): void {
    const { connection: connection_id, next: index } = this;
    if (connection_id === undefined) [this.seen, this.next] = ['', 0];
    const frame =
      connection_id === undefined ? { ...this.request, type: 'translate' } : { type: 'resume', connection_id, index };
    socket.send(JSON.stringify({ ...frame, id }));
  }

  /** The text that was seen and not given out yet. A translation begun anew must say the same up to there. */
  private fresh(): string {
    const { given, seen } = this;
    if (!(seen.length > given.length ? seen.startsWith(given) : given.startsWith(seen)))
      throw new TransledgerError('The stream broke, and the translation has become another one.', {
        ...{ code: 'connection_failed', retryable: false },
      });
    if (seen.length > given.length) this.given = seen;
    return seen.slice(given.length);
  }
}
