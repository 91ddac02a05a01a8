import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { SweepPlace } from '#libs/documents/stored-files/sweep-place.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { BLOB_STORE, DATABASE_POOL, EVENT_STORE, KEY_VAULT, STORED_BYTES } from '#libs/ports/tokens.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { ReportQueries } from '#projections/reports/reports.queries.js';
import { ReadModelsModule } from '../../read-models.module.js';
import { Consumers } from '../../work/consumers.js';
import { ConsumersModule } from '../../work/consumers.module.js';
import { Jobs } from '../../work/jobs.js';
import { Removals } from '../../work/removals.js';
import { RemovalsModule } from '../../work/removals.module.js';
import { documentFiles } from './document-files.consumer.js';
import { orphanSweep, orphanSweepEveryMs, orphanSweepQueue } from './orphan-sweep.js';
import { storedBytesSweep, storedBytesSweepEveryMs, storedBytesSweepQueue } from './stored-bytes-sweep.js';

/** Removes files that belong to no document any more. */
@Module({
  imports: [
    ConsumersModule,
    ReadModelsModule,
    RemovalsModule,
    DatabaseModule,
    BlobStoreModule,
    EventStoreModule,
    KeyVaultModule,
  ],
})
export class DocumentFilesModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    private readonly jobs: Jobs,
    private readonly documents: DocumentQueries,
    private readonly glossaries: GlossaryQueries,
    private readonly reports: ReportQueries,
    private readonly removals: Removals,
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(BLOB_STORE) private readonly blobs: CountedBlobStore,
    @Inject(STORED_BYTES) private readonly bytes: StoredBytes,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(KEY_VAULT) private readonly keyVault: KeyVault,
  ) {}

  onModuleInit(): void {
    this.consumers.add(documentFiles(this.blobs, this.keyVault));
    const { blobs, eventStore, keyVault: secrets, documents, glossaries, reports, removals } = this;
    const place = new SweepPlace(this.pool, orphanSweepQueue);
    const sweep = orphanSweep({ blobs, eventStore, secrets, documents, glossaries, reports, removals, place });
    this.jobs.addRepeated(sweep, orphanSweepEveryMs);
    const { bytes } = this;
    const counted = new SweepPlace(this.pool, storedBytesSweepQueue);
    const count = storedBytesSweep({ blobs, bytes, eventStore, documents, removals, place: counted });
    this.jobs.addRepeated(count, storedBytesSweepEveryMs);
  }
}
