import { Module } from '@nestjs/common';
import { RequestsModule } from '#libs/application/requests.module.js';
import { DocumentsController } from './documents.controller.js';
import { DownloadDocumentController } from './download-document/download-document.controller.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { UploadDocumentController } from './upload-document/upload-document.controller.js';
import { UploadForms } from './upload-document/upload-forms.js';

@Module({
  imports: [RequestsModule],
  controllers: [UploadDocumentController, DocumentsController, DownloadDocumentController],
  providers: [FindDocumentHandler, UploadForms],
})
export class DocumentsModule {}
