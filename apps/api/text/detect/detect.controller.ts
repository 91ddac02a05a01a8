import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { englishName } from '#libs/text/languages/language-names.js';
import { Engines } from '../../engines.js';
import { IsText } from '../../http/constraints.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { type WithMeta, withMeta } from '../../http/envelope.interceptor.js';
import { processingTime } from '../../http/envelope.js';
import { accessOf } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { textSchema } from '../../openapi/property-schemas.js';
import { assertTextLength, longestText } from '../translation/text-limits.js';

export class DetectRequest {
  @ApiProperty({
    ...textSchema,
    maxLength: longestText,
    description: 'Text of at most 10,000 characters (Unicode code points).',
    example: 'Hyvää huomenta.',
  })
  @IsText()
  text: string;
}

export class DetectionAlternative {
  @ApiProperty({ example: 'et' })
  language: string;

  @ApiProperty({ minimum: 0, maximum: 1 })
  confidence: number;
}

export class DetectionResult {
  @ApiProperty({ description: 'ISO 639-1; und for text without letters or of no known language.', example: 'fi' })
  language: string;

  @ApiProperty({ example: 'Finnish' })
  language_name: string;

  @ApiProperty({ minimum: 0, maximum: 1 })
  confidence: number;

  @ApiProperty({ description: 'Writing system.', example: 'Latin' })
  script: string;

  @ApiProperty({ type: [DetectionAlternative], description: 'The likelier first.', maxItems: 5 })
  alternatives: DetectionAlternative[];
}

@ApiTags('text')
@Controller('v1/detect')
export class DetectController {
  constructor(
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ operationId: 'detect', summary: 'Detect the language of a text' })
  @ApiBody({ type: DetectRequest })
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
    const access = accessOf(request);
    const characterCount = assertTextLength(text);
    const { language, confidence, script, alternatives } = this.engines.detector.detect(text);
    await this.recorder.record(request, access, {
      type: 'LanguageDetected',
      data: { organizationId: access.organizationId, keyId: access.keyId, language, confidence, characterCount },
    });
    const data = { language, language_name: englishName(language), confidence, script, alternatives };
    return withMeta(data, { processing_time_ms: processingTime(request) });
  }
}
