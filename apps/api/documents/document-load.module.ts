import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DOCUMENT_LOAD } from '#libs/application/documents/document-load.port.js';
import { DocumentThroughput } from '#libs/documents/throughput/document-throughput.js';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { DATABASE_POOL } from '#libs/ports/tokens.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { ReadModelsModule } from '../read-models.module.js';
import { ReadDocumentLoad } from './document-load.js';

const openLoad = (pool: Pool, documents: DocumentQueries) =>
  new ReadDocumentLoad({ throughput: new DocumentThroughput(pool), documents });

/** Provides the load of the work on documents, as this node has last read it. */
@Module({
  imports: [DatabaseModule, ReadModelsModule],
  providers: [{ provide: DOCUMENT_LOAD, inject: [DATABASE_POOL, DocumentQueries], useFactory: openLoad }],
  exports: [DOCUMENT_LOAD],
})
export class DocumentLoadModule implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(DOCUMENT_LOAD) private readonly load: ReadDocumentLoad) {}

  onModuleInit(): void {
    this.load.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.load.stop();
  }
}
