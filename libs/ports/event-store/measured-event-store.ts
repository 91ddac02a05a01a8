import { Counter, Histogram, type Registry } from 'prom-client';
import { EventStoreError } from './event-store.errors.js';
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

/** Counts written events by type, and measures appends by their outcome. */
class MeasuredEventStore implements EventStore {
  private readonly duration: Histogram<'result'>;
  private readonly appended: Counter<'type'>;

  constructor(
    private readonly eventStore: EventStore,
    registry: Registry,
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

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const since = performance.now();
    const ended = (result: string) => this.duration.observe({ result }, (performance.now() - since) / 1_000);
    try {
      const result = await this.eventStore.append(stream, events, expected);
      ended(result.repeated ? 'repeated' : 'appended');
      if (!result.repeated) for (const { type } of events) this.appended.inc({ type });
      return result;
    } catch (error) {
      ended(resultOfError(error));
      throw error;
    }
  }

  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent> {
    return this.eventStore.readStream(stream, options);
  }

  readAll(options: ReadAllOptions): Promise<EventPage> {
    return this.eventStore.readAll(options);
  }

  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage> {
    return this.eventStore.subscribeToAll(options);
  }

  head(): Promise<Position> {
    return this.eventStore.head();
  }

  close(): Promise<void> {
    return this.eventStore.close();
  }
}

/** Wraps the store and takes its ownership: closing the wrapper closes it. */
export const measuredEventStore = (eventStore: EventStore, registry: Registry): EventStore =>
  new MeasuredEventStore(eventStore, registry);
