import { Module } from '@nestjs/common';
import { OPENED_FILES } from '#libs/application/erasures/opened-files.port.js';
import { ReportFiles } from '#libs/application/erasures/report-files.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { BLOB_STORE, EVENT_STORE, KEY_VAULT, LEASES, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { ReportQueries } from '#projections/reports/reports.queries.js';
import { VisibleReports } from '#projections/reports/visible-reports.js';
import { ReadModelsModule } from './read-models.module.js';

/** The files with opened personal values, which erasures remove. */
@Module({
  imports: [BlobStoreModule, EventStoreModule, KeyVaultModule, LeaseModule, ProjectionProgressModule, ReadModelsModule],
  providers: [
    {
      provide: OPENED_FILES,
      inject: [EVENT_STORE, BLOB_STORE, KEY_VAULT, LEASES, ReportQueries, PROJECTION_PROGRESS],
      useFactory: (
        eventStore: EventStore,
        blobs: BlobStore,
        keys: KeyVault,
        leases: Leases,
        queries: ReportQueries,
        progress: ProjectionProgress,
      ) => {
        const reports = new VisibleReports(queries, eventStore, progress);
        return new ReportFiles({ eventStore, blobs, keys, leases, reports });
      },
    },
  ],
  exports: [OPENED_FILES],
})
export class OpenedFilesModule {}
