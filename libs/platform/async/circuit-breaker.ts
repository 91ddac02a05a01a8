export interface CircuitBreakerSettings {
  /** Asks the dependency something cheap, by a way of its own that a caller's connections do not share. */
  probe: () => Promise<unknown>;
  /** Called when callers are refused from now on, with the failure of the probe, and when they are let through again. */
  onOpen: (error: unknown) => void;
  onClose: () => void;
  /** Milliseconds without any success after which a call that still waits is suspicious. Default 1,000. */
  patienceMs?: number;
  /** Milliseconds that a probe may take. Default 2,000. */
  probeLimitMs?: number;
  /** Milliseconds between two probes while the breaker is open. Default 500. */
  probeEveryMs?: number;
}

/** A call that is under way. */
export interface Call {
  readonly since: number;
}

/** A call that has waited for longer is no sign: some hold a connection on purpose. */
const oldestSignMs = 15_000;

/**
 * Knows whether a dependency is away, so that callers are refused at once instead of each waiting in vain. What opens
 * it is a probe that fails, never a caller's error alone: a caller that waits without any success around it, or that
 * fails by an outage, only makes it ask. While it is open it asks in the background; the first success, a caller's or
 * the probe's, closes it.
 *
 * `cockatiel` and `opossum` count errors, wrap each call in a promise of their own, and let a caller find out whether
 * the dependency is back. Here nothing is added to a call but two notes, a call that never ends counts too, and no
 * caller waits to try.
 */
export class CircuitBreaker {
  private readonly calls = new Set<Call>();
  private readonly whenOpened: (() => void)[] = [];
  private succeededAt = performance.now();
  private opened = false;
  private probing = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly settings: CircuitBreakerSettings) {}

  /** Whether callers are refused. */
  get isOpen(): boolean {
    return this.opened;
  }

  /** Calls back whenever the breaker opens: what waits then waits in vain. */
  onOpened(listener: () => void): void {
    this.whenOpened.push(listener);
  }

  begin(): Call {
    const call = { since: performance.now() };
    this.calls.add(call);
    this.watchLater();
    return call;
  }

  /** `answered`: by success or refusal; `neither`: the call ended without having asked the dependency. */
  end(call: Call, how: 'answered' | 'outage' | 'neither'): void {
    this.calls.delete(call);
    if (how === 'answered') this.note();
    if (how === 'outage') void this.probe();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private note(): void {
    this.succeededAt = performance.now();
    if (this.opened) this.setOpen(false, undefined);
  }

  private watchLater(): void {
    if (this.timer !== undefined || this.closed) return;
    this.timer = setTimeout(() => this.watch(), this.settings.patienceMs ?? 1_000);
    this.timer.unref();
  }

  private watch(): void {
    this.timer = undefined;
    const now = performance.now();
    const patience = this.settings.patienceMs ?? 1_000;
    const waited = [...this.calls].map(({ since }) => now - since).filter((ms) => ms < oldestSignMs);
    if (now - this.succeededAt >= patience && waited.some((ms) => ms >= patience - 1)) void this.probe();
    if (waited.length > 0) this.watchLater();
  }

  /** One probe at a time; while it is open, one after the other. */
  private async probe(): Promise<void> {
    if (this.probing || this.closed) return;
    this.probing = true;
    const { probeEveryMs = 500 } = this.settings;
    do {
      const begun = performance.now();
      const failure = await this.failureOfProbe();
      if (failure === undefined) this.note();
      else if (this.succeededAt <= begun && !this.opened && !this.closed) this.setOpen(true, failure.error);
      if (this.opened) await new Promise((resolve) => setTimeout(resolve, probeEveryMs).unref());
    } while (this.opened && !this.closed);
    this.probing = false;
  }

  private async failureOfProbe(): Promise<{ error: unknown } | undefined> {
    const { probe, probeLimitMs = 2_000 } = this.settings;
    const { promise: late, resolve } = Promise.withResolvers<{ error: unknown }>();
    const timer = setTimeout(() => resolve({ error: new Error('It does not answer in time.') }), probeLimitMs);
    timer.unref();
    const asked = probe().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  }

  private setOpen(isOpen: boolean, error: unknown): void {
    this.opened = isOpen;
    if (isOpen) {
      this.settings.onOpen(error);
      this.tellOpened();
    } else {
      this.settings.onClose();
    }
  }

  protected tellOpened(): void {
    for (const listener of this.whenOpened) listener();
  }
}
