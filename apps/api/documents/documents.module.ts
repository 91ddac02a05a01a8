import { Module } from '@nestjs/common';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { AccessModule } from '../access/access.module.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { DocumentsController } from './documents.controller.js';
import { DownloadDocumentController } from './download-document/download-document.controller.js';
import { DownloadSourceController } from './download-source/download-source.controller.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { FormatsController } from './formats/formats.controller.js';
import { DocumentPagesController } from './pages/document-pages.controller.js';
import { DocumentReportController } from './report/document-report.controller.js';
import { UploadDocumentController } from './upload-document/upload-document.controller.js';
import { UploadForms } from './upload-document/upload-forms.js';
import { DocumentWebhooksController } from './webhooks/document-webhooks.controller.js';

@Module({
  imports: [AccessModule, CommandsModule, ReadModelsModule, EventStoreModule, BlobStoreModule],
  controllers: [
    UploadDocumentController,
    DocumentsController,
    DownloadDocumentController,
    DownloadSourceController,
    DocumentPagesController,
    FormatsController,
    DocumentReportController,
    DocumentWebhooksController,
  ],
  providers: [FindDocumentHandler, UploadForms],
})
export class DocumentsModule {}
