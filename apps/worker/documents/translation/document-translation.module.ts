import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { Commands } from '#libs/application/commands.js';
import { documentsAtATime } from '#libs/application/documents/completion-estimate.js';
import { FailedTranslations } from '#libs/documents/failures/failed-translations.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { SegmentBatches } from '#libs/documents/segment-batches/segment-batches.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { FormatHostModule } from '#libs/engines/format-host.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import type { RemoveEndedLeases } from '#libs/engines/leases.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import {
  BLOB_STORE,
  DATABASE_POOL,
  EVENT_STORE,
  FORMAT_HOST,
  INFERENCE,
  JOB_QUEUE,
  KEY_VAULT,
  LEASES,
  LIFE_CYCLE,
  REMOVE_ENDED_LEASES,
  SETTINGS,
} from '#libs/ports/tokens.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { CommandsModule } from '../../commands.module.js';
import { ReadModelsModule } from '../../read-models.module.js';
import { Consumers } from '../../work/consumers.js';
import { ConsumersModule } from '../../work/consumers.module.js';
import { Jobs } from '../../work/jobs.js';
import { documentTranslation } from './document-translation.consumer.js';
import { DocumentTranslator } from './document-translator.js';
import { translationLeases } from './translation-lease.js';
import type { TranslationDependencies } from './translation-task.js';
import { sweepUnfinished, unfinishedSweepEveryMs, unfinishedTranslation } from './unfinished-translations.js';

const openBatches = (pool: Pool, keyVault: KeyVault) => new SegmentBatches(pool, keyVault);

const openTranslator = (
  blobs: CountedBlobStore,
  formats: ConvertingFormatHost,
  inference: InferenceEngine,
  batches: SegmentBatches,
) => new DocumentTranslator(blobs, formats, inference, batches);

/** One for each document, and one for a document that is written while it is read. */
const formatThreads = documentsAtATime + 1;

/** Translates documents. */
@Module({
  imports: [
    CommandsModule,
    ConsumersModule,
    ReadModelsModule,
    LeaseModule,
    DatabaseModule,
    EventStoreModule,
    KeyVaultModule,
    BlobStoreModule,
    FormatHostModule.with({ threads: formatThreads }),
    InferenceModule,
  ],
  providers: [
    { provide: SegmentBatches, inject: [DATABASE_POOL, KEY_VAULT], useFactory: openBatches },
    {
      provide: DocumentTranslator,
      inject: [BLOB_STORE, FORMAT_HOST, INFERENCE, SegmentBatches],
      useFactory: openTranslator,
    },
  ],
})
export class DocumentTranslationModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    private readonly jobs: Jobs,
    private readonly documents: DocumentQueries,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(REMOVE_ENDED_LEASES) private readonly removeEndedLeases: RemoveEndedLeases,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(BLOB_STORE) private readonly blobs: CountedBlobStore,
    @Inject(LIFE_CYCLE) private readonly lifeCycle: LifeCycle,
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly batches: SegmentBatches,
    private readonly translator: DocumentTranslator,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, blobs, batches, translator, leases, lifeCycle, settings } = this;
    const failures = new FailedTranslations(this.pool);
    const keepForMs = settings.TRANSLEDGER_DOCUMENT_TTL;
    const dependencies: TranslationDependencies = {
      failures,
      lifeCycle,
      eventStore,
      commands,
      batches,
      blobs,
      translator,
      leases,
      keepForMs,
    };
    this.consumers.add(documentTranslation(dependencies, documentsAtATime));
    this.jobs.add(unfinishedTranslation(dependencies));
    const removeEndedLeases = () => this.removeEndedLeases(translationLeases);
    this.jobs.addRepeated(sweepUnfinished(this.queue, this.documents, removeEndedLeases), unfinishedSweepEveryMs);
  }
}
