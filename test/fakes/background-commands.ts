import type { Commands } from '#libs/application/commands.js';
import {
  CompleteDocumentTranslation,
  CompleteDocumentTranslationHandler,
} from '#libs/application/documents/complete-document-translation.handler.js';
import { ExpireDocument, ExpireDocumentHandler } from '#libs/application/documents/expire-document.handler.js';
import {
  FailDocumentTranslation,
  FailDocumentTranslationHandler,
} from '#libs/application/documents/fail-document-translation.handler.js';
import {
  RecordDocumentSize,
  RecordDocumentSizeHandler,
} from '#libs/application/documents/record-document-size.handler.js';
import {
  RecordTranslationProgress,
  RecordTranslationProgressHandler,
} from '#libs/application/documents/record-translation-progress.handler.js';
import { CompleteReport, CompleteReportHandler } from '#libs/application/reports/complete-report.handler.js';
import { ExpireReport, ExpireReportHandler } from '#libs/application/reports/expire-report.handler.js';
import { FailReport, FailReportHandler } from '#libs/application/reports/fail-report.handler.js';
import {
  RecordReportProgress,
  RecordReportProgressHandler,
} from '#libs/application/reports/record-report-progress.handler.js';
import {
  EndWebhookDelivery,
  EndWebhookDeliveryHandler,
} from '#libs/application/webhook-deliveries/end-webhook-delivery.handler.js';
import {
  RecordWebhookAttempt,
  RecordWebhookAttemptHandler,
} from '#libs/application/webhook-deliveries/record-webhook-attempt.handler.js';
import {
  RemoveWebhookDeliveries,
  RemoveWebhookDeliveriesHandler,
} from '#libs/application/webhook-deliveries/remove-webhook-deliveries.handler.js';
import {
  ScheduleWebhookDelivery,
  ScheduleWebhookDeliveryHandler,
} from '#libs/application/webhook-deliveries/schedule-webhook-delivery.handler.js';
import { DeliverToWebhook, DeliverToWebhookHandler } from '#libs/application/webhooks/deliver-to-webhook.handler.js';
import { DisableWebhook, DisableWebhookHandler } from '#libs/application/webhooks/disable-webhook.handler.js';
import { RedeliverWebhook, RedeliverWebhookHandler } from '#libs/application/webhooks/redeliver-webhook.handler.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { busTo } from './command-bus.js';
import { KnownHolds } from './known-holds.js';

/** The commands of consumers and jobs, executed on this log. */
export const backgroundCommandsOn = (eventStore: EventStore): Commands =>
  busTo(
    [RecordDocumentSize, new RecordDocumentSizeHandler(eventStore)],
    [RecordTranslationProgress, new RecordTranslationProgressHandler(eventStore)],
    [CompleteDocumentTranslation, new CompleteDocumentTranslationHandler(eventStore)],
    [FailDocumentTranslation, new FailDocumentTranslationHandler(eventStore)],
    [ExpireDocument, new ExpireDocumentHandler(eventStore, new KnownHolds())],
    [ScheduleWebhookDelivery, new ScheduleWebhookDeliveryHandler(eventStore)],
    [RecordWebhookAttempt, new RecordWebhookAttemptHandler(eventStore)],
    [EndWebhookDelivery, new EndWebhookDeliveryHandler(eventStore)],
    [RemoveWebhookDeliveries, new RemoveWebhookDeliveriesHandler(eventStore)],
    [DeliverToWebhook, new DeliverToWebhookHandler(eventStore)],
    [DisableWebhook, new DisableWebhookHandler(eventStore)],
    [RecordReportProgress, new RecordReportProgressHandler(eventStore)],
    [CompleteReport, new CompleteReportHandler(eventStore)],
    [FailReport, new FailReportHandler(eventStore)],
    [ExpireReport, new ExpireReportHandler(eventStore, new KnownHolds())],
    [RedeliverWebhook, new RedeliverWebhookHandler(eventStore)],
  );
