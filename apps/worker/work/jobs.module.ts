import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { JobQueueModule } from '#libs/engines/job-queue.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { JOB_QUEUE, LIFE_CYCLE, SETTINGS } from '#libs/ports/tokens.js';
import { Jobs } from './jobs.js';

@Module({
  imports: [JobQueueModule],
  providers: [
    {
      provide: Jobs,
      inject: [JOB_QUEUE, LIFE_CYCLE, SETTINGS],
      useFactory: (queue: JobQueue, lifeCycle: LifeCycle, settings: Settings) =>
        new Jobs(queue, lifeCycle, settings.TRANSLEDGER_SWEEP_INTERVAL),
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
