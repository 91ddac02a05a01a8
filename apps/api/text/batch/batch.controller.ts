import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { processingTime, type WithMeta, withMeta } from '../../http/envelope.js';
import { batchJsonValues } from '../../http/json-structure.js';
import { accessOf, largeBodyBytes } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { BatchRequest, BatchResult } from './batch.dto.js';
import { BatchHandler } from './batch.handler.js';
import { prefersPartial } from './preferences.js';

@ApiTags('text')
@Controller('v1/translate/batch')
export class BatchController {
  constructor(private readonly handler: BatchHandler) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'translateBatch',
    summary: 'Translate several texts',
    description:
      'Translates up to 100 texts, in their order. One bad text fails the request and is named, unless `Prefer: partial` asks for an error in its place.',
  })
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description:
      '`partial` (RFC 7240): a text that fails stands in its place with its error, and the others are translated. ' +
      'The answer has `Preference-Applied: partial`.',
    schema: { type: 'string' },
  })
  @ApiBody({
    type: BatchRequest,
    examples: {
      texts: { summary: 'Two texts', value: { texts: ['Good morning.', 'Good night.'], source: 'en', target: 'es' } },
    },
  })
  @EnvelopeOf(BatchResult, 200)
  @Endpoint({
    scope: 'translate',
    act: { action: 'translate', resource: 'text', endpoint: 'batch' },
    maxBodyBytes: largeBodyBytes,
    maxJsonValues: batchJsonValues,
    errors: ['missing_required_field', 'text_too_long', 'invalid_language', 'insufficient_quota', 'model_unavailable'],
  })
  async translate(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(validatedBy(BatchRequest)) body: BatchRequest,
  ): Promise<WithMeta<BatchResult>> {
    const partial = prefersPartial(request.headers.prefer);
    const { data, modelSha256 } = await this.handler.handle(request, accessOf(request), body, partial);
    if (partial) reply.header('Preference-Applied', 'partial');
    return withMeta(data, { processing_time_ms: processingTime(request), model_sha256: modelSha256 });
  }
}
