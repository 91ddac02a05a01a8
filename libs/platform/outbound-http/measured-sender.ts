import { Histogram, type Registry } from 'prom-client';
import type { WebhookSender } from './webhook-sender.js';

/** Bucket bounds in seconds; an attempt is given up after ten. */
const buckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures every attempt by its outcome: `succeeded` or the reason of the failure. Never by its receiver. */
export const measuredSender = (sender: WebhookSender, registry: Registry): WebhookSender => {
  const duration = new Histogram({
    name: 'transledger_webhook_attempt_duration_seconds',
    help: 'Time of an attempt to deliver a webhook, by outcome.',
    labelNames: ['outcome'] as const,
    buckets,
    registers: [registry],
  });
  duration.zero({ outcome: 'succeeded' });
  return {
    send: async (attempt) => {
      const outcome = await sender.send(attempt);
      duration.observe({ outcome: outcome.reason ?? 'succeeded' }, outcome.durationMs / 1_000);
      return outcome;
    },
  };
};
