import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PagePictures } from '#libs/application/documents/page-pictures.js';
import { type DocumentPart, RecordPartDownload } from '#libs/application/documents/record-part-download.handler.js';
import { maxDrawnPages } from '#libs/documents/stored-files/page-pictures.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { BLOB_STORE } from '#libs/ports/tokens.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { QueryOf } from '../../http/query.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { binary, FileOf } from '../../openapi/file-of.decorator.js';
import { sendFile } from '../download-document/send-file.js';
import { FindDocumentHandler } from '../find-document.handler.js';
import { PageQuery } from './page-query.dto.js';
import { PageViews } from './page-views.js';

const pageNumber = /^[1-9]\d{0,4}$/;

const pageOf = (number: string): number => {
  const page = pageNumber.test(number) ? Number(number) : 0;
  if (page >= 1 && page <= maxDrawnPages) return page;
  throw new Rejection('invalid_request', {
    details: { n: [`must be the number of a page, from 1 to ${maxDrawnPages}`] },
  });
};

@ApiTags('documents')
@Controller('v1/documents')
export class DocumentPagesController {
  private readonly views = new PageViews();

  constructor(
    private readonly commands: RequestCommands,
    private readonly documents: FindDocumentHandler,
    @Inject(PagePictures) private readonly pictures: Pick<PagePictures, 'page'>,
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
  ) {}

  /**
   * The event of a view is durable before the first byte of its first page leaves. HEAD has the headers alone, and begins
   * no view.
   */
  @Get(':id/pages/:n.png')
  @ApiOperation({
    operationId: 'getDocumentPage',
    summary: 'Show a page of a document as a picture',
    description:
      'A page of the uploaded file or of its translation, as a PNG of 150 dots per inch and at most 2,000 pixels on its longer side, for formats whose `page_images` is true in `GET /v1/formats`. It is drawn at the first request and kept with the document; 503 with `Retry-After` while that takes longer than 30 seconds. A page behind the last is 404, with their number as `details.page_count`. The first page that a caller sees of a side is an act, and stands for its other pages for an hour.',
  })
  @ApiParam({
    name: 'n',
    schema: { type: 'integer', minimum: 1, maximum: maxDrawnPages },
  })
  @FileOf({
    description: 'The picture.',
    content: { 'image/png': binary },
    headers: { 'X-Page-Count': { description: 'Pages of the whole file.', schema: { type: 'integer' } } },
    isAct: true,
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
      'quota_exceeded',
    ],
  })
  async getDocumentPage(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Param('n') number: string,
    @QueryOf(PageQuery) { side = 'target', target }: PageQuery,
  ): Promise<void> {
    const access = accessOf(request);
    const page = pageOf(number);
    await this.documents.assertSeenBy(access, id);
    const { organizationId } = access;
    const wanted = { organizationId, documentId: id, side, targetLanguage: target, page };
    const { blobId, sizeBytes, pageCount, isLayoutOfDocument, translationId } = await this.pictures.page(wanted);
    if (request.method !== 'HEAD') {
      const part: DocumentPart =
        side === 'source'
          ? { part: 'pages', side, ...(isLayoutOfDocument && { laidOutPages: pageCount }) }
          : { part: 'pages', side, targetLanguage: target };
      await this.recorded(request, { id, view: translationId ?? side, part });
    }
    const picture = { blobId, sizeBytes, format: 'png', mediaType: 'image/png' };
    await sendFile(request, reply, this.blobs, picture, ['X-Page-Count', pageCount]);
  }

  /** Records the first page of a view, and every page whose receipt is asked for. */
  private async recorded(
    request: FastifyRequest,
    { id, view, part }: { id: string; view: string; part: DocumentPart },
  ): Promise<void> {
    const record = () => this.commands.send(request, (metadata) => new RecordPartDownload(id, part, metadata));
    if (request.caller.wantsReceipt === true) return record();
    const { keyId } = accessOf(request);
    await this.views.begin([keyId, id, view].join(' '), record);
  }
}
