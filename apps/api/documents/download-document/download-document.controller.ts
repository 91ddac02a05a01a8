import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RecordDocumentDownload } from '#libs/application/documents/record-document-download.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { BLOB_STORE } from '#libs/ports/tokens.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { attachment, translatedFileName } from '../../http/multipart/file-name.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { DownloadQuery } from '../document.dto.js';
import { FindDocumentHandler } from '../find-document.handler.js';

const assertFormat = ({ format }: DocumentView, query: DownloadQuery): void => {
  if (query.include_source === 'true') {
    throw new Rejection('invalid_request', { details: { include_source: ['is not possible in this release'] } });
  }
  if (query.format !== undefined && query.format.toLowerCase() !== format) {
    throw new Rejection('unsupported_format', { message: `The document can be downloaded as ${format} only.` });
  }
};

/** Maps a file that was deleted or expired after the event to a rejection. */
const asGone = (error: unknown): never => {
  if (error instanceof BlobNotFoundError) throw new Rejection('document_not_found');
  throw error;
};

@ApiTags('documents')
@Controller('v1/documents')
export class DownloadDocumentController {
  constructor(
    private readonly commands: RequestCommands,
    private readonly documents: FindDocumentHandler,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
  ) {}

  /** The event of the download is durable before the first byte leaves. */
  @Get(':id/download')
  @ApiOperation({ operationId: 'downloadDocument', summary: 'Download the translated file' })
  @ApiProduces('application/octet-stream')
  @ApiResponse({
    status: 200,
    description: 'The file.',
    headers: {
      'Content-Disposition': { schema: { type: 'string' } },
      'Content-Length': { schema: { type: 'integer' } },
    },
  })
  @Endpoint({
    scope: 'documents:read',
    act: { action: 'document_download', resource: 'document' },
    errors: [
      'document_not_found',
      'not_found',
      'document_expired',
      'conflict',
      'processing_failed',
      'unsupported_format',
    ],
  })
  async downloadDocument(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query(validatedBy(DownloadQuery)) query: DownloadQuery,
  ): Promise<void> {
    const view = await this.documents.view(accessOf(request), id, query.target);
    assertFormat(view, query);
    const file = await this.commands.send(
      request,
      (metadata) => new RecordDocumentDownload(id, query.target, metadata),
    );
    if (file === undefined) throw new Rejection('document_not_found');
    const content = await this.blobs.read(file.blobId).catch(asGone);
    await reply
      .type(view.media_type)
      .header('Content-Disposition', attachment(translatedFileName(view.filename, file.targetLanguage)))
      .header('Content-Length', file.sizeBytes)
      .header('Cache-Control', 'private, no-store')
      .send(content);
  }
}
