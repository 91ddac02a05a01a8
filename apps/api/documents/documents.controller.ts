import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DeleteDocument } from '#libs/application/documents/delete-document.handler.js';
import { RequestDocumentTranslation } from '#libs/application/documents/request-document-translation.handler.js';
import { noteAsked } from '#libs/application/text-usage/asked-text.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import type { WithMeta } from '../http/envelope.js';
import { formatOptionsJsonValues } from '../http/json-structure.js';
import { toPageRequest } from '../http/pagination.dto.js';
import { periodOf } from '../http/period.js';
import { QueryOf } from '../http/query.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { DeletedDocumentDto, DocumentDto, DocumentListDto, DocumentListQuery, TargetQuery } from './document.dto.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { TranslateDocumentBody } from './options/translate-document.dto.js';
import { readTranslationBody } from './options/translation-body.js';
import { withWarnings } from './with-warnings.js';

@ApiTags('documents')
@Controller('v1/documents')
export class DocumentsController {
  constructor(
    private readonly commands: RequestCommands,
    private readonly documents: FindDocumentHandler,
  ) {}

  @Post(':id/translate')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'translateDocument',
    summary: 'Translate an uploaded document again',
    description:
      'Translates the stored source again, to another language or with other options, without another upload. 409 while a translation to the same language is running.',
  })
  @ApiBody({
    type: TranslateDocumentBody,
    examples: { target: { summary: 'To another language, of a document in English', value: { target: 'ca' } } },
  })
  @EnvelopeOf(DocumentDto, 200)
  @Endpoint({
    scope: 'documents:write',
    act: { action: 'translate_document', resource: 'document' },
    maxJsonValues: formatOptionsJsonValues,
    errors: [
      'missing_required_field',
      'invalid_language',
      'document_not_found',
      'document_expired',
      'glossary_not_found',
      'conflict',
      'quota_exceeded',
      'unsupported_format',
      'invalid_file_format',
      'model_unavailable',
    ],
  })
  async translateDocument(
    @Req() request: FastifyRequest,
    @Param('id') documentId: string,
    @Body() body: unknown,
  ): Promise<DocumentDto | WithMeta<DocumentDto>> {
    const noted = (facts: RefusedText) => noteAsked(request, facts);
    const { target: targetLanguage, options } = readTranslationBody(body, noted);
    const access = accessOf(request);
    await this.documents.assertSeenBy(access, documentId);
    const { idempotent } = request.caller;
    const repeatable = idempotent && { isTakenOver: idempotent.isTakenOver };
    const wanted = { documentId, targetLanguage, options, tier: access.tier, repeatable, noted };
    const warnings = await this.commands.send(request, (metadata) => new RequestDocumentTranslation(wanted, metadata));
    return withWarnings(await this.documents.handle(access, documentId, targetLanguage), warnings);
  }

  @Get()
  @ApiOperation({
    operationId: 'listDocuments',
    summary: 'List documents, newest first',
    description: 'Filters go together: a document is listed when it passes all of them.',
  })
  @EnvelopeOf(DocumentListDto, 200)
  @Endpoint({ scope: 'documents:read', errors: [] })
  async listDocuments(
    @Req() request: FastifyRequest,
    @QueryOf(DocumentListQuery) query: DocumentListQuery,
  ): Promise<DocumentListDto> {
    const { status, source, target } = query;
    const filter = { status, source, target, ...periodOf(query) };
    return this.documents.list(accessOf(request), filter, toPageRequest(query));
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getDocument',
    summary: 'Status of a document',
    description:
      'The newest translation, or with `target` another one. `progress` moves with the segments that are translated, and never backwards.',
  })
  @EnvelopeOf(DocumentDto, 200)
  @Endpoint({ scope: 'documents:read', errors: ['document_not_found', 'not_found'] })
  async getDocument(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @QueryOf(TargetQuery) { target }: TargetQuery,
  ): Promise<DocumentDto> {
    return this.documents.handle(accessOf(request), id, target);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteDocument',
    summary: 'Delete a document, its translations and their keys',
    description:
      'Removes source, translations and their keys at once: the id answers 404 from then on. A legal hold refuses it with 409 and names itself.',
  })
  @EnvelopeOf(DeletedDocumentDto, 200)
  @Endpoint({
    scope: 'documents:write',
    act: { action: 'document_delete', resource: 'document' },
    errors: ['document_not_found', 'conflict'],
  })
  async deleteDocument(@Req() request: FastifyRequest, @Param('id') id: string): Promise<DeletedDocumentDto> {
    await this.documents.assertSeenBy(accessOf(request), id);
    await this.commands.send(request, (metadata) => new DeleteDocument(id, metadata));
    return { id, deleted: true };
  }
}
