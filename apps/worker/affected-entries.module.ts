import { Module } from '@nestjs/common';
import { AFFECTED_ENTRIES } from '#libs/application/erasures/affected-entries.port.js';
import { ErasureQueries } from '#projections/erasures/erasures.queries.js';
import { ReadModelsModule } from './read-models.module.js';

/** The number of entries that an erasure affects, by the read models. */
@Module({
  imports: [ReadModelsModule],
  providers: [{ provide: AFFECTED_ENTRIES, useExisting: ErasureQueries }],
  exports: [AFFECTED_ENTRIES],
})
export class AffectedEntriesModule {}
