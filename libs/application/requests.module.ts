import { Module } from '@nestjs/common';
import { DeleteDocumentHandler } from './documents/delete-document.handler.js';
import { DocumentInspection } from './documents/document-inspection.js';
import { RecordDocumentDownloadHandler } from './documents/record-document-download.handler.js';
import { RequestDocumentTranslationHandler } from './documents/request-document-translation.handler.js';
import { SourceFiles } from './documents/source-files.js';
import { UploadDocumentHandler } from './documents/upload-document.handler.js';
import { CreateGlossaryHandler } from './glossaries/create-glossary.handler.js';
import { DeleteGlossaryHandler } from './glossaries/delete-glossary.handler.js';
import { ReplaceGlossaryEntriesHandler } from './glossaries/replace-glossary-entries.handler.js';

/** Commands that callers of the API send. An importing module adds the modules of the ports that the handlers use. */
@Module({
  providers: [
    UploadDocumentHandler,
    RequestDocumentTranslationHandler,
    RecordDocumentDownloadHandler,
    DeleteDocumentHandler,
    DocumentInspection,
    SourceFiles,
    CreateGlossaryHandler,
    ReplaceGlossaryEntriesHandler,
    DeleteGlossaryHandler,
  ],
  exports: [SourceFiles],
})
export class RequestsModule {}
