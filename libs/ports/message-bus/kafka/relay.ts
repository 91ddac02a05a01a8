import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { logLag } from '../log-lag.js';
import { type KafkaConnection, openKafka, topicPrefixOf } from './kafka-connection.js';
import { RelayCheckpoint } from './relay-checkpoint.js';
import { RelayTurn } from './relay-turn.js';

export interface KafkaRelaySettings extends KafkaConnection {
  pool: Pool;
  eventStore: EventStore;
  leases: Leases;
  /** Told of what went wrong; it is tried again by itself. */
  onFault?: (error: unknown) => void;
}

export interface KafkaRelayStatus {
  /**
   * `waiting`: another process relays, or nothing can be done yet. `retrying`: the brokers do not take it now.
   * `halted`: an event that they will not take as they are; nothing is skipped.
   */
  state: 'stopped' | 'waiting' | 'publishing' | 'retrying' | 'halted';
  /** Why, when retrying or halted. */
  reason?: string;
  /** Everything up to here is published. */
  position: Position;
  /** Events not published, counted up to 1,000. */
  lagEvents: number;
  /** Age of the oldest of them. */
  lagSeconds: number;
}

/** Publishes every event of the log to Kafka, in order, at least once. */
export interface KafkaRelay {
  start(): void;
  stop(): Promise<void>;
  /** The state is of this process; the rest of the relay, wherever it runs. */
  status(): Promise<KafkaRelayStatus>;
}

class LogRelay implements KafkaRelay {
  private readonly kafka: Kafka;
  private readonly prefix: string;
  private readonly checkpoint: RelayCheckpoint;
  private stopping = new AbortController();
  private turns: Promise<void> | undefined;
  private turn: RelayTurn | undefined;

  constructor(private readonly settings: KafkaRelaySettings) {
    this.kafka = openKafka(settings);
    this.prefix = topicPrefixOf(settings);
    this.checkpoint = new RelayCheckpoint(settings.pool, this.prefix);
  }

  start(): void {
    if (this.turns !== undefined) return;
    this.stopping = new AbortController();
    this.turns = this.takeTurns(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.turns;
    this.turns = undefined;
  }

  async status(): Promise<KafkaRelayStatus> {
    const state = this.turn?.state ?? { state: this.turns === undefined ? ('stopped' as const) : ('waiting' as const) };
    const position = await this.checkpoint.read();
    return { ...state, position, ...(await logLag(this.settings.eventStore, { position })) };
  }

  /** A turn ends when the lease is lost or something other than the brokers fails. */
  private async takeTurns(signal: AbortSignal): Promise<void> {
    const { eventStore, leases, onFault = () => undefined } = this.settings;
    const { kafka, prefix, checkpoint } = this;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const lease = await leases.acquire(`kafka-relay:${prefix}`, signal);
        try {
          this.turn = new RelayTurn({ kafka, prefix, eventStore, checkpoint, lease, onFault }, signal);
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
 * One relay works at a time, by a fenced lease; another follows one that died within the lease's time to live.
 * Its checkpoint is in PostgreSQL (`migrateKafkaBus`) and is saved after the brokers have acknowledged, so that
 * events may be published twice, never not at all; consumers drop what their partition had before.
 */
export const createKafkaRelay = (settings: KafkaRelaySettings): KafkaRelay => new LogRelay(settings);
