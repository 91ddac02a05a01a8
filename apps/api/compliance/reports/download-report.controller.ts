import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileForDownload, type ReportFile } from '#libs/application/reports/own-report.js';
import { RecordReportDownload } from '#libs/application/reports/record-report-download.handler.js';
import { reportNotFound } from '#libs/domain/report/report.decider.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import { reportMediaTypes } from '#libs/reports/report-media-types.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { attachment } from '../../http/multipart/file-name.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { binary, FileOf, savedFile } from '../../openapi/file-of.decorator.js';

/** Maps a file that has expired after the event to a rejection. */
const asGone = (error: unknown): never => {
  if (error instanceof BlobNotFoundError) throw reportNotFound();
  throw error;
};

const fileNameOf = ({ type, period, format }: ReportFile): string =>
  `${type.replaceAll('_', '-')}-report-${period.start}-${period.end}.${reportMediaTypes[format].extension}`;

@ApiTags('compliance')
@Controller('v1/compliance/reports')
export class DownloadReportController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
  ) {}

  /**
   * The event of the download is durable before the first byte leaves. HEAD, which Fastify sends here too, has the
   * headers alone and is no download.
   */
  @Get(':id/download')
  @ApiOperation({
    operationId: 'downloadReport',
    summary: 'Download a compliance report',
    description:
      '409 while it is being generated, 500 where that failed, 404 after it has expired. The audit log records each download.',
  })
  @FileOf({
    description: 'The file: its `Content-Type` is `application/pdf`, `application/json` or `text/csv`.',
    content: { 'application/octet-stream': binary },
    headers: savedFile,
    isAct: true,
  })
  @Endpoint({
    scope: 'compliance:read',
    act: { action: 'report_download', resource: 'report' },
    errors: ['not_found', 'conflict', 'processing_failed'],
  })
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string): Promise<void> {
    const isHead = request.method === 'HEAD';
    const file = isHead
      ? await fileForDownload(this.eventStore, accessOf(request).organizationId, id)
      : await this.commands.send(request, (metadata) => new RecordReportDownload(id, metadata));
    if (file === undefined) throw reportNotFound();
    // Fastify would take the length of the response from a body of any other kind.
    const content = isHead ? Readable.from([]) : await this.blobs.read(file.blobId).catch(asGone);
    await reply
      .type(reportMediaTypes[file.format].mediaType)
      .header('Content-Disposition', attachment(fileNameOf(file)))
      .header('Content-Length', file.sizeBytes)
      .header('Cache-Control', 'private, no-store')
      .send(content);
  }
}
