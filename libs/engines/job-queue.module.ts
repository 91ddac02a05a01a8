import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import type { DatabaseAddress } from '#libs/platform/postgres/database-address.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { DATABASE_ADDRESS, JOB_QUEUE, PROCESS } from '#libs/ports/tokens.js';
import { poolSizes } from './connection-budget.js';
import { DatabaseModule } from './database.module.js';
import { openJobQueue } from './job-queue.js';
import type { ProcessOptions } from './process/process.module.js';

const open = ({ role, settings, logger }: ProcessOptions, address: DatabaseAddress): Promise<JobQueue> =>
  openJobQueue(settings, { address, poolSize: poolSizes(role, settings).jobs, role }, logger);

/** The job queue. Jobs end while modules are destroyed, before the shutdown closes the engines that they use. */
@Module({
  imports: [DatabaseModule],
  providers: [{ provide: JOB_QUEUE, inject: [PROCESS, DATABASE_ADDRESS], useFactory: open }],
  exports: [JOB_QUEUE],
})
export class JobQueueModule implements OnModuleDestroy {
  constructor(@Inject(JOB_QUEUE) private readonly jobs: JobQueue) {}

  async onModuleDestroy(): Promise<void> {
    await this.jobs.stop();
  }
}
