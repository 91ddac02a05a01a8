import type { BreakerOptions } from '../client-options.js';

export type BreakerState = 'closed' | 'open' | 'half-open';

/**
 * A circuit breaker: closed until some failures in a row; then open for a while that doubles with each failed trial
 * (jittered: clients must not come back together); then half-open, when a single trial decides.
 */
export class CircuitBreaker {
  private current: BreakerState = 'closed';
  private failures = 0;
  private openings = 0;
  private openUntil = 0;
  private readonly limits: Required<BreakerOptions>;

  constructor(
    { failures = 3, openMs = 250, maxOpenMs = 5_000 }: BreakerOptions,
    private readonly changed: () => void,
    private readonly random: () => number = Math.random,
  ) {
    this.limits = { failures, openMs, maxOpenMs };
  }

  get state(): BreakerState {
    return this.current;
  }

  /** Milliseconds until a trial may be made. */
  get trialInMs(): number {
    return this.current === 'open' ? Math.max(0, this.openUntil - Date.now()) : 0;
  }

  /** Whether a trial may be made now; if so, the caller has it. */
  beginTrial(): boolean {
    if (this.current !== 'open' || this.trialInMs > 0) return false;
    this.become('half-open');
    return true;
  }

  succeed(): void {
    this.failures = 0;
    this.openings = 0;
    this.become('closed');
  }

  fail(): void {
    this.failures += 1;
    if (this.current === 'half-open' || (this.current === 'closed' && this.failures >= this.limits.failures))
      this.open();
  }

  /** Ends the trial without a verdict: the next may be made at once. */
  abandonTrial(): void {
    if (this.current !== 'half-open') return;
    this.openUntil = 0;
    this.become('open');
  }

  private open(): void {
    const { openMs, maxOpenMs } = this.limits;
    const maxWaitMs = Math.min(maxOpenMs, openMs * 2 ** this.openings);
    this.openings += 1;
    this.openUntil = Date.now() + maxWaitMs * (0.5 + this.random() / 2);
    this.become('open');
  }

  private become(state: BreakerState): void {
    if (state === this.current) return;
    this.current = state;
    this.changed();
  }
}
