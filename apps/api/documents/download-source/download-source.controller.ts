import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadOwnDocument } from '#libs/application/documents/own-document.js';
import { RecordPartDownload } from '#libs/application/documents/record-part-download.handler.js';
import { assertSourceThere } from '#libs/application/documents/translated-file.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { attachment } from '../../http/multipart/file-name.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { binary, FileOf, savedFile } from '../../openapi/file-of.decorator.js';
import { sendFile } from '../download-document/send-file.js';
import { FindDocumentHandler } from '../find-document.handler.js';

@ApiTags('documents')
@Controller('v1/documents')
export class DownloadSourceController {
  constructor(
    private readonly commands: RequestCommands,
    private readonly documents: FindDocumentHandler,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
  ) {}

  /** The event of the download is durable before the first byte leaves. HEAD has the headers alone, and is no download. */
  @Get(':id/source')
  @ApiOperation({
    operationId: 'downloadDocumentSource',
    summary: 'Download the uploaded file',
    description:
      'The file as it was uploaded, under its name, whatever became of its translations. 410 once the document has expired.',
  })
  @FileOf({
    description: 'The file. Its `Content-Type` is that of its format.',
    content: { 'application/octet-stream': binary },
    headers: savedFile,
    isAct: true,
  })
  @Endpoint({
    scope: 'documents:read',
    act: { action: 'document_download', resource: 'document' },
    errors: ['document_not_found', 'document_expired'],
  })
  async downloadDocumentSource(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    const access = accessOf(request);
    const { filename, format, media_type } = await this.documents.view(access, id);
    const state = await loadOwnDocument(this.eventStore, access.organizationId, id);
    const { blobId, sizeBytes } = state.upload;
    if (request.method === 'HEAD') assertSourceThere(state);
    else await this.commands.send(request, (metadata) => new RecordPartDownload(id, { part: 'source' }, metadata));
    const file = { blobId, sizeBytes, format, mediaType: media_type };
    await sendFile(request, reply, this.blobs, file, ['Content-Disposition', attachment(filename)]);
  }
}
