import { Module } from '@nestjs/common';
import { DocumentExpiryModule } from './expiry/document-expiry.module.js';
import { DocumentFilesModule } from './files/document-files.module.js';
import { DocumentTranslationModule } from './translation/document-translation.module.js';

@Module({ imports: [DocumentTranslationModule, DocumentFilesModule, DocumentExpiryModule] })
export class DocumentsModule {}
