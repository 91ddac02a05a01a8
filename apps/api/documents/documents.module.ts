import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EnginesModule } from '../engines.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { TranslationModule } from '../text/translation/translation.module.js';
import { DeleteDocumentHandler } from './delete-document.handler.js';
import { DocumentsController } from './documents.controller.js';
import { DownloadDocumentHandler } from './download-document.handler.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { TranslateDocumentHandler } from './translate-document.handler.js';
import { UploadDocumentHandler } from './upload-document/upload-document.handler.js';

@Module({
  imports: [AccessModule, EnginesModule, ReadModelsModule, TranslationModule],
  controllers: [DocumentsController],
  providers: [
    UploadDocumentHandler,
    TranslateDocumentHandler,
    FindDocumentHandler,
    DownloadDocumentHandler,
    DeleteDocumentHandler,
  ],
})
export class DocumentsModule {}
