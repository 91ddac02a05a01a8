import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { LogReach } from '#libs/ports/log-reach/log-reach.port.js';
import { DATABASE_POOL, LOG_REACH, PROCESS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { openLogReach } from './log-reach.js';
import type { ProcessOptions } from './process/process.module.js';

const open = ({ settings, logger }: ProcessOptions, pool: Pool) => openLogReach(settings, pool, logger);

/** How far the nodes have read the log, as they say themselves. */
@Module({
  imports: [DatabaseModule],
  providers: [{ provide: LOG_REACH, inject: [PROCESS, DATABASE_POOL], useFactory: open }],
  exports: [LOG_REACH],
})
export class LogReachModule implements OnApplicationShutdown {
  constructor(@Inject(LOG_REACH) private readonly reach: LogReach | undefined) {}

  onApplicationShutdown(): void {
    this.reach?.close();
  }
}
