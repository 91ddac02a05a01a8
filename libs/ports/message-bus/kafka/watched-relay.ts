import { causeOf } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { LogReplacedError, placesOf } from '#libs/ports/event-store/log-trail.js';
import { RelayHaltedError } from './relay-halted.errors.js';

/** Reports the relay's faults to the life cycle; `topics` is the prefix of the topics that it feeds. */
export const watchedRelay =
  (lifeCycle: LifeCycle, topics: string) =>
  (error: unknown): void => {
    const cause = causeOf(error);
    if (error instanceof LogReplacedError) lifeCycle.emit('log.replaced', placesOf(error));
    else if (error instanceof RelayHaltedError) lifeCycle.emit('relay.halted', { ...error.at, cause });
    else lifeCycle.emit('relay.retried', { topics, cause });
  };
