import type { TokenStreamResult, TranslationRequest } from '#libs/ports/inference/inference.port.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';

/** An engine that yields one token of a stream each time the test lets it. */
export class PacedEngine extends ShoutingEngine {
  readonly signals: AbortSignal[] = [];
  /** Number of tokens that readers have taken so far. */
  taken = 0;
  private permits = 0;
  private readonly waiting: (() => void)[] = [];

  give(tokens: number): void {
    this.permits += tokens;
    for (const wake of this.waiting.splice(0)) wake();
  }

  override async translateStream(request: TranslationRequest): Promise<TokenStreamResult> {
    const { signal, segments } = request;
    if (signal !== undefined) this.signals.push(signal);
    const next = (): Promise<void> => this.permit(signal);
    const take = () => {
      this.taken += 1;
    };
    async function* tokens(): AsyncGenerator<string> {
      for (const token of plainText(segments[0] ?? [])
        .toUpperCase()
        .split(/(?<= )/)) {
        await next();
        take();
        yield token;
      }
    }
    const made = this.madeBy(request);
    request.onUse?.(made);
    return { tokens: tokens(), done: Promise.resolve({ confidence: 0.5, ...made }) };
  }

  private async permit(signal: AbortSignal | undefined): Promise<void> {
    while (this.permits === 0) {
      await new Promise<void>((resolve, reject) => {
        this.waiting.push(resolve);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    }
    this.permits -= 1;
  }
}
