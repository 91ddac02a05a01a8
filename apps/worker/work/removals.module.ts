import { Module } from '@nestjs/common';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { LIFE_CYCLE } from '#libs/ports/tokens.js';
import { PassedLog } from '#libs/read-side/projection/passed-log.js';
import { Removals } from './removals.js';

@Module({
  imports: [ProjectionProgressModule],
  providers: [
    {
      provide: Removals,
      inject: [PassedLog, LIFE_CYCLE],
      useFactory: (log: PassedLog, lifeCycle: LifeCycle) => new Removals(log, lifeCycle),
    },
  ],
  exports: [Removals],
})
export class RemovalsModule {}
