import { ApiProperty } from '@nestjs/swagger';
import { faultOfText, IsText } from '../../http/constraints.js';
import { textSchema } from '../../openapi/property-schemas.js';
import { maxTextLength } from '../translation/text-limits.js';

export class DetectRequest {
  @ApiProperty({
    ...textSchema,
    maxLength: maxTextLength,
    description: 'Text of at most 10,000 characters (Unicode code points).',
    example: 'Hyvää huomenta.',
  })
  @IsText({
    message: ({ value }) => (Array.isArray(value) ? 'must be one string: detect texts one by one' : faultOfText(value)),
  })
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
