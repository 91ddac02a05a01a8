import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { ConsumerGroup, MessageBus, RunningConsumer } from '#libs/ports/message-bus/message-bus.port.js';
import { watchedGroup } from '#libs/ports/message-bus/watched-group.js';

/** The consumer groups of modules: each adds its own as it is created, and messages come when all have been added. */
export class Consumers {
  private readonly groups: ConsumerGroup[] = [];
  private running: RunningConsumer[] = [];

  constructor(
    private readonly bus: Pick<MessageBus, 'consume'>,
    private readonly lifeCycle: LifeCycle,
  ) {}

  add(group: ConsumerGroup): void {
    this.groups.push(group);
  }

  get names(): readonly string[] {
    return this.groups.map(({ name }) => name);
  }

  async begin(): Promise<void> {
    const watched = watchedGroup(this.lifeCycle);
    this.running = await Promise.all(this.groups.map((group) => this.bus.consume(watched(group))));
  }

  /** Resolves when messages in work have ended or were handed back. */
  async stop(): Promise<void> {
    await Promise.all(this.running.map((consumer) => consumer.stop()));
  }
}
