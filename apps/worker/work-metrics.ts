import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { ConsumerGroupStatus, MessageBus } from '#libs/ports/message-bus/message-bus.port.js';

/** Measures how far the consumer groups are, and how much waits in the queues. Every node sees the same. */
export const measureWork = (
  registry: Registry,
  bus: Pick<MessageBus, 'status'>,
  jobs: Pick<JobQueue, 'status'>,
): void => {
  const groups = askedOnce(() => bus.status());
  const queues = askedOnce(() => jobs.status());
  const ofGroups = (name: string, help: string, measure: (status: ConsumerGroupStatus) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['group'] as const,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        for (const status of (await groups()) ?? []) this.set({ group: status.group }, measure(status));
      },
    });
  ofGroups(
    'transledger_consumer_lag_events',
    'Messages that a consumer group still has to pass.',
    ({ lagEvents }) => lagEvents,
  );
  ofGroups(
    'transledger_consumer_lag_seconds',
    'Age of the oldest message that a consumer group has not handled.',
    ({ lagSeconds }) => lagSeconds,
  );
  ofGroups('transledger_consumer_parked_messages', 'Messages that were given up.', ({ parked }) => parked);
  new Gauge({
    name: 'transledger_jobs',
    help: 'Jobs of a queue by state.',
    labelNames: ['queue', 'state'] as const,
    registers: [registry],
    aggregator: 'max',
    async collect() {
      for (const { queue, waiting, delayed, active, failed } of (await queues()) ?? []) {
        for (const [state, count] of Object.entries({ waiting, delayed, active, failed })) {
          this.set({ queue, state }, count);
        }
      }
    },
  });
};
