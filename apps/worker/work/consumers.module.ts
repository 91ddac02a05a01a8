import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { MessageBusModule } from '#libs/engines/message-bus.module.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import { JOB_QUEUE, LIFE_CYCLE, MESSAGE_BUS, METRICS_REGISTRY } from '#libs/ports/tokens.js';
import { measureWork } from '../work-metrics.js';
import { Consumers } from './consumers.js';
import { Jobs } from './jobs.js';
import { JobsModule } from './jobs.module.js';

/** Starts the consumers after the queues that they fill, and stops them before the jobs. */
@Module({
  imports: [MessageBusModule, JobsModule],
  providers: [
    {
      provide: Consumers,
      inject: [MESSAGE_BUS, LIFE_CYCLE],
      useFactory: (bus: MessageBus, lifeCycle: LifeCycle) => new Consumers(bus, lifeCycle),
    },
  ],
  exports: [Consumers, JobsModule],
})
export class ConsumersModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly consumers: Consumers,
    private readonly jobs: Jobs,
    @Inject(MESSAGE_BUS) private readonly bus: MessageBus,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(METRICS_REGISTRY) private readonly registry: Registry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const expected = { groups: this.consumers.names, queues: this.jobs.names };
    measureWork(this.registry, this.bus, this.queue, expected);
    await this.consumers.begin();
  }

  async onModuleDestroy(): Promise<void> {
    await this.consumers.stop();
  }
}
