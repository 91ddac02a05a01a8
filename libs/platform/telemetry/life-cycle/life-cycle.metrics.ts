import { Counter, Histogram, type Registry } from 'prom-client';
import type { LifeCycleEvent, LifeCycleEvents } from './life-cycle.events.js';
import type { LifeCycle } from './life-cycle.js';

/** Bucket bounds in seconds, from a query of a database to a document of a thousand pages. */
const buckets = [0.01, 0.05, 0.25, 1, 5, 30, 300, 1_800];

type Meter<E extends LifeCycleEvent> = (facts: LifeCycleEvents[E]) => void;

/** The metric that counts an event in another way: as the result of a try, or by the state of the engine. */
interface Counted {
  by: string;
}

/** The measurement of each event. */
export const lifeCycleMeters = (registry: Registry): { readonly [E in LifeCycleEvent]: Meter<E> | Counted } => {
  const registers = [registry];
  const jobs = new Histogram({
    name: 'transledger_job_duration_seconds',
    help: 'Time of one try of a job, by how it ended.',
    labelNames: ['queue', 'result'],
    buckets,
    registers,
  });
  const messages = new Histogram({
    name: 'transledger_message_handling_seconds',
    help: 'Time of one try to handle a message, by how it ended.',
    labelNames: ['group', 'result'],
    buckets,
    registers,
  });
  const reports = new Histogram({
    name: 'transledger_report_generation_seconds',
    help: 'Time in which a compliance report was generated, by type.',
    labelNames: ['type'],
    buckets,
    registers,
  });
  const mismatches = new Counter({
    name: 'transledger_log_mismatches_total',
    help: 'Times that a reader met messages, or a place of its own, that the event log does not hold.',
    labelNames: ['reader'],
    registers,
  });
  return {
    'job.tried': ({ queue, result, seconds }) => jobs.observe({ queue, result }, seconds),
    'job.retried': { by: 'transledger_job_duration_seconds' },
    'job.given-up': { by: 'transledger_jobs' },
    'message.tried': ({ group, result, seconds }) => messages.observe({ group, result }, seconds),
    'message.retried': { by: 'transledger_message_handling_seconds' },
    'message.delayed': { by: 'transledger_message_handling_seconds' },
    'message.parked': { by: 'transledger_consumer_parked_messages' },
    'group.retried': { by: 'transledger_consumer_lag_seconds' },
    'group.foreign': ({ group }) => mismatches.inc({ reader: `group:${group}` }),
    'log.replaced': ({ reader }) => mismatches.inc({ reader }),
    'removal.rested': ({ queue }) => mismatches.inc({ reader: `job:${queue}` }),
    'projection.retried': { by: 'transledger_projection_lag_seconds' },
    'projection.halted': { by: 'transledger_projection_halted' },
    'projection.held': { by: 'transledger_projection_held_lanes' },
    'projection.parked': { by: 'transledger_projection_parked_events' },
    'relay.retried': { by: 'transledger_kafka_relay_lag_seconds' },
    'relay.halted': { by: 'transledger_kafka_relay_halted' },
    'document.failed': { by: 'transledger_events_appended_total' },
    'report.generated': ({ type, seconds }) => reports.observe({ type }, seconds),
    'report.failed': { by: 'transledger_events_appended_total' },
    'dependency.refused': { by: 'transledger_dependency_refused' },
    'dependency.restored': { by: 'transledger_dependency_refused' },
    'delivery.retried': { by: 'transledger_webhook_attempt_duration_seconds' },
    'delivery.given-up': { by: 'transledger_events_appended_total' },
  };
};

/** Feeds the metrics of a process that works on jobs and messages. */
export const lifeCycleMetrics = (registry: Registry): LifeCycle => {
  const meters = lifeCycleMeters(registry);
  return {
    emit: (event, facts) => {
      const meter = meters[event];
      if (typeof meter === 'function') meter(facts);
    },
  };
};
