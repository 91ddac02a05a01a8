import { randomUUID } from 'node:crypto';
import type { Slots } from '../limits.port.js';
import { MemorySlots } from '../memory/memory-slots.js';
import type { RedisScript } from './redis-script.js';
import { assertNodes, type SharedRedis } from './shared-redis.js';
import { changeSlots, keepSlots, setSlots, takeSlot } from './slot-scripts.js';

export interface RedisSlotsOptions {
  redis: SharedRedis;
  /** Number of nodes that share the slots: while Redis is unavailable, each gives its share of them, rounded up. */
  nodes: number;
  /** Milliseconds without a heartbeat after which the slots of a node are free; 20,000 when omitted. */
  lifeMs?: number;
}

export interface RedisSlots extends Slots {
  /** Stops the heartbeat. */
  close(): void;
}

const nodesKey = 'slots:nodes';

class SharedSlots implements RedisSlots {
  /** Slots that this node has, whether Redis knows them or not. */
  private readonly own = new MemorySlots();
  /**
   * Name under which this node counts: a new one after each outage, when the outcome of its last commands is unknown.
   */
  private node = randomUUID();
  private readonly lifeMs: number;
  private readonly renewal: NodeJS.Timeout;

  constructor(private readonly options: RedisSlotsOptions) {
    this.lifeMs = options.lifeMs ?? 20_000;
    this.renewal = setInterval(() => this.tellAll(keepSlots), this.lifeMs / 4).unref();
    options.redis.onReturn(() => this.beginAnew());
    this.loadScripts();
  }

  async take(key: string, limit: number): Promise<(() => void) | undefined> {
    if (limit === 0) return () => undefined;
    const { node } = this;
    try {
      const [taken] = await this.ask(takeSlot, key, limit);
      if (taken !== 1) return undefined;
    } catch {
      return this.given(key, this.own.take(key, Math.ceil(limit / this.options.nodes)));
    }
    // The slot was taken under a name that counts no more.
    if (node !== this.node) this.tell(changeSlots, key, 1);
    return this.given(key, this.own.take(key, 0));
  }

  close(): void {
    clearInterval(this.renewal);
  }

  private given(key: string, giveBack: (() => void) | undefined): (() => void) | undefined {
    if (giveBack === undefined) return undefined;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      giveBack();
      this.tell(changeSlots, key, -1);
    };
  }

  /**
   * Begins anew when Redis is back: slots counted under the old name are free at once, and all that are still taken
   * count under a new one.
   */
  private beginAnew(): void {
    const { redis } = this.options;
    const old = this.node;
    this.node = randomUUID();
    this.loadScripts();
    redis.run((client) => client.zrem(redis.keyOf(nodesKey), old)).catch(() => undefined);
    this.tellAll(setSlots);
  }

  private loadScripts(): void {
    for (const script of [takeSlot, changeSlots, setSlots, keepSlots]) {
      this.options.redis.run((client) => script.load(client)).catch(() => undefined);
    }
  }

  private tellAll(script: RedisScript): void {
    for (const [key, count] of this.own.counts) this.tell(script, key, count);
  }

  /** Sends a change without being awaited. Changes that Redis does not get are made up for when it is back. */
  private tell(script: RedisScript, key: string, number: number): void {
    this.ask(script, key, number).catch(() => undefined);
  }

  private ask(script: RedisScript, key: string, number: number): Promise<number[]> {
    const { redis } = this.options;
    const keys = [redis.keyOf(`slots:of:${key}`), redis.keyOf(nodesKey)];
    return redis.run((client) => script.run(client, keys, [this.node, this.lifeMs, number]));
  }
}

/** Slots that all nodes count together; while Redis is unavailable each node gives its share of them. */
export const createRedisSlots = (options: RedisSlotsOptions): RedisSlots => {
  assertNodes(options.nodes);
  return new SharedSlots(options);
};
