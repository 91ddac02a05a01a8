import type { LifeCycleEvent, LifeCycleEvents } from './life-cycle.events.js';

/** Receives the events. Must not throw. */
export interface LifeCycle {
  emit<E extends LifeCycleEvent>(event: E, facts: LifeCycleEvents[E]): void;
}

/** Hands every event to each subscriber, in their order. */
export const createLifeCycle = (...subscribers: readonly LifeCycle[]): LifeCycle => ({
  emit: (event, facts) => {
    for (const subscriber of subscribers) subscriber.emit(event, facts);
  },
});

/** A life cycle without subscribers, for processes that only look at the work, such as the command line. */
export const unobserved: LifeCycle = createLifeCycle();
