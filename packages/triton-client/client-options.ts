import type { TritonErrorKind } from './triton-error.js';

export type Compression = 'none' | 'gzip' | 'deflate';

export interface TlsOptions {
  /** PEM. The system's authorities when omitted. */
  ca?: string | Buffer;
  /** PEM, with `key`: the client's certificate, where the server asks for one. */
  cert?: string | Buffer;
  key?: string | Buffer;
  /** Name to find in the server's certificate, where it is not the host's. */
  serverName?: string;
}

export interface KeepAliveOptions {
  /** Silence after which the connection is pinged. Triton by default hangs up on pings within 300,000 ms of silence. */
  timeMs: number;
  /** How long to wait for the answer to a ping; 20,000 when omitted. */
  timeoutMs?: number;
  /** Whether to ping when nothing is under way. */
  withoutCalls?: boolean;
}

export interface ProbeOptions {
  /** Between two looks at a host that is up; 2,000 when omitted. */
  intervalMs?: number;
  /** 1,000 when omitted. */
  timeoutMs?: number;
}

export interface BreakerOptions {
  /** Failures in a row that eject a host; 3 when omitted. */
  failures?: number;
  /** First time a host stays ejected, doubled with every failed trial; 250 when omitted. */
  openMs?: number;
  /** 5,000 when omitted. */
  maxOpenMs?: number;
}

export interface RetryOptions {
  /** Hosts to try, the first included; 3 when omitted. */
  attempts?: number;
  /** Retries allowed for each request made; 0.2 when omitted. */
  ratio?: number;
  /** Retries that can be saved up, and that there are at the start; 100 when omitted. */
  burst?: number;
}

export type HostState = 'up' | 'not-ready' | 'ejected' | 'trial';

export interface HostSnapshot {
  url: string;
  state: HostState;
  /** Calls under way. */
  outstanding: number;
  /** Models that it was last seen not to serve. */
  unreadyModels: string[];
  /** Message of the last failure to reach it, until it is reached. */
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

/** Called synchronously; what it throws is thrown away. */
export interface TritonObserver {
  callStarted?(call: { method: string; host: string; model: string | undefined }): void;
  callFinished?(call: FinishedCall): void;
  hostChanged?(host: HostSnapshot): void;
  retried?(retry: { method: string; host: string; model: string | undefined; kind: TritonErrorKind }): void;
  hedged?(hedge: { method: string; host: string; model: string | undefined }): void;
}

export interface TritonClientOptions {
  /** `grpc://host:port` or `grpcs://host:port`; port 8001 when omitted. */
  urls: readonly string[];
  /** For the `grpcs` hosts. */
  tls?: TlsOptions;
  /** Sent with every call. */
  headers?: Headers;
  /** Connections to a host; 1 when omitted. */
  channelsPerHost?: number;
  /** Of what is sent, unless the call says otherwise; answers are understood in any. `none` when omitted. */
  compression?: Compression;
  /** Either way; 2³¹−1 when omitted. */
  maxMessageBytes?: number;
  /** None when omitted. */
  keepAlive?: KeepAliveOptions;
  /** Of every unary call that gives none itself. None when omitted. */
  deadlineMs?: number;
  /** Asks the hosts in the background; `false` leaves it to the requests to find out. */
  probe?: ProbeOptions | false;
  breaker?: BreakerOptions;
  retry?: RetryOptions | false;
  /** A second host is asked too when the first has not answered after this long. Never when omitted. */
  hedgeAfterMs?: number;
  /** Whether to go through the proxy of the environment (`grpc_proxy`, `http_proxy`). No when omitted. */
  useProxy?: boolean;
  observer?: TritonObserver;
}

/** A name that ends in `-bin` has bytes. */
export type Headers = Readonly<Record<string, string | Buffer>>;

export interface CallOptions {
  /** The call fails with `deadline-exceeded` when it has not ended after this long. */
  deadlineMs?: number;
  signal?: AbortSignal;
  headers?: Headers;
  compression?: Compression;
  /** URL, as in `urls`: this host and no other. */
  host?: string;
}

export interface InferOptions extends CallOptions {
  /** Whether another host may be asked after this one was lost. Yes when omitted, no in a sequence. */
  isIdempotent?: boolean;
  /** Unary only; instead of the client's. */
  hedgeAfterMs?: number;
}

export interface StreamOptions extends Omit<InferOptions, 'hedgeAfterMs'> {
  /** Responses held for a slow consumer before the call is paused; 16 when omitted. */
  highWaterMark?: number;
}
