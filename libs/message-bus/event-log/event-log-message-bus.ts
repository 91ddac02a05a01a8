import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventStore } from '#libs/event-store/event-store.port.js';
import { type Position, START } from '#libs/event-store/position.js';
import type { Leases } from '#libs/lease/lease.port.js';
import type {
  ConsumerGroup,
  ConsumerGroupStatus,
  MessageBus,
  ParkedMessage,
  RunningConsumer,
} from '../message-bus.port.js';
import { GroupConsumer } from './group-consumer.js';
import { readParked, requestRetry } from './group-rows.js';

export interface EventLogMessageBusSettings {
  pool: Pool;
  eventStore: EventStore;
  leases: Leases;
  /** Told when a turn at a group ended by a fault; it is taken up again. */
  onFault?: (group: string, error: unknown) => void;
}

const graceOnStopMs = 20_000;
const countedLag = 1_000;

/** 0.1 s, doubling up to 5 s, with jitter. */
const backOff = (attempt: number): number => Math.min(5_000, 50 * 2 ** attempt) * (0.75 + Math.random() / 4);

interface GroupRow {
  name: string;
  position: Position;
  types: string[];
  parked: number;
}

/** Consumer groups that read the event log itself: a checkpoint each, one holder at a time by a fenced lease. */
class EventLogMessageBus implements MessageBus {
  private readonly consumers = new Set<RunningConsumer>();

  constructor(private readonly settings: EventLogMessageBusSettings) {}

  async consume(group: ConsumerGroup): Promise<RunningConsumer> {
    const stopping = new AbortController();
    let current: GroupConsumer | undefined;
    let graceMs = graceOnStopMs;
    const turns = this.takeTurns(group, stopping.signal, (consumer) => {
      current = consumer;
      if (stopping.signal.aborted) consumer.end(graceMs);
    });
    const running: RunningConsumer = {
      stop: async (grace = graceOnStopMs) => {
        graceMs = grace;
        stopping.abort();
        current?.end(grace);
        await turns;
        this.consumers.delete(running);
      },
    };
    this.consumers.add(running);
    return running;
  }

  parked(group?: string): Promise<ParkedMessage[]> {
    return readParked(this.settings.pool, group);
  }

  retryParked(group: string, eventId?: string): Promise<number> {
    return requestRetry(this.settings.pool, group, eventId);
  }

  async status(): Promise<ConsumerGroupStatus[]> {
    const { rows } = await this.settings.pool.query<GroupRow>(
      `select g.name, g.position, g.types, count(p.event_id)::int as parked
         from message_bus.consumer_group g left join message_bus.parked_message p on p.group_name = g.name
        group by g.name order by g.name`,
    );
    return Promise.all(rows.map((row) => this.statusOf(row)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
  }

  private async statusOf({ name, position, types, parked }: GroupRow): Promise<ConsumerGroupStatus> {
    const after = position === '' ? START : position;
    const { events } = await this.settings.eventStore.readAll({ after, types, limit: countedLag });
    const [oldest] = events;
    const lagSeconds = oldest === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(oldest.recordedAt)) / 1_000);
    return { group: name, checkpoint: position, lagEvents: events.length, lagSeconds, parked };
  }

  /** A turn ends when the lease is lost or something breaks; then the next is waited for. */
  private async takeTurns(
    group: ConsumerGroup,
    signal: AbortSignal,
    onTurn: (consumer: GroupConsumer) => void,
  ): Promise<void> {
    const { pool, eventStore, leases, onFault } = this.settings;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        const lease = await leases.acquire(`consumer-group:${group.name}`, signal);
        try {
          const consumer = new GroupConsumer({ pool, eventStore, group, lease });
          onTurn(consumer);
          await consumer.run();
          attempt = 0;
        } finally {
          await lease.release();
        }
      } catch (error) {
        if (signal.aborted) return;
        onFault?.(group.name, error);
        await sleep(backOff(attempt), undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

export const createEventLogMessageBus = (settings: EventLogMessageBusSettings): MessageBus =>
  new EventLogMessageBus(settings);
