import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { JobQueueModule } from '#libs/engines/job-queue.module.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { JOB_QUEUE, METRICS_REGISTRY } from '#libs/ports/tokens.js';
import { Jobs } from './jobs.js';

@Module({
  imports: [JobQueueModule],
  providers: [
    {
      provide: Jobs,
      inject: [JOB_QUEUE, METRICS_REGISTRY],
      useFactory: (queue: JobQueue, registry: Registry) => new Jobs(queue, registry),
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
