import { TransledgerError } from './errors.js';

/** One attempt at a request: its signal is aborted by the caller, or when nothing came for too long. */
export class Attempt {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly caller: AbortSignal | undefined) {
    if (caller?.aborted) this.stop();
    else caller?.addEventListener('abort', this.stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Gives it that many milliseconds from now. */
  within(milliseconds: number): void {
    clearTimeout(this.timer);
    const seconds = Math.round(milliseconds / 100) / 10;
    this.timer = setTimeout(
      () => {
        const facts = { code: 'timeout', retryable: true } as const;
        this.controller.abort(new TransledgerError(`Nothing came for ${seconds} seconds.`, facts));
      },
      Math.max(0, milliseconds),
    );
  }

  end(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.stop);
  }

  /** The error to throw where this was thrown: the reason of the signal, the service's own, or a broken connection. */
  errorOf(thrown: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason;
    if (thrown instanceof TransledgerError) return thrown;
    const { cause } = thrown as { cause?: { code?: string; message?: string } };
    const why = cause?.code ?? cause?.message ?? (thrown instanceof Error ? thrown.message : String(thrown));
    const facts = { code: 'connection_failed', retryable: true, cause: thrown } as const;
    return new TransledgerError(`The connection failed: ${why}.`, facts);
  }

  private readonly stop = () => this.controller.abort(this.caller?.reason);
}
