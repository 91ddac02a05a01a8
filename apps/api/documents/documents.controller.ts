import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DeleteDocument } from '#libs/application/documents/delete-document.handler.js';
import { RequestDocumentTranslation } from '#libs/application/documents/request-document-translation.handler.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { DeletedDocumentDto, DocumentDto, TargetQuery, TranslateDocumentBody } from './document.dto.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { readTranslationBody } from './translation-body.js';

@ApiTags('documents')
@Controller('v1/documents')
export class DocumentsController {
  constructor(
    private readonly commands: RequestCommands,
    private readonly documents: FindDocumentHandler,
  ) {}

  @Post(':id/translate')
  @HttpCode(200)
  @ApiOperation({ operationId: 'translateDocument', summary: 'Translate an uploaded document again' })
  @ApiBody({ type: TranslateDocumentBody })
  @EnvelopeOf(DocumentDto, 200)
  @Endpoint({
    scope: 'documents:write',
    act: { action: 'translate_document', resource: 'document' },
    errors: [
      'missing_required_field',
      'invalid_language',
      'document_not_found',
      'document_expired',
      'glossary_not_found',
      'conflict',
      'quota_exceeded',
      'model_unavailable',
    ],
  })
  async translateDocument(
    @Req() request: FastifyRequest,
    @Param('id') documentId: string,
    @Body() body: unknown,
  ): Promise<DocumentDto> {
    const { target: targetLanguage, glossaryId, quality } = readTranslationBody(body);
    const access = accessOf(request);
    const isTakenOver = request.caller.idempotent?.isTakenOver === true;
    const wanted = { documentId, targetLanguage, glossaryId, quality, tier: access.tier, isTakenOver };
    await this.commands.send(request, (metadata) => new RequestDocumentTranslation(wanted, metadata));
    return this.documents.handle(access, documentId, targetLanguage);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getDocument', summary: 'Status of a document' })
  @EnvelopeOf(DocumentDto, 200)
  @Endpoint({ scope: 'documents:read', errors: ['document_not_found', 'not_found'] })
  async getDocument(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query(validatedBy(TargetQuery)) { target }: TargetQuery,
  ): Promise<DocumentDto> {
    return this.documents.handle(accessOf(request), id, target);
  }

  @Delete(':id')
  @ApiOperation({ operationId: 'deleteDocument', summary: 'Delete a document, its translations and their keys' })
  @EnvelopeOf(DeletedDocumentDto, 200)
  @Endpoint({
    scope: 'documents:write',
    act: { action: 'document_delete', resource: 'document' },
    errors: ['document_not_found'],
  })
  async deleteDocument(@Req() request: FastifyRequest, @Param('id') id: string): Promise<DeletedDocumentDto> {
    await this.commands.send(request, (metadata) => new DeleteDocument(id, metadata));
    return { id, deleted: true };
  }
}
