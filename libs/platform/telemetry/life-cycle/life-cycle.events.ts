import type { Cause } from '../cause.js';

/** A try that has ended; `given_up` when it rejected after its signal was aborted. */
export interface EndedTry {
  result: 'done' | 'failed' | 'given_up';
  seconds: number;
}

interface Failure {
  cause: Cause;
}

interface JobFailed extends Failure {
  queue: string;
  job: string;
  /** Number of the try, from 1. */
  attempt: number;
}

interface MessageFailed extends Failure {
  group: string;
  event: string;
  type: string;
  stream: string;
  attempt: number;
}

export interface EventReference {
  event: string;
  type: string;
  position: string;
}

interface DeliveryFailed extends Failure {
  delivery: string;
  attempt: number;
  /** `null` without a response. */
  statusCode: number | null;
}

/**
 * Every failure of a job, message, projection, document, report or delivery: tries that are repeated, parked or given up; and a
 * dependency of requests that is away. A failed try at a document is the failed try of its message, and is not reported
 * twice.
 */
export interface LifeCycleEvents {
  'job.tried': { queue: string } & EndedTry;
  'job.retried': JobFailed;
  'job.given-up': JobFailed;

  'message.tried': { group: string } & EndedTry;
  'message.retried': MessageFailed & { retryInMs: number };
  /** The message met an outage, which counts as no try. */
  'message.delayed': MessageFailed & { retryInMs: number };
  'message.parked': MessageFailed;
  /** The work of a group itself: its lease, checkpoint or connection. */
  'group.retried': Failure & { group: string };

  /** Kafka held messages that the log does not: they were ignored; or the group's place was behind such a message. */
  'group.foreign': { group: string; topic: string; partition: number; count: number; isPlaceForeign: boolean };
  /** The log does not hold what a reader has passed. `soundTo` is the position up to which it does. */
  'log.replaced': { reader: string; position: string; soundTo: string };

  /** A job that removes things removed nothing, because of that. */
  'removal.rested': { queue: string; reader: string; position: string; soundTo: string };

  /** `attempt` counts failures in a row. */
  'projection.retried': Failure & { projection: string; attempt: number };
  'projection.halted': Failure & EventReference & { projection: string; attempt: number };
  /** From the event on, nothing of its lane is applied; the lane of the audit log is an organization. */
  'projection.held': Failure & EventReference & { projection: string; lane: string; attempt: number };
  'projection.parked': Failure & EventReference & { projection: string; attempt: number };

  'relay.retried': Failure & { topics: string };
  'relay.halted': Failure & EventReference & { topic: string; bytes: number };

  /** `code` is the public one of the event and the webhook. */
  'document.failed': Failure & { document: string; translation: string; attempt: number; code: string };

  /** Seconds of the try that generated the report. */
  'report.generated': { type: string; format: string; seconds: number };
  /** `code` is the public one of the event. */
  'report.failed': Failure & { report: string; attempt: number; code: string };

  /** Calls to the dependency are refused from now on, and let through again. */
  'dependency.refused': Failure & { dependency: string };
  'dependency.restored': { dependency: string };

  'delivery.retried': DeliveryFailed & { nextAttemptAt: string };
  'delivery.given-up': DeliveryFailed;
}

export type LifeCycleEvent = keyof LifeCycleEvents;
