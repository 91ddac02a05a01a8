import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { executeOwned } from '#libs/application/documents/owned-document.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { Engines } from '../engines.js';
import { attachment, translatedFileName } from '../http/multipart/file-name.js';
import type { DownloadQuery } from './document.dto.js';
import { FindDocumentHandler } from './find-document.handler.js';

const assertFormat = ({ format }: DocumentView, query: DownloadQuery): void => {
  if (query.include_source === 'true') {
    throw new Rejection('invalid_request', { details: { include_source: ['is not possible in this release'] } });
  }
  if (query.format !== undefined && query.format.toLowerCase() !== format) {
    throw new Rejection('unsupported_format', { message: `The document can be downloaded as ${format} only.` });
  }
};

/** The event that it was downloaded is durable before the first byte leaves. */
@Injectable()
export class DownloadDocumentHandler {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly documents: FindDocumentHandler,
  ) {}

  async handle(
    request: FastifyRequest,
    reply: FastifyReply,
    access: KeyAccess,
    id: string,
    query: DownloadQuery,
  ): Promise<void> {
    const view = await this.documents.view(access, id, query.target);
    assertFormat(view, query);
    const metadata = await this.recorder.metadata(request, access);
    const command = {
      type: 'DownloadDocument',
      ...(query.target === undefined ? {} : { targetLanguage: query.target }),
      now: metadata.occurredAt,
    } as const;
    const { state, events } = await executeOwned(this.engines.eventStore, id, command, metadata);
    request.caller.recorded = true;
    const [downloaded] = events;
    const translation =
      state.status === 'kept' && downloaded?.type === 'DocumentDownloaded'
        ? state.translations.find((candidate) => candidate.id === downloaded.data.translationId)
        : undefined;
    if (translation?.blobId === undefined) throw new Rejection('document_not_found');
    await this.send(reply, view, translation.blobId, translation.targetLanguage);
  }

  private async send(reply: FastifyReply, view: DocumentView, blobId: string, target: string): Promise<void> {
    const { blobs } = this.engines;
    try {
      const { size } = await blobs.stat(blobId);
      const content = await blobs.read(blobId);
      await reply
        .type(view.media_type)
        .header('Content-Disposition', attachment(translatedFileName(view.filename, target)))
        .header('Content-Length', size)
        .header('Cache-Control', 'private, no-store')
        .send(content);
    } catch (error) {
      // Deleted or expired between the event and the file.
      if (error instanceof BlobNotFoundError) throw new Rejection('document_not_found');
      throw error;
    }
  }
}
