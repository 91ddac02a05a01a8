import { Module } from '@nestjs/common';
import { EndAuditExportHandler } from './audit-exports/end-audit-export.handler.js';
import { StartAuditExportHandler } from './audit-exports/start-audit-export.handler.js';
import { BilingualFiles } from './documents/bilingual-files.js';
import { ConvertedFiles } from './documents/converted-files.js';
import { DeleteDocumentHandler } from './documents/delete-document.handler.js';
import { DocumentInspection } from './documents/document-inspection.js';
import { PagePictures } from './documents/page-pictures.js';
import { RecordDocumentDownloadHandler } from './documents/record-document-download.handler.js';
import { RecordPartDownloadHandler } from './documents/record-part-download.handler.js';
import { RequestDocumentTranslationHandler } from './documents/request-document-translation.handler.js';
import { SourceFiles } from './documents/source-files.js';
import { UploadDocumentHandler } from './documents/upload-document.handler.js';
import { RequestErasureHandler } from './erasures/request-erasure.handler.js';
import { CreateGlossaryHandler } from './glossaries/create-glossary.handler.js';
import { DeleteGlossaryHandler } from './glossaries/delete-glossary.handler.js';
import { ReplaceGlossaryEntriesHandler } from './glossaries/replace-glossary-entries.handler.js';
import { handlerProviders } from './handler-providers.js';
import { LiftHoldHandler } from './holds/lift-hold.handler.js';
import { PlaceHoldHandler } from './holds/place-hold.handler.js';
import { RecordReportDownloadHandler } from './reports/record-report-download.handler.js';
import { RequestReportHandler } from './reports/request-report.handler.js';
import { BeginSessionHandler } from './users/begin-session.handler.js';
import { EndSessionHandler } from './users/end-session.handler.js';
import { EndSessionsHandler } from './users/end-sessions.handler.js';
import { HandOverKeysHandler } from './users/hand-over-keys.handler.js';
import { WithdrawRightsHandler } from './users/withdraw-rights.handler.js';
import { CreateWebhookHandler } from './webhooks/create-webhook.handler.js';
import { DeleteWebhookHandler } from './webhooks/delete-webhook.handler.js';
import { RedeliverWebhookHandler } from './webhooks/redeliver-webhook.handler.js';
import { ReplayWebhookHandler } from './webhooks/replay-webhook.handler.js';
import { RotateWebhookSecretHandler } from './webhooks/rotate-webhook-secret.handler.js';
import { TestWebhookHandler } from './webhooks/test-webhook.handler.js';
import { UpdateWebhookHandler } from './webhooks/update-webhook.handler.js';

/** Commands that callers of the API send. An importing module adds the modules of the ports that the handlers use. */
@Module({
  providers: [
    DocumentInspection,
    SourceFiles,
    BilingualFiles,
    ConvertedFiles,
    PagePictures,
    ...handlerProviders([
      UploadDocumentHandler,
      RequestDocumentTranslationHandler,
      RecordDocumentDownloadHandler,
      RecordPartDownloadHandler,
      DeleteDocumentHandler,
      CreateGlossaryHandler,
      ReplaceGlossaryEntriesHandler,
      DeleteGlossaryHandler,
      StartAuditExportHandler,
      EndAuditExportHandler,
      PlaceHoldHandler,
      LiftHoldHandler,
      RequestReportHandler,
      RecordReportDownloadHandler,
      RequestErasureHandler,
      BeginSessionHandler,
      EndSessionHandler,
      EndSessionsHandler,
      HandOverKeysHandler,
      WithdrawRightsHandler,
      CreateWebhookHandler,
      UpdateWebhookHandler,
      RotateWebhookSecretHandler,
      DeleteWebhookHandler,
      TestWebhookHandler,
      RedeliverWebhookHandler,
      ReplayWebhookHandler,
    ]),
  ],
  exports: [SourceFiles, DocumentInspection, BilingualFiles, ConvertedFiles, PagePictures],
})
export class RequestsModule {}
