import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { isSecure, type SourceUrl } from './source-url.js';

/** A file could not be fetched. The message names a host at most: redirections may lead to signed URLs. */
export class FetchError extends Error {
  override readonly name = 'FetchError';

  constructor(
    message: string,
    /** Whether the same request may succeed in a while. */
    readonly mayPass: boolean,
    /** Status of the answer, where there was one. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Times in milliseconds. */
export interface FetchTimes {
  connect: number;
  /** Until the head of the answer. */
  headers: number;
  /** Between two parts of the body. */
  idle: number;
}

export const usualTimes: FetchTimes = { connect: 10_000, headers: 30_000, idle: 30_000 };

export interface RangeRequest {
  /** First byte that is wanted. */
  offset: number;
  signal: AbortSignal;
  times?: FetchTimes;
  /** `gzip` where a store gives files as they were packed to those alone who take gzip. */
  acceptEncoding?: 'identity' | 'gzip';
}

export interface RangeAnswer {
  /** First byte of the body: `offset`, or 0 from a server that gives no parts. */
  offset: number;
  /** Bytes of the whole file, where the server says it. */
  total: number | undefined;
  body: AsyncIterable<Uint8Array>;
}

const maxRedirects = 5;
const redirections = new Set([301, 302, 303, 307, 308]);
/** Statuses of servers that are busy, or away for a while. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

const wholeNumber = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** @throws FetchError for a part that was not asked for */
const answeredRange = (
  host: string,
  status: number,
  headers: Record<string, string | string[] | undefined>,
  asked: number,
): Omit<RangeAnswer, 'body'> => {
  if (status === 200) return { offset: 0, total: wholeNumber(headers['content-length']) };
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range'])) ?? [];
  if (wholeNumber(from) !== asked)
    throw new FetchError(`${host} answered another part of the file than it was asked for`, false);
  return { offset: asked, total: wholeNumber(total) };
};

/** @throws FetchError for a redirection that leads nowhere, or to where nothing is fetched from */
const redirectedTo = (from: URL, location: unknown): URL => {
  if (typeof location !== 'string' || !URL.canParse(location, from.href))
    throw new FetchError(`${from.host} redirects to no address`, false);
  const to = new URL(location, from);
  // From elsewhere, nothing is fetched from this machine.
  const isAllowed = from.protocol === 'https:' ? to.protocol === 'https:' : isSecure(to);
  if (!isAllowed)
    throw new FetchError(`${from.host} redirects to ${to.protocol}//${to.host}, and https alone is followed`, false);
  to.username = '';
  to.password = '';
  return to;
};

const ownErrors = new Set(['FetchError', 'AbortError']);

const explained = (host: string, error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  const code = errorCodeOf(error);
  if (!(error instanceof Error) || ownErrors.has(error.name) || code === undefined) return error;
  if (/^(ENOSPC|EDQUOT|EIO|EACCES|ENOENT|EROFS|EFBIG)$/.test(code)) return error;
  if (/CERT|^ERR_TLS|^ERR_SSL|SIGNATURE|^EPROTO$/.test(code))
    return new FetchError(
      `${host} could not be trusted (${code}); NODE_EXTRA_CA_CERTS names further authorities`,
      false,
    );
  if (/TIMEOUT|^ETIMEDOUT$/.test(code)) return new FetchError(`${host} did not answer in time`, true);
  if (/^(ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/.test(code))
    return new FetchError(`${host} cannot be reached (${code})`, true);
  return new FetchError(`${host} broke the connection off (${code})`, true);
};

/**
 * Fetches a file from a byte on, and gives the answer to `read`, which has to read the body or leave it; then the connection is closed.
 * Redirections are followed to https, from this machine also to this machine. Rejects with FetchError, with the
 * signal's reason, or with what `read` throws.
 */
export const fetchRange = async <T>(
  { url, authorization }: SourceUrl,
  { offset, signal, times = usualTimes, acceptEncoding = 'identity' }: RangeRequest,
  read: (answer: RangeAnswer) => Promise<T>,
): Promise<T> => {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    connect: { timeout: times.connect },
    headersTimeout: times.headers,
    bodyTimeout: times.idle,
    maxRequestsPerClient: 1,
  });
  let at = new URL(url);
  const { origin } = at;
  try {
    for (let redirects = 0; ; redirects += 1) {
      const answer = await request(at, {
        dispatcher: agent,
        signal,
        headers: {
          'user-agent': 'Transledger',
          'accept-encoding': acceptEncoding,
          ...(offset > 0 && { range: `bytes=${offset}-` }),
          ...(authorization !== undefined && at.origin === origin && { authorization }),
        },
      });
      const { statusCode: status, headers, body } = answer;
      // What is left unread ends with the connection.
      body.on('error', () => undefined);
      if (redirections.has(status)) {
        if (redirects === maxRedirects) throw new FetchError(`${at.host} redirects too often`, false);
        body.destroy();
        at = redirectedTo(at, headers.location);
        continue;
      }
      if (status !== 200 && status !== 206) {
        body.destroy();
        throw new FetchError(`${at.host} answered ${status}`, passing.has(status), status);
      }
      return await read({ ...answeredRange(at.host, status, headers, offset), body });
    }
  } catch (error) {
    throw explained(at.host, error, signal);
  } finally {
    await agent.destroy();
  }
};

/** Milliseconds of all of a file that is fetched into memory. */
const wholeTimeoutMs = 120_000;

/** Fetches a whole file into memory. Rejects as `fetchRange` does, and with FetchError for one that is larger than `maxBytes`. */
export const fetchWhole = async (source: SourceUrl, maxBytes: number, signal: AbortSignal): Promise<Buffer> => {
  const { host } = new URL(source.url);
  const timeout = AbortSignal.timeout(wholeTimeoutMs);
  const limited = AbortSignal.any([signal, timeout]);
  try {
    return await fetchRange(source, { offset: 0, signal: limited }, async ({ body }) => {
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new FetchError(`${host} answered more than ${maxBytes} bytes`, false);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    });
  } catch (error) {
    throw timeout.aborted && !signal.aborted ? new FetchError(`${host} did not answer in time`, true) : error;
  }
};
