import { Attempt } from './attempt.js';
import { bytesOf, Download } from './download.js';
import { errorOf, TransledgerError } from './errors.js';
import type * as api from './types.js';

export interface ClientOptions {
  /** Address of the service: `https://transledger.example.com`, with a path where it has one. */
  baseUrl: string;
  /** The API key. Without one the browser's session counts, on a page of the service itself. */
  apiKey?: string | undefined;
  /** Milliseconds for a call with all its attempts and pauses; 120,000. */
  timeout?: number | undefined;
  /** Milliseconds for one attempt, and for the next piece of a file that is received; 60,000. */
  attemptTimeout?: number | undefined;
  /** Attempts after the first; 4. */
  maxRetries?: number | undefined;
  /** Sends requests instead of the platform's `fetch`: through a proxy, or with certificates of your own. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Opens streams instead of the platform's `WebSocket`. */
  WebSocket?: typeof globalThis.WebSocket | undefined;
}

export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  attemptTimeout?: number | undefined;
  maxRetries?: number | undefined;
  /**
   * Makes a POST safe to repeat for 24 hours, in which the service keeps the answer. What creates something has one of its own
   * in every call; give yours to repeat the call itself.
   */
  idempotencyKey?: string | undefined;
  /** `true`: the answer has the receipt of the act as `meta.receipt`, or where it will be as `meta.receipt_url`. */
  receipt?: boolean | undefined;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `path`, or a constant. */
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  form?: FormData | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** A second one would be another thing: it gets an idempotency key. */
  creates?: boolean;
  /** It is not sent again, whatever happens. */
  once?: boolean;
}

const defaults = { timeout: 120_000, attemptTimeout: 60_000, maxRetries: 4 };
const firstPauseMs = 500;
const maxPauseMs = 8_000;
/** More than any answer that is not a file has. */
const maxAnswerBytes = 64 * 1024 * 1024;

export const version = '0.1.0';

/** A path with its parts escaped. A part that would change the path is refused. */
export const path = (strings: TemplateStringsArray, ...parts: readonly string[]): string =>
  strings.reduce((whole, text, place) => {
    const part = parts[place - 1];
    if (typeof part !== 'string' || ['', '.', '..'].includes(part))
      throw new TransledgerError('An id is missing.', { code: 'invalid_request', retryable: false });
    return `${whole}${encodeURIComponent(part)}${text}`;
  });

const queryOf = (query: object): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined && each !== null)
      .map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
};

/** A random key; `crypto.randomUUID` is missing on pages without https. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Milliseconds before the next attempt: what the service asks for, and else twice as long each time, with full jitter. */
export const pauseBefore = (retry: number, retryAfter: number | undefined): number => {
  const jitter = Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** retry);
  return retryAfter === undefined ? jitter : retryAfter * 1_000 + Math.min(jitter, 1_000);
};

/** Resolves after that time; rejects with the reason of a signal that is aborted before. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const piece of bytesOf(response.body)) {
    size += piece.length;
    if (size > maxAnswerBytes)
      throw new TransledgerError('The answer is too large.', { code: 'unexpected_answer', retryable: false });
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
};

const answerIn = <Data>(response: Response, text: string): api.Answer<Data> => {
  const { data, meta } = (parsed(text) ?? {}) as { data?: Data; meta?: api.Meta };
  if (typeof data !== 'object' || data === null || typeof meta?.request_id !== 'string') throw errorOf(response, {});
  const answer = { ...data, requestId: meta.request_id, meta };
  return Object.defineProperty(answer, 'response', { value: response }) as unknown as api.Answer<Data>;
};

const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** A key is never sent where a redirect leads, so none is followed. */
const redirected = ({ status, url, headers }: Response): TransledgerError => {
  const location = headers.get('location') ?? '';
  const origin = URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : '';
  const message = `The service redirects${origin}; redirects are not followed. Is baseUrl right?`;
  return new TransledgerError(message, { code: 'redirected', status, retryable: false });
};

const agent = (): Record<string, string> =>
  globalThis.process?.versions?.node === undefined ? {} : { 'user-agent': `transledger-sdk/${version}` };

type Read<Result> = (response: Response, attempt: Attempt) => Promise<Result> | Result;

/** Sends requests to one service: each with its deadline, its retries and its key. */
export class Requests {
  /** Address of the service, without a slash at its end. */
  readonly baseUrl: string;
  private readonly authorization: () => Record<string, string>;
  private readonly options: Omit<ClientOptions, 'apiKey'>;

  constructor({ apiKey, ...options }: ClientOptions) {
    const { baseUrl } = options;
    const isAddress = URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol);
    if (!isAddress) throw new TypeError('baseUrl is no http(s) address.');
    if (apiKey !== undefined && !/^[!-~]{1,512}$/.test(apiKey)) throw new TypeError('apiKey is no API key.');
    this.baseUrl = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
    this.options = options;
    // In a closure, so that what prints a client does not print its key.
    const authorization: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    this.authorization = () => authorization;
  }

  /** The data of an answer in the envelope. */
  data<Data>(call: Call, options?: CallOptions): Promise<api.Answer<Data>> {
    return this.attempts(call, options, async (response, attempt) => {
      const answer = answerIn<Data>(response, await textOf(response));
      attempt.end();
      return answer;
    });
  }

  get<Data>(path: string, query: object, options?: CallOptions): api.Answered<Data> {
    return this.data({ method: 'GET', path, query }, options);
  }

  /** An answer of JSON without the envelope. */
  json<Body>(call: Call, options?: CallOptions): Promise<Body> {
    return this.attempts(call, options, async (response, attempt) => {
      const body = parsed(await textOf(response));
      attempt.end();
      if (body === undefined) throw errorOf(response, {});
      return body as Body;
    });
  }

  /** A file, whose attempt goes on while it is read. */
  file(call: Call, options: CallOptions = {}): Promise<Download> {
    const silence = this.limit('attemptTimeout', options);
    return this.attempts(call, options, (response, attempt) => new Download(response, attempt, silence));
  }

  /** The limit of a call, of the client, or else of all. */
  limit(name: keyof typeof defaults, options: CallOptions = {}): number {
    return options[name] ?? this.options[name] ?? defaults[name];
  }

  /** A WebSocket to the service, and the key for its first frame. */
  openSocket(place: string): { socket: WebSocket; apiKey: string | undefined } {
    const { WebSocket: Socket = globalThis.WebSocket } = this.options;
    const socket = new Socket(this.baseUrl.replace(/^http/, 'ws') + place);
    return { socket, apiKey: this.authorization().authorization?.slice('Bearer '.length) };
  }

  private async attempts<Result>(call: Call, options: CallOptions = {}, read: Read<Result>): Promise<Result> {
    const ends = performance.now() + this.limit('timeout', options);
    const request = this.requestOf(call, options);
    for (let retry = 0; ; ) {
      const attempt = new Attempt(options.signal);
      attempt.within(Math.min(this.limit('attemptTimeout', options), ends - performance.now()));
      try {
        return await this.attempt(call, options, request, attempt, read);
      } catch (thrown) {
        const error = attempt.errorOf(thrown);
        attempt.end();
        const isPassing = error instanceof TransledgerError && error.retryable && call.once !== true;
        if (!isPassing || retry >= this.limit('maxRetries', options)) throw error;
        const wait = pauseBefore(retry, error.retryAfter);
        if (performance.now() + wait >= ends) throw error;
        await pause(wait, options.signal);
        // While the first request of its key is in flight, an attempt is none: it only waits.
        if (error.code !== 'conflict') retry += 1;
      }
    }
  }

  private async attempt<Result>(
    { path, query = {} }: Call,
    { receipt }: CallOptions,
    request: RequestInit,
    attempt: Attempt,
    read: Read<Result>,
  ): Promise<Result> {
    const { fetch = globalThis.fetch } = this.options;
    const url = `${this.baseUrl}${path}${queryOf({ ...query, receipt })}`;
    const response = await fetch(url, { ...request, signal: attempt.signal });
    if (isRedirect(response)) throw redirected(response);
    if (!response.ok) throw errorOf(response, parsed(await textOf(response)));
    return read(response, attempt);
  }

  private requestOf({ method, body, form, headers, creates = false }: Call, options: CallOptions): RequestInit {
    const key = options.idempotencyKey ?? (creates ? randomKey() : undefined);
    const authorization = this.authorization();
    return {
      method,
      headers: {
        ...agent(),
        ...authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      body: body === undefined ? (form ?? null) : JSON.stringify(body),
      redirect: 'manual',
      credentials: 'authorization' in authorization ? 'omit' : 'same-origin',
    };
  }
}

/** A part of the client, which sends what it asks for by the same requests. */
export abstract class Part {
  constructor(protected readonly requests: Requests) {}
}
