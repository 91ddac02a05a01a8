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
  /** 1 on the first try. */
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
  /** `null` where there was no response. */
  statusCode: number | null;
}

/**
 * Everything that happens to a job, message, projection, document or delivery besides going well: what is tried again,
 * parked or given up. A failed try at a document is the failed try of its message, and is not told twice.
 */
export interface LifeCycleEvents {
  'job.tried': { queue: string } & EndedTry;
  'job.retried': JobFailed;
  'job.given-up': JobFailed;

  'message.tried': { group: string } & EndedTry;
  'message.retried': MessageFailed & { retryInMs: number };
  /** It met an outage, which counts as no try. */
  'message.delayed': MessageFailed & { retryInMs: number };
  'message.parked': MessageFailed;
  /** The work of a group itself: its lease, checkpoint or connection. */
  'group.retried': Failure & { group: string };

  /** `attempt`: failures in a row. */
  'projection.retried': Failure & { projection: string; attempt: number };
  'projection.halted': Failure & EventReference & { projection: string; attempt: number };
  'projection.parked': Failure & EventReference & { projection: string; attempt: number };

  'relay.retried': Failure & { topics: string };
  'relay.halted': Failure & EventReference & { topic: string; bytes: number };

  /** `code` is the public one, which the event and the webhook have. */
  'document.failed': Failure & { document: string; translation: string; attempt: number; code: string };

  'delivery.retried': DeliveryFailed & { nextAttemptAt: string };
  'delivery.given-up': DeliveryFailed;
}

export type LifeCycleEvent = keyof LifeCycleEvents;
