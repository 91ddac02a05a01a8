import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { processingTime, type WithMeta, withMeta } from '../../http/envelope.js';
import { accessOf } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { TranslateRequest, TranslationResultDto } from './translate.dto.js';
import { TranslateHandler } from './translate.handler.js';

@ApiTags('text')
@Controller('v1/translate')
export class TranslateController {
  constructor(private readonly handler: TranslateHandler) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'translate',
    summary: 'Translate text',
    description:
      'Translates one text of up to 10,000 characters. Without `source` the language is detected. `meta` says which model did it, whether the answer came from the cache, and which languages it passed through.',
  })
  @ApiBody({
    type: TranslateRequest,
    examples: {
      text: { summary: 'A text', value: { text: 'Good morning.', source: 'en', target: 'es' } },
      detected: { summary: 'A text of an unknown language', value: { text: 'The house is big.', target: 'es' } },
    },
  })
  @EnvelopeOf(TranslationResultDto, 200)
  @Endpoint({
    scope: 'translate',
    act: { action: 'translate', resource: 'text' },
    errors: [
      'missing_required_field',
      'text_too_long',
      'invalid_language',
      'glossary_not_found',
      'insufficient_quota',
      'model_unavailable',
    ],
  })
  async translate(
    @Req() request: FastifyRequest,
    @Body(validatedBy(TranslateRequest)) body: TranslateRequest,
  ): Promise<WithMeta<TranslationResultDto>> {
    const { data, model, modelSha256, cached, route, glossary } = await this.handler.handle(
      request,
      accessOf(request),
      body,
    );
    return withMeta(data, {
      processing_time_ms: processingTime(request),
      model,
      model_sha256: modelSha256,
      cached,
      ...(route === undefined ? {} : { route }),
      ...(glossary === undefined ? {} : { glossary }),
    });
  }
}
