import { Module } from '@nestjs/common';
import { CompleteDocumentTranslationHandler } from './documents/complete-document-translation.handler.js';
import { ExpireDocumentHandler } from './documents/expire-document.handler.js';
import { FailDocumentTranslationHandler } from './documents/fail-document-translation.handler.js';
import { RecordTranslationProgressHandler } from './documents/record-translation-progress.handler.js';
import { EndBrokenTextStreamHandler } from './text-streams/end-broken-text-stream.handler.js';
import { RecordWebhookAttemptHandler } from './webhook-deliveries/record-webhook-attempt.handler.js';
import { ScheduleWebhookDeliveryHandler } from './webhook-deliveries/schedule-webhook-delivery.handler.js';

/** Commands that the worker's consumers and jobs send. */
@Module({
  providers: [
    RecordTranslationProgressHandler,
    CompleteDocumentTranslationHandler,
    FailDocumentTranslationHandler,
    ExpireDocumentHandler,
    ScheduleWebhookDeliveryHandler,
    RecordWebhookAttemptHandler,
    EndBrokenTextStreamHandler,
  ],
})
export class BackgroundWorkModule {}
