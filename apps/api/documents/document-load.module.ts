import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DOCUMENT_LOAD } from '#libs/application/documents/document-load.port.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { ReadModelsModule } from '../read-models.module.js';
import { ReadDocumentLoad } from './document-load.js';

/** Provides the load of the work on documents, as this node has last read it. */
@Module({
  imports: [ReadModelsModule],
  providers: [
    {
      provide: DOCUMENT_LOAD,
      inject: [DocumentQueries],
      useFactory: (documents: DocumentQueries) => new ReadDocumentLoad(documents),
    },
  ],
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
