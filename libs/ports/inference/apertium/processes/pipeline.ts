import { residentBytes } from '#libs/platform/process/process-memory.js';
import { ModelUnavailableError } from '../../inference.errors.js';
import type { Line } from '../../waiting-work.js';
import { UntranslatableTextError } from '../apertium-pipeline.js';
import type { Stage } from './apertium-mode.js';
import { JobQueue, type PipelineJob } from './pipeline-jobs.js';
import { type StageChain, startChain } from './stage-chain.js';

export interface PipelineLimits {
  /** Milliseconds that the oldest text in flight may take. */
  timeoutMs: number;
  /** Maximum of texts in the processes at the same time; more than 16 gain little (1,253/s against 1,489/s at 64). */
  maxInFlight: number;
  maxInFlightBytes: number;
  /** Milliseconds without work after which a chain is closed. */
  idleMs: number;
  /** Texts after which a chain is replaced, as its stages only ever grow. */
  maxTexts: number;
  /** Resident memory of all stages together at which a chain is replaced; at twice as much it is killed. */
  maxResidentBytes: number;
  watchIntervalMs: number;
  /**
   * Milliseconds that a chain with work may go on when another pipeline waits for its place; starting one takes 0.1–0.3
   * s.
   */
  turnMs: number;
}

export const defaultLimits: PipelineLimits = {
  timeoutMs: 10_000,
  maxInFlight: 32,
  maxInFlightBytes: 64 * 1_024,
  idleMs: 300_000,
  maxTexts: 50_000,
  maxResidentBytes: 1_024 * 1_024 * 1_024,
  watchIntervalMs: 500,
  turnMs: 2_000,
};

/** Grants pipelines places to run their processes; there are fewer places than pipelines. */
export interface ChainPlaces {
  /** Calls `pipeline.startChain()` now or later. */
  request(pipeline: Pipeline): void;
  release(pipeline: Pipeline): void;
}

const maxStartFailures = 3;
const startFailurePauseMs = 10_000;

/**
 * The queue of one mode and the chain of processes that works it off. A chain starts when there is work, and is
 * replaced when it dies, hangs, loses count, grows or has done its share. Texts in flight go to the next one.
 */
export class Pipeline {
  lastUsed = 0;
  private readonly queue = new JobQueue();
  private inFlight: PipelineJob[] = [];
  private bytesInFlight = 0;
  private chain: StageChain | undefined;
  private state: 'stopped' | 'requested' | 'starting' | 'running' | 'retiring' = 'stopped';
  private sequence = 0;
  private startedAt = 0;
  private isAskedToLeave = false;
  private hasAnswered = false;
  private headSince = 0;
  private idleSince = 0;
  private startFailures = 0;
  private pausedUntil = 0;
  private pauseReason = '';
  private watch: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    readonly mode: string,
    private readonly stages: readonly Stage[],
    private readonly limits: PipelineLimits,
    private readonly places: ChainPlaces,
  ) {}

  get pids(): readonly number[] {
    return this.chain?.pids ?? [];
  }

  get isIdle(): boolean {
    return this.inFlight.length === 0 && this.queue.isEmpty;
  }

  /**
   * Sends a text in Apertium's stream format, without its final blank, through the chain.
   * @throws UntranslatableTextError, ModelUnavailableError, the signal's reason
   */
  translate(text: string, line: Line, signal?: AbortSignal): Promise<string> {
    if (this.closed) return Promise.reject(new ModelUnavailableError('The translation engine is closed'));
    if (performance.now() < this.pausedUntil) return Promise.reject(new ModelUnavailableError(this.pauseReason));
    this.lastUsed = performance.now();
    const answer = this.queue.add(text, line, signal);
    this.pump();
    return answer;
  }

  /** Starts the processes; the places call this when there is room. */
  startChain(): void {
    if (this.closed || this.queue.isEmpty) {
      this.stopped();
      return;
    }
    this.state = 'starting';
    this.sequence = 0;
    this.hasAnswered = false;
    this.isAskedToLeave = false;
    this.startedAt = performance.now();
    this.headSince = this.startedAt;
    const chain = startChain(this.stages, {
      onAnswer: (answer) => this.onAnswer(chain, answer),
      onEnd: (reason) => this.onEnd(chain, reason),
    });
    this.chain = chain;
    this.watch = setInterval(() => void this.check(chain), this.limits.watchIntervalMs).unref();
    // An empty text goes first: a chain that cannot answer it has a fault of its own, not of the text.
    chain.send('[]');
  }

  /**
   * Gives the place up, at once when idle, else when the turn is over; the places call this when another pipeline
   * waits.
   */
  askToLeave(): void {
    this.isAskedToLeave = true;
    this.leaveIfDue();
  }

  private leaveIfDue(): void {
    if (this.isAskedToLeave && (this.isIdle || performance.now() - this.startedAt > this.limits.turnMs)) this.retire();
  }

  /** Lets the chain finish the texts that it has and end; queued texts wait for another place. */
  private retire(): void {
    if (this.state !== 'running') return;
    this.state = 'retiring';
    this.chain?.finish();
  }

  async close(): Promise<void> {
    this.closed = true;
    const error = new ModelUnavailableError('The translation engine is closed');
    for (const job of [...this.inFlight.splice(0), ...this.queue.clear()]) job.reject(error);
    const { chain } = this;
    chain?.kill();
    await chain?.ended;
  }

  private pump(): void {
    if (this.queue.isEmpty) return;
    if (this.state === 'stopped') {
      this.state = 'requested';
      this.places.request(this);
      return;
    }
    while (this.state === 'running') {
      const job = this.queue.peek();
      if (job === undefined || !this.hasRoomFor(job)) return;
      this.queue.take();
      this.send(job);
    }
  }

  /** A text that a chain has died on before goes alone, so that the next death is surely its own. */
  private hasRoomFor(job: PipelineJob): boolean {
    const { inFlight } = this;
    if (inFlight.length === 0) return true;
    if (job.failures > 0 || (inFlight[0]?.failures ?? 0) > 0) return false;
    return (
      inFlight.length < this.limits.maxInFlight && this.bytesInFlight + job.text.length <= this.limits.maxInFlightBytes
    );
  }

  private send(job: PipelineJob): void {
    this.sequence += 1;
    job.marker = `[u${this.sequence}]`;
    if (this.inFlight.length === 0) this.headSince = performance.now();
    this.inFlight.push(job);
    this.bytesInFlight += job.text.length;
    this.chain?.send(job.text + job.marker);
    if (this.sequence >= this.limits.maxTexts) this.retire();
  }

  private onAnswer(chain: StageChain, answer: string): void {
    if (chain !== this.chain) return;
    this.headSince = performance.now();
    if (!this.hasAnswered) {
      this.hasAnswered = true;
      this.startFailures = 0;
      this.idleSince = performance.now();
      if (this.state === 'starting') this.state = 'running';
      this.pump();
      this.leaveIfDue();
      return;
    }
    const job = this.inFlight[0];
    // At the end of their input, stages write NULs of their own.
    if (job === undefined && this.state === 'retiring') return;
    if (job === undefined || !answer.endsWith(job.marker)) {
      chain.kill();
      return;
    }
    this.inFlight.shift();
    this.bytesInFlight -= job.text.length;
    this.idleSince = performance.now();
    job.resolve(answer.slice(0, -job.marker.length));
    this.pump();
    this.leaveIfDue();
  }

  private onEnd(chain: StageChain, reason: string): void {
    if (chain !== this.chain) return;
    const unanswered = this.inFlight.splice(0);
    this.bytesInFlight = 0;
    if (!this.hasAnswered) this.onFailedStart(reason);
    // Stages pass on all output before they end, so the oldest unanswered text ended them.
    const [head] = unanswered;
    if (head !== undefined) head.failures += 1;
    if (head !== undefined && head.failures > 1) {
      unanswered.shift();
      head.reject(new UntranslatableTextError(`The ${this.mode} pipeline failed twice on a text: ${reason}`));
    }
    this.queue.putBack(unanswered);
    this.stopped();
    if (!this.closed) this.pump();
  }

  private onFailedStart(reason: string): void {
    this.startFailures += 1;
    if (this.startFailures < maxStartFailures) return;
    this.pauseReason = `The ${this.mode} pipeline does not start: ${reason}`;
    this.pausedUntil = performance.now() + startFailurePauseMs;
    this.startFailures = 0;
    for (const job of this.queue.clear()) job.reject(new ModelUnavailableError(this.pauseReason));
  }

  private stopped(): void {
    clearInterval(this.watch);
    this.chain = undefined;
    this.state = 'stopped';
    this.places.release(this);
  }

  private async check(chain: StageChain): Promise<void> {
    const now = performance.now();
    const isWaiting = this.inFlight.length > 0 || this.state !== 'running';
    if (isWaiting && now - this.headSince > this.limits.timeoutMs) chain.kill();
    else if (!isWaiting && now - this.idleSince > this.limits.idleMs) this.retire();
    else if (await this.hasOutgrown(chain, 2)) chain.kill();
    else if (await this.hasOutgrown(chain, 1)) this.retire();
    else this.leaveIfDue();
  }

  private async hasOutgrown(chain: StageChain, factor: number): Promise<boolean> {
    return (await residentBytes(chain.pids)) > factor * this.limits.maxResidentBytes && chain === this.chain;
  }
}
