import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint } from '../http/endpoint.decorator.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { formOf } from '../openapi/form-of.js';
import { DeleteDocumentHandler } from './delete-document.handler.js';
import { DeletedDocumentDto, DocumentDto, DownloadQuery, TargetQuery, TranslateDocumentBody } from './document.dto.js';
import { DownloadDocumentHandler } from './download-document.handler.js';
import { FindDocumentHandler } from './find-document.handler.js';
import { TranslateDocumentHandler } from './translate-document.handler.js';
import { UploadDocumentForm } from './upload-document/upload-document.dto.js';
import { UploadDocumentHandler } from './upload-document/upload-document.handler.js';

@ApiTags('documents')
@Controller('v1/documents')
export class DocumentsController {
  constructor(
    private readonly upload: UploadDocumentHandler,
    private readonly translate: TranslateDocumentHandler,
    private readonly find: FindDocumentHandler,
    private readonly download: DownloadDocumentHandler,
    private readonly remove: DeleteDocumentHandler,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiExtraModels(UploadDocumentForm)
  @ApiOperation({
    operationId: 'uploadDocument',
    summary: 'Upload a document and have it translated',
    requestBody: {
      required: true,
      content: { 'multipart/form-data': formOf(UploadDocumentForm, 'letter.txt') },
    },
  })
  @EnvelopeOf(DocumentDto, 201)
  @Endpoint({
    scope: 'documents:write',
    act: { action: 'document_upload', resource: 'document' },
    body: 'multipart',
    errors: [
      'missing_required_field',
      'invalid_language',
      'unsupported_format',
      'invalid_file_format',
      'file_too_large',
      'glossary_not_found',
      'quota_exceeded',
      'model_unavailable',
    ],
  })
  async uploadDocument(@Req() request: FastifyRequest): Promise<DocumentDto> {
    return await this.upload.handle(request, accessOf(request));
  }

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
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<DocumentDto> {
    return await this.translate.handle(request, accessOf(request), id, body);
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
    return await this.find.handle(accessOf(request), id, target);
  }

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
    await this.download.handle(request, reply, accessOf(request), id, query);
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
    await this.remove.handle(request, accessOf(request), id);
    return { id, deleted: true as const };
  }
}
