import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { loadOwnDocument } from '#libs/application/documents/own-document.js';
import { translationOf } from '#libs/application/documents/translated-file.js';
import { readReport } from '#libs/documents/fidelity/fidelity-report.js';
import { reportBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE } from '#libs/ports/tokens.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { QueryOf } from '../../http/query.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { TargetQuery } from '../document.dto.js';
import { FindDocumentHandler } from '../find-document.handler.js';
import { DocumentReportDto } from './document-report.dto.js';

/** Maps a report that an older release did not make, or that went with its document, to a rejection. */
const asMissing = (error: unknown): never => {
  if (!(error instanceof BlobNotFoundError)) throw error;
  throw new Rejection('not_found', { message: 'The translation has no report.' });
};

@ApiTags('documents')
@Controller('v1/documents')
export class DocumentReportController {
  constructor(
    @Inject(BLOB_STORE) private readonly blobs: Pick<BlobStore, 'read'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(FindDocumentHandler) private readonly documents: Pick<FindDocumentHandler, 'assertSeenBy'>,
  ) {}

  @Get(':id/report')
  @ApiOperation({
    operationId: 'getDocumentReport',
    summary: 'What became of each segment of a document',
    description:
      'Counts the segments that were found, translated, repeated, repaired, that overflow their place and that were skipped, by part of the file, and says why.',
  })
  @EnvelopeOf(DocumentReportDto, 200)
  @Endpoint({
    scope: 'documents:read',
    errors: ['document_not_found', 'not_found', 'document_expired', 'conflict', 'processing_failed'],
  })
  async getReport(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @QueryOf(TargetQuery) { target }: TargetQuery,
  ): Promise<DocumentReportDto> {
    const access = accessOf(request);
    const { organizationId } = access;
    await this.documents.assertSeenBy(access, id);
    const translation = translationOf(await loadOwnDocument(this.eventStore, organizationId, id), target);
    const report = await readReport(this.blobs, reportBlobOf(id, translation.id)).catch(asMissing);
    return { document_id: id, target_language: translation.targetLanguage, ...report };
  }
}
