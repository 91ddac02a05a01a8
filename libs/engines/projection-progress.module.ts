import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { DATABASE_POOL, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import {
  createProjectionProgress,
  type ProjectionProgress,
} from '#libs/read-side/projection/progress/projection-progress.js';
import { DatabaseModule } from './database.module.js';

/** Progress of the projections, wherever they run. */
@Module({
  imports: [DatabaseModule],
  providers: [
    {
      provide: PROJECTION_PROGRESS,
      inject: [DATABASE_POOL],
      useFactory: (pool: Pool) => createProjectionProgress({ pool }),
    },
  ],
  exports: [PROJECTION_PROGRESS],
})
export class ProjectionProgressModule implements OnApplicationShutdown {
  constructor(@Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress) {}

  async onApplicationShutdown(): Promise<void> {
    await this.progress.close();
  }
}
