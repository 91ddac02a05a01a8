import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { Commands } from '#libs/application/commands.js';
import { FailedTranslations } from '#libs/documents/failures/failed-translations.js';
import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import { SegmentBatches } from '#libs/documents/segment-batches/segment-batches.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { FormatHostModule } from '#libs/engines/format-host.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import {
  BLOB_STORE,
  DATABASE_POOL,
  EVENT_STORE,
  FORMAT_HOST,
  INFERENCE,
  KEY_VAULT,
  LIFE_CYCLE,
  SETTINGS,
} from '#libs/ports/tokens.js';
import { CommandsModule } from '../../commands.module.js';
import { Consumers } from '../../work/consumers.js';
import { ConsumersModule } from '../../work/consumers.module.js';
import { documentTranslation } from './document-translation.consumer.js';
import { DocumentTranslator } from './document-translator.js';

const documentsAtATime = 3;

const openBatches = (pool: Pool, keyVault: KeyVault) => new SegmentBatches(pool, keyVault);

const openTranslator = (blobs: BlobStore, formats: FormatHost, inference: InferenceEngine, batches: SegmentBatches) =>
  new DocumentTranslator(blobs, formats, inference, batches);

/** Translates documents. */
@Module({
  imports: [
    CommandsModule,
    ConsumersModule,
    DatabaseModule,
    EventStoreModule,
    KeyVaultModule,
    BlobStoreModule,
    FormatHostModule,
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
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
    @Inject(LIFE_CYCLE) private readonly lifeCycle: LifeCycle,
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly batches: SegmentBatches,
    private readonly translator: DocumentTranslator,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, blobs, batches, translator, lifeCycle, settings } = this;
    const failures = new FailedTranslations(this.pool);
    const keepForMs = settings.TRANSLEDGER_DOCUMENT_TTL;
    const concurrency = documentsAtATime;
    this.consumers.add(
      documentTranslation({
        failures,
        lifeCycle,
        eventStore,
        commands,
        batches,
        blobs,
        translator,
        keepForMs,
        concurrency,
      }),
    );
  }
}
