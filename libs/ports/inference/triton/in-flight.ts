import { ModelBusyError } from '../inference.errors.js';
import type { TranslationRequest } from '../inference.port.js';
import { WaitingWork } from '../waiting-work.js';

/** The request that a call is made for, and the signal that ends its wait. */
export type CallFor = Pick<TranslationRequest, 'priority' | 'organizationId'> & { signal: AbortSignal };

export interface InFlightLimits {
  /** Maximum of calls at once; asked whenever one begins or ends, since servers come and go. */
  max: () => number;
  /** Milliseconds that an interactive call waits at most; documents wait for as long as it takes. No limit when absent. */
  maxWaitMs?: number;
  /** Maximum of calls that wait, and those of one organization an eighth of them; no limit when absent. */
  maxWaiting?: number;
}

const maxShareOfWaiting = 1 / 8;

/** Bounds the calls that are on the servers at once; waiting calls go on in the turns of `WaitingWork`. */
export class InFlight {
  private readonly waiting = new WaitingWork<() => void>();
  private count = 0;

  constructor(private readonly limits: InFlightLimits) {}

  /** Runs a task when a place is free. @throws ModelBusyError, the signal's reason */
  async run<T>(call: CallFor, task: () => Promise<T>): Promise<T> {
    const leave = await this.enter(call);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Resolves when a place is free, to a function that gives it back. @throws ModelBusyError, the signal's reason */
  async enter(call: CallFor): Promise<() => void> {
    call.signal.throwIfAborted();
    if (this.count >= this.limits.max()) await this.turn(call);
    else this.count += 1;
    return () => {
      this.count -= 1;
      this.admit();
    };
  }

  /** Waits for a turn; whoever is given one is counted. */
  private turn({ priority = 'interactive', organizationId, signal }: CallFor): Promise<void> {
    const { waiting } = this;
    const line = { priority, organizationId };
    const { maxWaitMs, maxWaiting = Number.POSITIVE_INFINITY } = this.limits;
    if (waiting.size >= maxWaiting || waiting.waiting(line) >= maxWaiting * maxShareOfWaiting)
      throw new ModelBusyError('Too many translations wait for a model');
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown): void => {
        waiting.remove(line, enter);
        clearTimeout(late);
        signal.removeEventListener('abort', abort);
        reject(reason);
      };
      const abort = (): void => leave(signal.reason);
      const enter = (): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const late =
        maxWaitMs === undefined || priority === 'document'
          ? undefined
          : setTimeout(() => leave(new ModelBusyError(`No model was free within ${maxWaitMs / 1_000} s`)), maxWaitMs);
      waiting.add(line, enter);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  private admit(): void {
    while (this.count < this.limits.max()) {
      const next = this.waiting.take();
      if (next === undefined) return;
      this.count += 1;
      next();
    }
  }
}
