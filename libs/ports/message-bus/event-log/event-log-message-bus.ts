import type { Pool } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import {
  type SharedSubscription,
  shareSubscription,
} from '#libs/ports/event-store/shared-subscription/shared-subscription.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type {
  ConsumerGroup,
  ConsumerGroupStatus,
  MessageBus,
  ParkedMessage,
  RunningConsumer,
} from '../message-bus.port.js';
import { readParked, requestRetry } from '../parked-messages.js';
import { GroupConsumer } from './group-consumer.js';
import { observeGroupStatus, readGroupStatus } from './group-status.js';

export interface EventLogMessageBusSettings {
  pool: Pool;
  eventStore: EventStore;
  leases: Leases;
  /** Receives faults of a group's own work, which is tried again by itself. */
  onFault?: (group: string, error: unknown) => void;
}

const graceOnStopMs = 20_000;
/** Milliseconds after which groups that none of the events is for are woken, to move on. */
const passAfterMs = 1_000;

/** Consumer groups that read the event log itself, each with a checkpoint and one holder by a fenced lease. */
class EventLogMessageBus implements MessageBus {
  private readonly consumers = new Set<RunningConsumer>();

  private readonly log: SharedSubscription;

  constructor(private readonly settings: EventLogMessageBusSettings) {
    this.log = shareSubscription(settings.eventStore, { passAfterMs });
  }

  async consume(group: ConsumerGroup): Promise<RunningConsumer> {
    const stopping = new AbortController();
    let current: GroupConsumer | undefined;
    let graceMs = graceOnStopMs;
    const turns = this.runSessions(group, stopping.signal, (consumer) => {
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

  status(): Promise<ConsumerGroupStatus[]> {
    return readGroupStatus(this.settings.pool, this.settings.eventStore);
  }

  observe(): Promise<ConsumerGroupStatus[]> {
    return observeGroupStatus(this.settings.pool, this.settings.eventStore, this.log);
  }

  async close(): Promise<void> {
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    await this.log.close();
  }

  /** Takes turns: one ends when the lease is lost or something breaks; then the next is waited for. */
  private async runSessions(
    group: ConsumerGroup,
    signal: AbortSignal,
    onTurn: (consumer: GroupConsumer) => void,
  ): Promise<void> {
    const { pool, eventStore, leases } = this.settings;
    const onFault = (error: unknown) => this.settings.onFault?.(group.name, error);
    for (let failures = 0; !signal.aborted; ) {
      try {
        const lease = await leases.acquire(`consumer-group:${group.name}`, signal);
        try {
          const consumer = new GroupConsumer({ pool, eventStore, log: this.log, group, lease, onFault });
          onTurn(consumer);
          await consumer.run();
          failures = 0;
        } finally {
          await lease.release();
        }
      } catch (error) {
        if (signal.aborted) return;
        onFault(error);
        failures += 1;
        await pause(backoff(failures), signal);
      }
    }
  }
}

export const createEventLogMessageBus = (settings: EventLogMessageBusSettings): MessageBus =>
  new EventLogMessageBus(settings);
