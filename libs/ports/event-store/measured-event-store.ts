import { Counter, Histogram, type Registry } from 'prom-client';
import type { Call, CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { EventStoreError, eventStoreAway } from './event-store.errors.js';
import type {
  AppendResult,
  EventPage,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
} from './event-store.port.js';
import type { Position } from './position.js';

/** Bounds in seconds: from a flush to a dedicated disk up to the maximum wait of an engine. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const resultOfError = (error: unknown): string =>
  error instanceof EventStoreError ? error.kind.replaceAll('-', '_') : 'failed';

const howEnded = (error: unknown): 'answered' | 'outage' | 'neither' => {
  if (!(error instanceof EventStoreError)) return 'neither';
  if (error.kind === 'unavailable' || error.kind === 'outcome-unknown') return 'outage';
  return error.kind === 'event-too-large' ? 'neither' : 'answered';
};

/**
 * Counts written events by type, and measures appends by their outcome. While the breaker is open, everything but
 * subscriptions, which wait by themselves, is refused.
 */
class MeasuredEventStore implements EventStore {
  private readonly duration: Histogram<'result'>;
  private readonly appended: Counter<'type'>;

  constructor(
    private readonly eventStore: EventStore,
    registry: Registry,
    private readonly breaker: CircuitBreaker | undefined,
  ) {
    this.duration = new Histogram({
      name: 'transledger_event_append_duration_seconds',
      help: 'Time from an append to its answer, after which it is durable, by result.',
      labelNames: ['result'] as const,
      buckets,
      registers: [registry],
    });
    this.appended = new Counter({
      name: 'transledger_events_appended_total',
      help: 'Events that this process wrote to the log.',
      labelNames: ['type'] as const,
      registers: [registry],
    });
  }

  get isAway(): boolean {
    return this.breaker?.isOpen ?? false;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const since = performance.now();
    const ended = (result: string) => this.duration.observe({ result }, (performance.now() - since) / 1_000);
    let call: Call | undefined;
    try {
      call = this.begin();
      const result = await this.eventStore.append(stream, events, expected);
      this.end(call, 'answered');
      ended(result.repeated ? 'repeated' : 'appended');
      if (!result.repeated) for (const { type } of events) this.appended.inc({ type });
      return result;
    } catch (error) {
      this.end(call, howEnded(error));
      ended(resultOfError(error));
      throw error;
    }
  }

  async *readStream(stream: string, options?: ReadStreamOptions): AsyncGenerator<RecordedEvent, void, undefined> {
    const call = this.begin();
    let how: ReturnType<typeof howEnded> = 'answered';
    try {
      yield* this.eventStore.readStream(stream, options);
    } catch (error) {
      how = howEnded(error);
      throw error;
    } finally {
      this.end(call, how);
    }
  }

  readAll(options: ReadAllOptions): Promise<EventPage> {
    return this.guarded(() => this.eventStore.readAll(options));
  }

  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage> {
    return this.eventStore.subscribeToAll(options);
  }

  head(): Promise<Position> {
    return this.guarded(() => this.eventStore.head());
  }

  close(): Promise<void> {
    this.breaker?.close();
    return this.eventStore.close();
  }

  private begin(): Call | undefined {
    if (this.isAway) throw eventStoreAway();
    return this.breaker?.begin();
  }

  private end(call: Call | undefined, how: ReturnType<typeof howEnded>): void {
    if (call !== undefined) this.breaker?.end(call, how);
  }

  private async guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    const call = this.begin();
    try {
      const result = await work();
      this.end(call, 'answered');
      return result;
    } catch (error) {
      this.end(call, howEnded(error));
      throw error;
    }
  }
}

/** Wraps the store and takes its ownership, and that of the breaker: closing the wrapper closes them. */
export const measuredEventStore = (eventStore: EventStore, registry: Registry, breaker?: CircuitBreaker): EventStore =>
  new MeasuredEventStore(eventStore, registry, breaker);
