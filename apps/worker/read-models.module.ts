import { Module } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { ReadModelDatabaseModule } from '#libs/engines/read-model-database.module.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { READ_MODELS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { readModelEntities } from '#projections/all-projections.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { TextStreamQueries } from '#projections/text-streams/text-streams.queries.js';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';

/** The read-model queries of the worker. */
@Module({
  imports: [ReadModelDatabaseModule.register({ entities: readModelEntities, poolSize: 2 }), KeyVaultModule],
  providers: [
    {
      provide: DocumentQueries,
      inject: [READ_MODELS, SUBJECT_KEYS],
      useFactory: (readModels: DataSource, subjectKeys: SubjectKeys) => new DocumentQueries(readModels, subjectKeys),
    },
    {
      provide: TextStreamQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: DataSource) => new TextStreamQueries(readModels),
    },
    {
      provide: WebhookDeliveryQueries,
      inject: [READ_MODELS],
      useFactory: (readModels: DataSource) => new WebhookDeliveryQueries(readModels),
    },
  ],
  exports: [DocumentQueries, TextStreamQueries, WebhookDeliveryQueries],
})
export class ReadModelsModule {}
