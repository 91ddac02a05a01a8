import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { labelLimit } from '#libs/platform/telemetry/label-limit.js';
import { ModelUnavailableError, UnsupportedPairError } from './inference.errors.js';
import type { TranslationRequest } from './inference.port.js';

type Mode = 'whole' | 'stream';

/** Buckets in seconds, from one short sentence to a batch of long ones. */
const buckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10];
/**
 * Pairs, each with its model, that have series of their own: 10 each in either mode. A model for 200 languages has
 * 40,000 pairs.
 */
const maxPairs = 120;

const failureOf = (error: unknown, signal: AbortSignal | undefined): string => {
  if (signal?.aborted === true) return 'cancelled';
  if (error instanceof ModelUnavailableError) return 'model_unavailable';
  return error instanceof UnsupportedPairError ? 'unsupported_pair' : 'failed';
};

/** Metrics of a translation engine, whichever it is. */
export class InferenceMetrics {
  private readonly duration: Histogram<'mode' | 'pair' | 'model'>;
  private readonly failures: Counter<'reason'>;
  private readonly segments: Counter<'mode'>;
  private readonly inFlight: Gauge;
  private readonly limit = labelLimit(maxPairs);

  constructor(registry: Registry) {
    const registers = [registry];
    this.duration = new Histogram({
      name: 'transledger_inference_duration_seconds',
      help: 'Time that the engine took for what it translated, streams until their last token.',
      labelNames: ['mode', 'pair', 'model'] as const,
      buckets,
      registers,
    });
    this.failures = new Counter({
      name: 'transledger_inference_failures_total',
      help: 'Translations that the engine did not give, by reason.',
      labelNames: ['reason'] as const,
      registers,
    });
    this.segments = new Counter({
      name: 'transledger_inference_segments_total',
      help: 'Segments that the engine has translated.',
      labelNames: ['mode'] as const,
      registers,
    });
    this.inFlight = new Gauge({
      name: 'transledger_inference_in_flight',
      help: 'Requests to the engine that wait or are worked on; of streams, until they begin.',
      registers,
    });
    for (const reason of ['model_unavailable', 'failed']) this.failures.inc({ reason }, 0);
  }

  began(): void {
    this.inFlight.inc();
  }

  answered(): void {
    this.inFlight.dec();
  }

  translated(mode: Mode, { source, target, segments }: TranslationRequest, model: string, since: number): void {
    const [pair = 'other', boundModel = 'other'] = this.limit(`${source}-${target} ${model}`).split(' ');
    this.duration.observe({ mode, pair, model: boundModel }, (performance.now() - since) / 1_000);
    this.segments.inc({ mode }, segments.length);
  }

  failed(error: unknown, { signal }: TranslationRequest): void {
    this.failures.inc({ reason: failureOf(error, signal) });
  }
}
