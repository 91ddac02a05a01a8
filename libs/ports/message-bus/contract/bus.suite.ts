import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { JsonObject } from '#libs/domain/json.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { ConsumerGroup, Delivery, MessageBus, ParkedMessage } from '../message-bus.port.js';

/** The bus of one process. */
export interface BusProcess {
  bus: MessageBus;
  /** Cuts the process off as if it died: it reaches nothing any more, and nothing is notified. */
  kill(): Promise<void>;
}

export interface MessageBusHarness {
  /** Event store that the messages come from. */
  eventStore: EventStore;
  open(): Promise<BusProcess>;
  /** Breaks every open connection; new ones are accepted. */
  breakConnections(): Promise<void>;
  close(): Promise<void>;
}

export const patient = { timeout: 100_000, interval: 20 };
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const forever = (): Promise<never> => new Promise(() => {});
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** A handler that records its messages. */
export class Recorder {
  readonly deliveries: Delivery[] = [];

  readonly record = async (delivery: Delivery): Promise<void> => {
    this.deliveries.push(delivery);
  };

  get numbers(): number[] {
    return this.deliveries.map(numberOf);
  }

  get attempts(): number[] {
    return this.deliveries.map(({ attempt }) => attempt);
  }

  has(count: number): Promise<void> {
    return vi.waitFor(() => expect(this.deliveries.length).toBeGreaterThanOrEqual(count), patient);
  }
}

export const numberOf = ({ message }: Pick<Delivery, 'message'>): number => Number(message.data.n);

/** Gives each case its own type of events, so that cases share a log and yet see only their own events. */
export class BusSuite {
  private harness: MessageBusHarness | undefined;
  private readonly processes: BusProcess[] = [];
  /** Number of events of each stream. */
  private readonly lengths = new Map<string, number>();
  type = '';

  async start(create: () => Promise<MessageBusHarness>): Promise<void> {
    this.harness = await create();
  }

  async close(): Promise<void> {
    await this.harness?.close();
  }

  beginCase(): void {
    this.type = `ThingHappened${randomUUID().replaceAll('-', '')}`;
  }

  async endCase(): Promise<void> {
    for (const process of this.processes.splice(0)) await process.kill();
  }

  get engine(): MessageBusHarness {
    if (this.harness === undefined) throw new Error('The engine did not start');
    return this.harness;
  }

  async open(): Promise<BusProcess> {
    const process = await this.engine.open();
    this.processes.push(process);
    return process;
  }

  /** Makes a group for this case's events; a new one each time, unless named. */
  group(handle: ConsumerGroup['handle'], changes: Partial<ConsumerGroup> = {}): ConsumerGroup {
    return { name: `group-${randomUUID()}`, types: [this.type], concurrency: 8, retryDelays: [], handle, ...changes };
  }

  /** Appends events with the numbers, in this order in the log, each to the stream that `streamOf` names. */
  async append(
    numbers: readonly number[],
    streamOf: (n: number) => string = () => 'one',
    organizationId?: string,
  ): Promise<void> {
    const metadata: JsonObject = organizationId === undefined ? {} : { organizationId };
    await Promise.all(
      numbers.map((n) => {
        const event = { id: randomUUID(), type: this.type, version: 1, data: { n }, metadata };
        const stream = `${this.type}-${streamOf(n)}`;
        const length = this.lengths.get(stream) ?? 0;
        this.lengths.set(stream, length + 1);
        return this.engine.eventStore.append(stream, [event], length === 0 ? 'no-stream' : length - 1);
      }),
    );
  }

  async parked(bus: MessageBus, group: ConsumerGroup, count: number): Promise<ParkedMessage[]> {
    return vi.waitFor(async () => {
      const parked = await bus.parked(group.name);
      expect(parked).toHaveLength(count);
      return parked;
    }, patient);
  }

  /** Waits until the group's checkpoint has passed everything. */
  async passed(bus: MessageBus, group: ConsumerGroup): Promise<void> {
    await vi.waitFor(async () => expect(await this.statusOf(bus, group)).toMatchObject({ lagEvents: 0 }), patient);
  }

  async statusOf(bus: MessageBus, group: ConsumerGroup) {
    return (await bus.status()).find((status) => status.group === group.name);
  }
}

export const range = (count: number, first = 1): number[] => Array.from({ length: count }, (_, index) => first + index);
