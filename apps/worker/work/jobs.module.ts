import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { JobQueueModule } from '#libs/engines/job-queue.module.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { JOB_QUEUE, LIFE_CYCLE } from '#libs/ports/tokens.js';
import { Jobs } from './jobs.js';

@Module({
  imports: [JobQueueModule],
  providers: [
    {
      provide: Jobs,
      inject: [JOB_QUEUE, LIFE_CYCLE],
      useFactory: (queue: JobQueue, lifeCycle: LifeCycle) => new Jobs(queue, lifeCycle),
    },
  ],
  exports: [Jobs, JobQueueModule],
})
export class JobsModule implements OnApplicationBootstrap {
  constructor(private readonly jobs: Jobs) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.begin();
  }
}
