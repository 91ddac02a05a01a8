import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { TextStreamResult } from '#libs/domain/text-usage/text-usage.events.js';

export interface StreamMetrics {
  opened(): void;
  closed(): void;
  ended(result: TextStreamResult | 'refused'): void;
  /** Records the seconds from the frame to its first token. */
  firstToken(seconds: number): void;
}

const firstTokenBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const streamMetrics = (registry: Registry): StreamMetrics => {
  const connections = new Gauge({
    name: 'transledger_stream_connections',
    help: 'Open connections of the stream.',
    registers: [registry],
  });
  const translations = new Counter({
    name: 'transledger_stream_translations_total',
    help: 'Translations over the stream by how they ended.',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  const firstToken = new Histogram({
    name: 'transledger_stream_first_token_seconds',
    help: 'Time from a translate frame to its first token.',
    buckets: firstTokenBuckets,
    registers: [registry],
  });
  return {
    opened: () => connections.inc(),
    closed: () => connections.dec(),
    ended: (result) => translations.inc({ result }),
    firstToken: (seconds) => firstToken.observe(seconds),
  };
};
