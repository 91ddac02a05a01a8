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
  RecordTranslationProgress,
  RecordTranslationProgressHandler,
} from '#libs/application/documents/record-translation-progress.handler.js';
import {
  RecordWebhookAttempt,
  RecordWebhookAttemptHandler,
} from '#libs/application/webhook-deliveries/record-webhook-attempt.handler.js';
import {
  ScheduleWebhookDelivery,
  ScheduleWebhookDeliveryHandler,
} from '#libs/application/webhook-deliveries/schedule-webhook-delivery.handler.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { busTo } from './command-bus.js';

/** The commands of consumers and jobs, executed on this log. */
export const backgroundCommandsOn = (eventStore: EventStore): Commands =>
  busTo(
    [RecordTranslationProgress, new RecordTranslationProgressHandler(eventStore)],
    [CompleteDocumentTranslation, new CompleteDocumentTranslationHandler(eventStore)],
    [FailDocumentTranslation, new FailDocumentTranslationHandler(eventStore)],
    [ExpireDocument, new ExpireDocumentHandler(eventStore)],
    [ScheduleWebhookDelivery, new ScheduleWebhookDeliveryHandler(eventStore)],
    [RecordWebhookAttempt, new RecordWebhookAttemptHandler(eventStore)],
  );
