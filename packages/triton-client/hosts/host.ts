import type { Client } from '@grpc/grpc-js';
import type { Compression, HostSnapshot, HostState, TritonClientOptions } from '../client-options.js';
import { TritonError, type TritonErrorKind } from '../triton-error.js';
import { Channels, type HostAddress } from './channels.js';
import { CircuitBreaker } from './circuit-breaker.js';

/** Kinds of errors that say nothing about the host. */
const saysNothing = new Set<TritonErrorKind>(['cancelled', 'deadline-exceeded', 'message-too-large']);

/** Milliseconds for which a model counts as not ready on a host without another look. */
const unreadyForMs = 10_000;

/** One tritonserver: its connections, its active calls, and its known health. */
export class Host {
  readonly url: string;
  readonly breaker: CircuitBreaker;
  outstanding = 0;
  /** Ends each active call with an error, as if its connection were lost. */
  private readonly abandonments = new Set<(error: TritonError) => void>();
  private readonly channels: Channels;
  private readonly unreadyUntil = new Map<string, number>();
  private readonly served = new Set<string>();
  private ready = true;
  private lastError: string | undefined;

  constructor(
    address: HostAddress,
    options: TritonClientOptions,
    private readonly changed: (host: Host) => void,
  ) {
    this.url = address.url;
    this.breaker = new CircuitBreaker(options.breaker ?? {}, () => this.changed(this));
    this.channels = new Channels(address, options);
  }

  /** Readiness that the server reports for itself as a whole: one model that loads, or fails to, makes it not ready. */
  get isReady(): boolean {
    return this.ready;
  }

  get state(): HostState {
    if (this.breaker.state === 'open') return 'ejected';
    if (this.breaker.state === 'half-open') return 'trial';
    return this.ready ? 'up' : 'not-ready';
  }

  channel(compression?: Compression): Client {
    return this.channels.next(compression);
  }

  isUnready(model: string): boolean {
    return (this.unreadyUntil.get(model) ?? 0) > Date.now();
  }

  unreadyModels(): string[] {
    const now = Date.now();
    for (const [model, until] of this.unreadyUntil) if (until <= now) this.unreadyUntil.delete(model);
    return [...this.unreadyUntil.keys()];
  }

  servedModels(): string[] {
    return [...this.served];
  }

  noteModel(model: string, isReady: boolean): void {
    if (isReady) {
      this.unreadyUntil.delete(model);
      this.served.add(model);
    } else {
      this.served.delete(model);
      this.unreadyUntil.set(model, Date.now() + unreadyForMs);
    }
  }

  noteReady(isReady: boolean): void {
    if (isReady === this.ready) return;
    this.ready = isReady;
    this.changed(this);
  }

  /** Takes note of a call's end: it only counts against the host that it cannot be reached. */
  noteOutcome(error: TritonError | undefined, model: string | undefined): void {
    if (error?.kind === 'unavailable') this.noteUnreachable(error.message);
    else if (error !== undefined && saysNothing.has(error.kind)) this.breaker.abandonTrial();
    else this.noteAnswer(error, model);
  }

  noteUnreachable(reason: string): void {
    this.lastError = reason;
    this.breaker.fail();
  }

  /** Calls `abandon` when the host is given up on before the returned function is called. */
  whenAbandoned(abandon: (error: TritonError) => void): () => void {
    this.abandonments.add(abandon);
    return () => this.abandonments.delete(abandon);
  }

  /** Ends the active calls: a server that hangs never would, and another can make them. */
  abandon(): void {
    const { url: host } = this;
    for (const abandon of [...this.abandonments])
      abandon(new TritonError('unavailable', `The host ${host} has stopped answering`, undefined, { host }));
  }

  snapshot(): HostSnapshot {
    const { url, state, outstanding } = this;
    return { url, state, outstanding, unreadyModels: this.unreadyModels(), lastError: this.lastError };
  }

  private noteAnswer(error: TritonError | undefined, model: string | undefined): void {
    this.lastError = undefined;
    this.breaker.succeed();
    if (model === undefined) return;
    if (error === undefined) this.noteModel(model, true);
    else if (error.kind === 'model-not-found' || error.kind === 'model-not-ready') this.noteModel(model, false);
  }

  close(): void {
    this.channels.close();
  }
}
