import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { ConsumerGroupStatus, MessageBus } from '#libs/ports/message-bus/message-bus.port.js';

const jobStates = ['waiting', 'delayed', 'active', 'failed'] as const;

/** The consumer groups and queues, by name, that a process works on. */
export interface ExpectedWork {
  groups: readonly string[];
  queues: readonly string[];
}

/**
 * Measures how far the consumer groups are, and how much waits in the queues. Every node sees the same. Called as the
 * work is known, before it begins: each series of it is there from the first page on.
 */
export const measureWork = (
  registry: Registry,
  bus: Pick<MessageBus, 'observe'>,
  jobs: Pick<JobQueue, 'status'>,
  expected: ExpectedWork,
): void => {
  const groups = askedOnce(() => bus.observe());
  const queues = askedOnce(() => jobs.status());
  const ofGroups = (
    name: string,
    help: string,
    measure: (status: ConsumerGroupStatus) => number | undefined,
    unknown = 0,
  ) => {
    const series = new Gauge({
      name,
      help,
      labelNames: ['group'] as const,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const seen = await groups();
        if (seen === undefined && Number.isNaN(unknown))
          for (const group of expected.groups) this.set({ group }, unknown);
        for (const status of seen ?? []) this.set({ group: status.group }, measure(status) ?? unknown);
      },
    });
    for (const group of expected.groups) series.set({ group }, unknown);
  };
  ofGroups(
    'transledger_consumer_lag_events',
    'Messages that a consumer group still has to pass; NaN where it is not known.',
    ({ lagEvents }) => lagEvents,
    Number.NaN,
  );
  ofGroups(
    'transledger_consumer_lag_seconds',
    'Age of the oldest message that a consumer group has not handled; NaN where it is not known.',
    ({ lagSeconds }) => lagSeconds,
    Number.NaN,
  );
  ofGroups('transledger_consumer_parked_messages', 'Messages that were given up.', ({ parked }) => parked);
  const waitingJobs = new Gauge({
    name: 'transledger_jobs',
    help: 'Jobs of a queue by state.',
    labelNames: ['queue', 'state'] as const,
    registers: [registry],
    aggregator: 'max',
    async collect() {
      for (const { queue, ...counts } of (await queues()) ?? []) {
        for (const state of jobStates) this.set({ queue, state }, counts[state]);
      }
    },
  });
  for (const queue of expected.queues) for (const state of jobStates) waitingJobs.set({ queue, state }, 0);
};
