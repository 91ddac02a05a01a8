import { Module } from '@nestjs/common';
import { AbandonAuditExportHandler } from './audit-exports/abandon-audit-export.handler.js';
import { NoticeCertificationExpiryHandler } from './certifications/notice-certification-expiry.handler.js';
import { CompleteDocumentTranslationHandler } from './documents/complete-document-translation.handler.js';
import { ExpireDocumentHandler } from './documents/expire-document.handler.js';
import { FailDocumentTranslationHandler } from './documents/fail-document-translation.handler.js';
import { RecordDocumentSizeHandler } from './documents/record-document-size.handler.js';
import { RecordTranslationProgressHandler } from './documents/record-translation-progress.handler.js';
import { FinishErasuresHandler } from './erasures/finish-erasures.handler.js';
import { handlerProviders } from './handler-providers.js';
import { RecordInstalledModelHandler } from './models/record-installed-model.handler.js';
import { RecordRemovedModelHandler } from './models/record-removed-model.handler.js';
import { CompleteReportHandler } from './reports/complete-report.handler.js';
import { ExpireReportHandler } from './reports/expire-report.handler.js';
import { FailReportHandler } from './reports/fail-report.handler.js';
import { RecordReportProgressHandler } from './reports/record-report-progress.handler.js';
import { EndBrokenTextStreamHandler } from './text-streams/end-broken-text-stream.handler.js';
import { WithdrawRightsHandler } from './users/withdraw-rights.handler.js';
import { EndWebhookDeliveryHandler } from './webhook-deliveries/end-webhook-delivery.handler.js';
import { RecordWebhookAttemptHandler } from './webhook-deliveries/record-webhook-attempt.handler.js';
import { RemoveWebhookDeliveriesHandler } from './webhook-deliveries/remove-webhook-deliveries.handler.js';
import { ScheduleWebhookDeliveryHandler } from './webhook-deliveries/schedule-webhook-delivery.handler.js';
import { DeliverToWebhookHandler } from './webhooks/deliver-to-webhook.handler.js';
import { DisableWebhookHandler } from './webhooks/disable-webhook.handler.js';
import { RedeliverWebhookHandler } from './webhooks/redeliver-webhook.handler.js';

/** Commands that the worker's consumers and jobs send. */
@Module({
  providers: handlerProviders([
    RecordDocumentSizeHandler,
    RecordTranslationProgressHandler,
    CompleteDocumentTranslationHandler,
    FailDocumentTranslationHandler,
    ExpireDocumentHandler,
    ScheduleWebhookDeliveryHandler,
    RecordWebhookAttemptHandler,
    EndWebhookDeliveryHandler,
    RemoveWebhookDeliveriesHandler,
    DeliverToWebhookHandler,
    DisableWebhookHandler,
    RedeliverWebhookHandler,
    EndBrokenTextStreamHandler,
    AbandonAuditExportHandler,
    NoticeCertificationExpiryHandler,
    RecordReportProgressHandler,
    CompleteReportHandler,
    FailReportHandler,
    ExpireReportHandler,
    FinishErasuresHandler,
    WithdrawRightsHandler,
    RecordInstalledModelHandler,
    RecordRemovedModelHandler,
  ]),
})
export class BackgroundWorkModule {}
