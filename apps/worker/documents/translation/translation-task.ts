import type { Commands } from '#libs/application/commands.js';
import { CompleteDocumentTranslation } from '#libs/application/documents/complete-document-translation.handler.js';
import { FailDocumentTranslation } from '#libs/application/documents/fail-document-translation.handler.js';
import { RecordDocumentSize } from '#libs/application/documents/record-document-size.handler.js';
import { RecordTranslationProgress } from '#libs/application/documents/record-translation-progress.handler.js';
import { retentionMs } from '#libs/application/organizations/retention.js';
import type { FailedTranslations } from '#libs/documents/failures/failed-translations.js';
import { FormatError } from '#libs/documents/formats/format.errors.js';

import type { SegmentBatches } from '#libs/documents/segment-batches/segment-batches.js';

import { withBlobsBeside } from '#libs/documents/stored-files/document-blobs.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEventData, DocumentFailure } from '#libs/domain/document/document.events.js';
import type { Document } from '#libs/domain/document/document.state.js';
import { errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import type { Provenance } from '#libs/domain/provenance.js';
import { upcast } from '#libs/domain/upcasting.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { BlobCorruptError, BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ModelUnavailableError, UnsupportedPairError } from '#libs/ports/inference/inference.errors.js';
import { madeByNone } from '#libs/ports/inference/provenance-of.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { Delivery, Message } from '#libs/ports/message-bus/message-bus.port.js';
import { isStorageExceeded } from '#libs/ports/stored-bytes/stored-bytes.errors.js';
import { causedBy } from '../../system-metadata.js';
import type { DocumentTranslator, FoundSize } from './document-translator.js';
import { GlossaryGoneError } from './glossary-of-document.js';
import { ProgressReporter } from './progress-reporter.js';

export interface TranslationDependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  translator: Pick<DocumentTranslator, 'translate'>;
  batches: Pick<SegmentBatches, 'discard'>;
  blobs: Pick<BlobStore, 'delete'>;
  failures: Pick<FailedTranslations, 'keep'>;
  leases: Pick<Leases, 'acquire'>;
  lifeCycle: LifeCycle;
  /** Milliseconds that the files are kept after the end. */
  keepForMs: number;
}

/**
 * Milliseconds before each retry: an engine that is unavailable for three minutes fails no document, and a
 * recovered one is used soon.
 */
export const retryDelays = [1, 5, 15, 30, 30, 30, 30, 30, 30].map((seconds) => seconds * 1_000);

const storageExceeded =
  'The translated file does not fit into the storage of the organization. Delete files, and request it again.';

/** Failures caused by the document itself: another try would end in the same way. */
const lastingFailure = (error: unknown): DocumentFailure | undefined => {
  if (error instanceof FormatError) return { code: 'processing_failed', message: error.message };
  if (error instanceof UnsupportedPairError)
    return { code: 'invalid_language', message: errorCatalogue.invalid_language.message };
  if (error instanceof GlossaryGoneError)
    return { code: 'glossary_not_found', message: errorCatalogue.glossary_not_found.message };
  if (isStorageExceeded(error)) return { code: 'quota_exceeded', message: storageExceeded };
  if (error instanceof BlobNotFoundError || error instanceof BlobCorruptError) {
    return { code: 'processing_failed', message: 'The uploaded file cannot be read any more.' };
  }
  return undefined;
};

/** The failure that is recorded when every try has failed. */
const finalFailure = (error: unknown): DocumentFailure =>
  error instanceof ModelUnavailableError
    ? { code: 'model_unavailable', message: errorCatalogue.model_unavailable.message }
    : { code: 'processing_failed', message: errorCatalogue.processing_failed.message };

/** Milliseconds after which a translation that nobody has in hand is given up: `docs/documents.md` names them. */
const givenUpMs = 24 * 60 * 60_000;

/** The failure of a translation that has not ended within the time that it may take. */
const overdue: DocumentFailure = {
  code: 'processing_failed',
  message: 'The document could not be translated within 24 hours.',
};

class OverdueTranslationError extends PlainError {
  override readonly name = 'OverdueTranslationError';
}

export const requestIn = (message: Message): DocumentEventData<'DocumentTranslationRequested'> => {
  const event = upcast(message);
  if (event.type !== 'DocumentTranslationRequested') throw new Error(`Unexpected message ${event.type}`);
  return event.data;
};

const isRunning = (
  state: Document,
  translationId: string,
): state is Extract<Document, { status: 'active' | 'expired' }> =>
  state.status === 'active' &&
  state.translations.some(({ id, status }) => id === translationId && status === 'processing');

/** The work on one requested translation, in the hands of the worker that holds its lease. */
export class TranslationTask {
  private readonly request: DocumentEventData<'DocumentTranslationRequested'>;

  constructor(
    private readonly dependencies: TranslationDependencies,
    private readonly delivery: Delivery,
  ) {
    this.request = requestIn(delivery.message);
  }

  async run(): Promise<void> {
    const { eventStore, translator } = this.dependencies;
    const { documentId, translationId } = this.request;
    const { state } = await loadState(eventStore, document, documentId);
    if (!isRunning(state, translationId)) return this.discard(state);
    if (Date.parse(this.request.requestedAt) < Date.now() - givenUpMs) {
      return this.fail(overdue, new OverdueTranslationError());
    }
    const { upload } = state;
    const unwanted = new AbortController();
    const signal = anySignal([this.delivery.signal, unwanted.signal]);
    let made = (): Provenance => madeByNone;
    const progress = new ProgressReporter(async (done, estimatedCompletion) => {
      const { status } = await this.reportProgress({ ...done, estimatedCompletion }, made());
      if (status !== 'active') unwanted.abort();
    });
    try {
      const { blob, storedBytes, model, confidence, provenance } = await translator.translate({
        upload,
        request: this.request,
        signal,
        onProgress: (done, soFar) => {
          made = soFar;
          return progress.update(done);
        },
        onRead: (found) => this.recordSize(upload, found),
      });
      const metadata = this.metadata();
      const ended = await this.dependencies.commands.execute(
        new CompleteDocumentTranslation(
          { ...(await this.endAt(metadata)), blob, storedBytes, model, confidence, provenance },
          metadata,
        ),
      );
      await this.discard(ended);
    } catch (error) {
      if (this.delivery.signal.aborted) throw error;
      // The document was deleted while it was being translated.
      if (unwanted.signal.aborted) return this.discard({ status: 'deleted' });
      if (isOutage(error)) throw error;
      const isLastTry = this.delivery.attempt > retryDelays.length;
      const failure = lastingFailure(error) ?? (isLastTry ? finalFailure(error) : undefined);
      if (failure === undefined) throw error;
      await this.fail(failure, error);
    }
  }

  /** Writes the event first: the document fails whether or not its cause can be recorded. */
  private async fail(failure: DocumentFailure, error: unknown): Promise<void> {
    const { failures, lifeCycle } = this.dependencies;
    const { documentId, translationId } = this.request;
    const { attempt } = this.delivery;
    const { code } = failure;
    const cause = causeOf(error);
    const metadata = this.metadata();
    const state = await this.dependencies.commands.execute(
      new FailDocumentTranslation({ ...(await this.endAt(metadata)), failure }, metadata),
    );
    // Its files went with a document that was deleted meanwhile.
    if (state.status !== 'deleted') {
      lifeCycle.emit('document.failed', { document: documentId, translation: translationId, attempt, code, cause });
      await failures.keep({ documentId, translationId, code, cause, attempts: attempt });
    }
    await this.discard(state);
  }

  /** Removes the finished batches, and the files of a translation whose document was deleted meanwhile. */
  private async discard(document: Document): Promise<void> {
    const { batches, blobs } = this.dependencies;
    const { documentId, translationId } = this.request;
    const isActive =
      document.status === 'active' && document.translations.some(({ blobId }) => blobId === translationId);
    if (!isActive) for (const blobId of withBlobsBeside(documentId, [translationId])) await blobs.delete(blobId);
    await batches.discard(translationId);
  }

  /** Records what the upload could not know: the size of an uncounted document, and the pages of one that was laid out since. */
  private async recordSize(upload: DocumentEventData<'DocumentUploaded'>, found: FoundSize): Promise<void> {
    if (upload.counted !== false && (found.pageCountSource !== 'layout' || upload.pageCountSource === 'layout')) return;
    const { documentId, translationId } = this.request;
    const commandId = `${this.delivery.message.id}/size`;
    await this.dependencies.commands.execute(
      new RecordDocumentSize({ documentId, translationId, ...found, commandId }, this.metadata()),
    );
  }

  private reportProgress(
    done: { segmentsDone: number; segmentsTotal: number; estimatedCompletion: string },
    provenance: Provenance,
  ): Promise<Document> {
    const { documentId, translationId } = this.request;
    const commandId = `${this.delivery.message.id}/progress/${done.segmentsDone}`;
    const progress = { documentId, translationId, ...done, provenance, commandId };
    return this.dependencies.commands.execute(new RecordTranslationProgress(progress, this.metadata()));
  }

  /** The fields that completion and failure have in common. */
  private async endAt({ occurredAt, organizationId }: EventMetadata) {
    const { documentId, translationId } = this.request;
    const { eventStore, keepForMs } = this.dependencies;
    const keptMs = await retentionMs(eventStore, organizationId, 'documents', keepForMs);
    const expiresAt = new Date(Date.parse(occurredAt) + keptMs).toISOString();
    return { documentId, translationId, expiresAt, commandId: `${this.delivery.message.id}/end` };
  }

  private metadata(): EventMetadata {
    return causedBy(this.delivery.message, new Date().toISOString());
  }
}
