import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { forgetWebhookTarget, keepWebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { document } from '#libs/domain/document/document.decider.js';
import { maxDocumentBytes } from '#libs/domain/document/document-size.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { assertWebhookUrl, WebhookUrlError } from '#libs/platform/outbound-http/webhook-url.js';
import { BlobTooLargeError } from '#libs/ports/blob-store/blob-store.errors.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import { CharacterQuota } from '../../access/limits/character-quota.js';
import { Engines } from '../../engines.js';
import { cleanFileName } from '../../http/multipart/file-name.js';
import { cutOff, readUploadForm, type UploadForm } from '../../http/multipart/multipart-reader.js';
import { validated } from '../../http/validation.js';
import { assertLanguages, choosePair } from '#libs/application/languages/language-choice.js';
import { estimateCompletion } from '../completion-estimate.js';
import type { DocumentDto } from '../document.dto.js';
import { assertPossible } from '../options-to-come.js';
import { inspectDocument } from './inspect-document.js';
import { isInLog, repeatedUpload } from './repeated-upload.js';
import { UploadDocumentFields } from './upload-document.dto.js';

/** 100 MB as the contract counts them. */

const missingFile = (): Rejection =>
  new Rejection('missing_required_field', {
    message: 'A required field is missing or empty: file.',
    details: { file: ['is required'] },
  });

/**
 * Streams the file into the blob store, looks into it, writes the event, and only then answers. Whatever
 * fails on the way leaves no file, no key and no row.
 */
@Injectable()
export class UploadDocumentHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly glossaries: GlossaryLibrary,
    private readonly quota: CharacterQuota,
  ) {}

  async handle(request: FastifyRequest, access: KeyAccess): Promise<DocumentDto> {
    const documentId = newId('doc');
    const { idempotent } = request.caller;
    if (idempotent?.isTakenOver) {
      const repeated = await repeatedUpload(this.engines.eventStore, request, documentId);
      if (repeated !== undefined) return repeated;
    }
    try {
      const form = await this.store(request, `${documentId}-source`);
      return await this.accept(request, access, documentId, form);
    } catch (error) {
      // Where it is not known whether the event was written, the file may be needed; a sweep finds what is not.
      if (error instanceof AppendOutcomeUnknownError) throw error;
      // Another attempt, for which this one was given up, may have made the document.
      if (idempotent === undefined || !(await isInLog(this.engines.eventStore, documentId))) {
        await this.discard(documentId);
      }
      throw error;
    }
  }

  private async store(request: FastifyRequest, blobId: string): Promise<UploadForm> {
    const closed = new AbortController();
    // A request also closes when all of it has come.
    const onClose = () => {
      if (!request.raw.complete) closed.abort(cutOff());
    };
    request.raw.once('close', onClose);
    try {
      return await readUploadForm(request, async (content) => {
        await this.engines.blobs.put(blobId, content, { maxBytes: maxDocumentBytes, signal: closed.signal });
      });
    } catch (error) {
      if (error instanceof BlobTooLargeError) {
        throw new Rejection('file_too_large', { details: { limit: maxDocumentBytes } });
      }
      throw error;
    } finally {
      request.raw.off('close', onClose);
    }
  }

  private async accept(
    request: FastifyRequest,
    access: KeyAccess,
    documentId: string,
    form: UploadForm,
  ): Promise<DocumentDto> {
    const { blobs, inference, eventStore, subjectKeys } = this.engines;
    const fields = validated(UploadDocumentFields, form.fields);
    if (form.file === undefined) throw missingFile();
    assertPossible({ preserve_layout: fields.preserve_layout !== 'false' });
    this.assertWebhook(fields);
    await assertLanguages(inference, fields.source, fields.target);

    const translateHeaders = fields.translate_headers !== 'false';
    const filename = cleanFileName(form.file.name);
    const blobId = `${documentId}-source`;
    const blob = await blobs.stat(blobId);
    const found = await inspectDocument(this.engines, blob, filename, form.file.mediaType, { translateHeaders });
    const source = fields.source ?? (found.detectedLanguage === 'und' ? fields.target : found.detectedLanguage);
    await choosePair(inference, source, fields.target, fields.source === undefined);
    const glossary = await this.glossaries.referenceFor(access.organizationId, {
      glossaryId: fields.glossary_id,
      domain: fields.domain,
      source: fields.source === undefined && found.detectedLanguage === 'und' ? undefined : source,
      target: fields.target,
    });

    const metadata = await this.recorder.metadata(request, access);
    const now = metadata.occurredAt;
    const webhookRef = await this.keepWebhook(documentId, fields, access.organizationId);
    const estimatedCompletion = estimateCompletion(now, found.wordCount);
    const command = {
      type: 'UploadDocument',
      upload: {
        documentId,
        organizationId: access.organizationId,
        sealedName: await subjectKeys.seal(access.subject, { filename }),
        format: found.format,
        mediaType: found.mediaType,
        sizeBytes: blob.size,
        sha256: blob.sha256,
        pageCount: found.pageCount,
        wordCount: found.wordCount,
        characterCount: found.characterCount,
        segmentCount: found.segmentCount,
        sourceLanguage: source,
        detectedLanguage: fields.source === undefined ? found.detectedLanguage : null,
        blobId,
        webhookRef,
        uploadedAt: now,
      },
      request: {
        translationId: newId('trn'),
        targetLanguage: fields.target,
        options: {
          domain: fields.domain ?? generalDomain,
          preserveLayout: true,
          translateHeaders,
          quality: 'balanced',
          ...(glossary === undefined ? {} : { glossary }),
        },
        estimatedCompletion,
      },
      now,
    } as const;
    const context = { commandId: metadata.requestId, metadata };
    const write = () => execute(eventStore, document, documentId, command, context);
    const isUnchecked = request.caller.idempotent?.isTakenOver;
    await this.quota.spend(access, found.characterCount, 'quota_exceeded', write, { isUnchecked });
    request.caller.recorded = true;
    return {
      id: documentId,
      filename,
      status: 'processing',
      source_language: source,
      target_language: fields.target,
      page_count: found.pageCount,
      word_count: found.wordCount,
      progress: 0,
      created_at: now,
      estimated_completion: estimatedCompletion,
    };
  }

  private assertWebhook(fields: UploadDocumentFields): void {
    const { TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: allowPrivate, TRANSLEDGER_WEBHOOK_ALLOW_HTTP: allowHttp } =
      this.engines.settings;
    if (fields.webhook_url === undefined) {
      if (fields.webhook_secret === undefined) return;
      throw new Rejection('invalid_request', { details: { webhook_secret: ['needs a webhook_url'] } });
    }
    try {
      assertWebhookUrl(fields.webhook_url, { allowPrivate, allowHttp });
    } catch (error) {
      if (!(error instanceof WebhookUrlError)) throw error;
      throw new Rejection('invalid_request', {
        message: `webhook_url ${error.message}.`,
        details: { webhook_url: [error.message] },
      });
    }
  }

  /** URLs and secrets never stand in an event: it holds where they are kept, encrypted. */
  private async keepWebhook(
    documentId: string,
    fields: UploadDocumentFields,
    organizationId: string,
  ): Promise<string | null> {
    if (fields.webhook_url === undefined) return null;
    const target = { url: fields.webhook_url, secret: fields.webhook_secret ?? null };
    await keepWebhookTarget(this.engines.keyVault, documentId, target, organizationId);
    return documentId;
  }

  private async discard(documentId: string): Promise<void> {
    await this.engines.blobs.delete(`${documentId}-source`);
    await forgetWebhookTarget(this.engines.keyVault, documentId);
  }
}
