import type { TritonErrorKind } from './triton-error.js';

export type Compression = 'none' | 'gzip' | 'deflate';

export interface TlsOptions {
  /** Authorities in PEM; the system's when omitted. */
  ca?: string | Buffer;
  /** The client's certificate in PEM, with `key`, where the server asks for one. */
  cert?: string | Buffer;
  key?: string | Buffer;
  /** Name that the server's certificate must have, where it is not the host's. */
  serverName?: string;
}

export interface KeepAliveOptions {
  /**
   * Milliseconds of silence after which the connection is pinged. Triton by default hangs up on pings within 300,000 ms
   * of silence.
   */
  timeMs: number;
  /** Milliseconds to wait for the response to a ping; 20,000 when omitted. */
  timeoutMs?: number;
  /** Whether to ping when no call is active. */
  withoutCalls?: boolean;
}

export interface ProbeOptions {
  /** Milliseconds between two probes of a host that is up; 2,000 when omitted. */
  intervalMs?: number;
  /** Milliseconds that a probe may take; 1,000 when omitted. */
  timeoutMs?: number;
}

export interface BreakerOptions {
  /** Failures in a row that eject a host; 3 when omitted. */
  failures?: number;
  /** Milliseconds for which a host is ejected first, doubled with every failed trial; 250 when omitted. */
  openMs?: number;
  /** Maximum of milliseconds for which a host is ejected; 5,000 when omitted. */
  maxOpenMs?: number;
}

export interface RetryOptions {
  /** Hosts to try, the first included; 3 when omitted. */
  attempts?: number;
  /** Retries allowed for each request made; 0.2 when omitted. */
  ratio?: number;
  /** Retries that can be saved up, and that are available at the start; 100 when omitted. */
  burst?: number;
}

export type HostState = 'up' | 'not-ready' | 'ejected' | 'trial';

export interface HostSnapshot {
  url: string;
  state: HostState;
  /** Number of active calls. */
  outstanding: number;
  /** Models that the host was last seen not to serve. */
  unreadyModels: string[];
  /** Message of the last failure to reach the host, until it is reached. */
  lastError: string | undefined;
}

export interface FinishedCall {
  method: string;
  host: string;
  model: string | undefined;
  durationMs: number;
  /** `ok`, or the kind of the error. */
  outcome: 'ok' | TritonErrorKind;
}

/** An observer, which is called synchronously; its errors are ignored. */
export interface TritonObserver {
  callStarted?(call: { method: string; host: string; model: string | undefined }): void;
  callFinished?(call: FinishedCall): void;
  hostChanged?(host: HostSnapshot): void;
  retried?(retry: { method: string; host: string; model: string | undefined; kind: TritonErrorKind }): void;
  hedged?(hedge: { method: string; host: string; model: string | undefined }): void;
}

export interface TritonClientOptions {
  /** URLs of the hosts: `grpc://host:port` or `grpcs://host:port`; port 8001 when omitted. */
  urls: readonly string[];
  /** TLS options of the `grpcs` hosts. */
  tls?: TlsOptions;
  /** Headers of every call. */
  headers?: Headers;
  /** Number of connections to a host; 1 when omitted. */
  channelsPerHost?: number;
  /** Compression of requests, unless the call says otherwise; responses are understood in any. `none` when omitted. */
  compression?: Compression;
  /** Maximum of bytes of a message in either direction; 2³¹−1 when omitted. */
  maxMessageBytes?: number;
  /** Pings on quiet connections; none when omitted. */
  keepAlive?: KeepAliveOptions;
  /** Deadline of every unary call that gives none itself; none when omitted. */
  deadlineMs?: number;
  /** Probes the hosts in the background; with `false`, only requests find out whether a host is up. */
  probe?: ProbeOptions | false;
  breaker?: BreakerOptions;
  retry?: RetryOptions | false;
  /** Milliseconds after which a second host is asked too, when the first has not responded. Never when omitted. */
  hedgeAfterMs?: number;
  /** Whether to go through the proxy of the environment (`grpc_proxy`, `http_proxy`). No when omitted. */
  useProxy?: boolean;
  observer?: TritonObserver;
}

/** Headers by name; one whose name ends in `-bin` has bytes. */
export type Headers = Readonly<Record<string, string | Buffer>>;

export interface CallOptions {
  /** Milliseconds after which a call that has not ended fails with `deadline-exceeded`. */
  deadlineMs?: number;
  signal?: AbortSignal;
  headers?: Headers;
  compression?: Compression;
  /** URL, as in `urls`, of the only host to ask. */
  host?: string;
}

export interface InferOptions extends CallOptions {
  /** Whether another host may be asked after this one was lost. Yes when omitted, no in a sequence. */
  isIdempotent?: boolean;
  /** Overrides the client's option of this name, for a unary call only. */
  hedgeAfterMs?: number;
}

export interface StreamOptions extends Omit<InferOptions, 'hedgeAfterMs'> {
  /** Responses held for a slow consumer before the call is paused; 16 when omitted. */
  highWaterMark?: number;
}
