import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { processingTime, type WithMeta, withMeta } from '../../http/envelope.js';
import { accessOf } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { DetectionResult, DetectRequest } from './detect.dto.js';
import { DetectHandler } from './detect.handler.js';

@ApiTags('text')
@Controller('v1/detect')
export class DetectController {
  constructor(private readonly handler: DetectHandler) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'detect',
    summary: 'Detect the language of a text',
    description: 'Names the language of a text with up to five alternatives. It is free: no characters are counted.',
  })
  @ApiBody({ type: DetectRequest, examples: { text: { summary: 'A text', value: { text: 'Buenos días.' } } } })
  @EnvelopeOf(DetectionResult, 200)
  @Endpoint({
    scope: 'detect',
    act: { action: 'detect', resource: 'text' },
    errors: ['missing_required_field', 'text_too_long'],
  })
  async detect(
    @Req() request: FastifyRequest,
    @Body(validatedBy(DetectRequest)) { text }: DetectRequest,
  ): Promise<WithMeta<DetectionResult>> {
    const data = await this.handler.handle(request, accessOf(request), text);
    return withMeta(data, { processing_time_ms: processingTime(request) });
  }
}
