import { Inject, Injectable } from '@nestjs/common';
import { rulesBlobOf, sourceBlobOf, withBlobsBeside } from '#libs/documents/stored-files/document-blobs.js';
import { forgetWebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { document } from '#libs/domain/document/document.decider.js';
import { maxDocumentBytes } from '#libs/domain/document/document-size.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { BlobTooLargeError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { BLOB_STORE, EVENT_STORE, KEY_VAULT } from '#libs/ports/tokens.js';

interface NewSourceFile {
  documentId: string;
  organizationId: string;
  /** Bytes that the file has at least. */
  expectedBytes?: number | undefined;
}

interface FailedUpload {
  documentId: string;
  /** The translation that it asks for; undefined before there is any. */
  translationId?: string;
  /** True when another attempt at the same request, after this one was given up, may have created the document. */
  isRepeatable: boolean;
}

/** The files of uploads, from the first byte until an event names them. */
@Injectable()
export class SourceFiles {
  constructor(
    @Inject(BLOB_STORE) private readonly blobs: Pick<CountedBlobStore, 'put' | 'delete'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(KEY_VAULT) private readonly keyVault: KeyVault,
  ) {}

  /** Streams a file into the blob store. @throws Rejection `file_too_large`; StorageExceededError; the signal's reason */
  async store(
    { documentId, organizationId, expectedBytes }: NewSourceFile,
    content: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<BlobInfo> {
    const owner = { organizationId, documentId };
    try {
      return await this.blobs.put(sourceBlobOf(documentId), content, {
        owner,
        expectedBytes: Math.min(expectedBytes ?? 0, maxDocumentBytes),
        maxBytes: maxDocumentBytes,
        signal,
      });
    } catch (error) {
      if (error instanceof BlobTooLargeError) {
        throw new Rejection('file_too_large', { details: { limit: maxDocumentBytes } });
      }
      throw error;
    }
  }

  /** Removes the file, rules, key and secret of an upload that failed with `error`, unless an event names them, or may. */
  async discard({ documentId, translationId, isRepeatable }: FailedUpload, error: unknown): Promise<void> {
    // When it is unknown whether the event was written, the file may be needed; a sweep removes it otherwise.
    if (error instanceof AppendOutcomeUnknownError) return;
    const isInLog = isRepeatable && (await this.isInLog(documentId));
    if (translationId !== undefined) {
      if (isInLog) await this.discardTranslation(documentId, translationId);
      else await this.removeTranslation(documentId, translationId);
    }
    if (isInLog) return;
    for (const blobId of withBlobsBeside(documentId, [sourceBlobOf(documentId)])) await this.blobs.delete(blobId);
    await forgetWebhookTarget(this.keyVault, documentId);
  }

  /** Removes the rules of a translation, and gives back what is reserved for it, unless an event names it. */
  async discardTranslation(documentId: string, translationId: string): Promise<void> {
    const { state } = await loadState(this.eventStore, document, documentId);
    if (state.status === 'active' && state.translations.some(({ id }) => id === translationId)) return;
    await this.removeTranslation(documentId, translationId);
  }

  private async removeTranslation(documentId: string, translationId: string): Promise<void> {
    for (const blobId of [translationId, rulesBlobOf(documentId, translationId)]) await this.blobs.delete(blobId);
  }

  private async isInLog(documentId: string): Promise<boolean> {
    return (await loadState(this.eventStore, document, documentId)).state.status !== 'none';
  }
}
