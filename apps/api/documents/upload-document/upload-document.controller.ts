import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { newId } from '#libs/platform/ids/new-id.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import type { WithMeta } from '../../http/envelope.js';
import { RequestCommands } from '../../http/request-commands.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { formOf } from '../../openapi/form-of.js';
import { DocumentDto } from '../document.dto.js';
import { withWarnings } from '../with-warnings.js';
import { repeatedUpload } from './repeated-upload.js';
import { UploadDocumentForm } from './upload-document.dto.js';
import { UploadForms } from './upload-forms.js';
import { toUploadedDto } from './uploaded-document.js';

@ApiTags('documents')
@Controller('v1/documents')
export class UploadDocumentController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(UploadForms) private readonly forms: Pick<UploadForms, 'toCommand'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiExtraModels(UploadDocumentForm)
  @ApiOperation({
    operationId: 'uploadDocument',
    summary: 'Upload a document and have it translated',
    description:
      'Stores the file, checks it, and requests its translation. Ask for the status, or name a `webhook_url` that is told when it is done. The parts of the form may come in any order.',
    requestBody: {
      required: true,
      content: { 'multipart/form-data': formOf(UploadDocumentForm, 'letter.txt', ['format_options']) },
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
  async uploadDocument(@Req() request: FastifyRequest): Promise<DocumentDto | WithMeta<DocumentDto>> {
    const documentId = newId('doc');
    if (request.caller.idempotent?.isTakenOver) {
      const repeated = await repeatedUpload(this.eventStore, request, documentId);
      if (repeated !== undefined) return repeated;
    }
    const command = await this.forms.toCommand(request, documentId);
    const uploaded = await this.commands.execute(request, command);
    return withWarnings(toUploadedDto(uploaded, command.upload.file.name), uploaded.warnings);
  }
}
