import type { Registry } from 'prom-client';
import { messageTimer } from '#libs/ports/message-bus/measured-group.js';
import type { ConsumerGroup, MessageBus, RunningConsumer } from '#libs/ports/message-bus/message-bus.port.js';

/** The consumer groups of modules: each adds its own as it is made, and messages come when all of them are. */
export class Consumers {
  private readonly groups: ConsumerGroup[] = [];
  private running: RunningConsumer[] = [];

  constructor(
    private readonly bus: Pick<MessageBus, 'consume'>,
    private readonly registry: Registry,
  ) {}

  add(group: ConsumerGroup): void {
    this.groups.push(group);
  }

  async begin(): Promise<void> {
    const timed = messageTimer(this.registry);
    this.running = await Promise.all(this.groups.map((group) => this.bus.consume(timed(group))));
  }

  /** Resolves when what is in hand has ended or was handed back. */
  async stop(): Promise<void> {
    await Promise.all(this.running.map((consumer) => consumer.stop()));
  }
}
