import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { logLag } from '#libs/ports/event-store/log-lag.js';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import { isAtOrAfter, type Position } from '#libs/ports/event-store/position.js';
import { noLag } from '#libs/ports/event-store/shared-subscription/observed-lag.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { type KafkaConnection, openKafka, topicPrefixOf } from './kafka-connection.js';
import { RelayCheckpoint } from './relay-checkpoint.js';
import { RelaySession } from './relay-session.js';

export interface KafkaRelaySettings extends KafkaConnection {
  pool: Pool;
  eventStore: EventStore;
  leases: Leases;
  /** Receives faults; the relay tries again by itself. */
  onFault?: (error: unknown) => void;
}

export interface KafkaRelayStatus {
  /**
   * `waiting`: another process relays, or nothing can be done yet. `retrying`: the brokers do not take records now.
   * `halted`: the brokers do not take an event as they are configured; nothing is skipped.
   */
  state: 'stopped' | 'waiting' | 'publishing' | 'retrying' | 'halted';
  /** Reason of a relay that retries or is halted. */
  reason?: string;
  /** Position up to which everything is published. */
  position: Position;
  /** Number of events not published, counted up to 1,000; undefined where it is not known. */
  lagEvents: number | undefined;
  /** Age in seconds of the oldest event not published; undefined where it is not known. */
  lagSeconds: number | undefined;
}

/** Publishes every event of the log to Kafka, in order, at least once. */
export interface KafkaRelay {
  start(): void;
  stop(): Promise<void>;
  /** Returns the state of this process, and the progress of the relay, in whichever process it runs. */
  status(): Promise<KafkaRelayStatus>;
}

class LogRelay implements KafkaRelay {
  private readonly kafka: Kafka;
  private readonly prefix: string;
  private readonly checkpoint: RelayCheckpoint;
  private readonly trail: LogTrail;
  private stopping = new AbortController();
  private turns: Promise<void> | undefined;
  private turn: RelaySession | undefined;

  constructor(private readonly settings: KafkaRelaySettings) {
    this.kafka = openKafka(settings);
    this.prefix = topicPrefixOf(settings);
    this.trail = new LogTrail(settings.pool, settings.eventStore);
    this.checkpoint = new RelayCheckpoint(settings.pool, this.prefix);
  }

  start(): void {
    if (this.turns !== undefined) return;
    this.stopping = new AbortController();
    this.turns = this.runSessions(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.turns;
    this.turns = undefined;
  }

  async status(): Promise<KafkaRelayStatus> {
    const state = this.turn?.state ?? { state: this.turns === undefined ? ('stopped' as const) : ('waiting' as const) };
    const position = await this.checkpoint.read();
    const { eventStore } = this.settings;
    // A log that has nothing new is not read.
    const lag = isAtOrAfter(position, await eventStore.head()) ? noLag : await logLag(eventStore, { position });
    return { ...state, position, ...lag };
  }

  /** Takes turns: one ends when the lease is lost or something other than the brokers fails. */
  private async runSessions(signal: AbortSignal): Promise<void> {
    const { eventStore, leases, onFault = () => undefined } = this.settings;
    const { kafka, prefix, checkpoint, trail } = this;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const lease = await leases.acquire(`kafka-relay:${prefix}`, signal);
        try {
          this.turn = new RelaySession({ kafka, prefix, eventStore, checkpoint, trail, lease, onFault }, signal);
          await this.turn.run();
          failures = 0;
        } finally {
          this.turn = undefined;
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

/**
 * Makes a relay. One works at a time, by a fenced lease; another follows one that died within the lease's time to
 * live. Its checkpoint is in PostgreSQL (`migrateKafkaBus`) and is saved after the brokers have acknowledged, so that
 * events may be published twice, but are never left out; consumers drop repetitions in their partition.
 */
export const createKafkaRelay = (settings: KafkaRelaySettings): KafkaRelay => new LogRelay(settings);
