import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { DATABASE_URL, JOB_QUEUE, LOGGER, SETTINGS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { openJobQueue } from './job-queue.js';

/** The job queue. Jobs end while modules are destroyed, before the shutdown closes the engines that they use. */
@Module({
  imports: [DatabaseModule],
  providers: [{ provide: JOB_QUEUE, inject: [SETTINGS, DATABASE_URL, LOGGER], useFactory: openJobQueue }],
  exports: [JOB_QUEUE],
})
export class JobQueueModule implements OnModuleDestroy {
  constructor(@Inject(JOB_QUEUE) private readonly jobs: JobQueue) {}

  async onModuleDestroy(): Promise<void> {
    await this.jobs.stop();
  }
}
