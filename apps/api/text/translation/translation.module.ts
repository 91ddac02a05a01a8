import { Module } from '@nestjs/common';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { LanguageDetectorModule } from '#libs/engines/language-detector.module.js';
import { ResponseCacheModule } from '#libs/engines/response-cache.module.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import { ReadModelsModule } from '../../read-models.module.js';
import { TextEngines } from './text-engines.js';

/** Providers of every translation of a text, over HTTP or the stream. */
@Module({
  imports: [
    EventStoreModule,
    BlobStoreModule,
    ReadModelsModule,
    InferenceModule,
    LanguageDetectorModule,
    ResponseCacheModule,
  ],
  providers: [
    TextEngines,
    {
      provide: GlossaryLibrary,
      inject: [EVENT_STORE, BLOB_STORE, GlossaryQueries],
      useFactory: (eventStore: EventStore, blobs: BlobStore, queries: GlossaryQueries) =>
        new GlossaryLibrary({ eventStore, blobs, queries }),
    },
  ],
  exports: [GlossaryLibrary, TextEngines, InferenceModule, LanguageDetectorModule, ResponseCacheModule],
})
export class TranslationModule {}
