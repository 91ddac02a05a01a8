import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional } from 'class-validator';
import { Closed } from '../../http/closed.decorator.js';
import { IsLabel } from '../../http/constraints.js';
import { labelSchema } from '../../openapi/property-schemas.js';

const maxLength = 1_000;
const maxItems = 100;

const descriptions = {
  controller: 'Who decides on purposes and means, with how to reach them.',
  representative: 'The representative in the Union of a controller outside it.',
  data_protection_officer: 'The data protection officer.',
  purposes: 'What is processed for.',
  legal_bases: 'On which legal bases.',
  recipients: 'Who receives personal data.',
  sub_processors: 'Processors that process on behalf, as you declare them.',
};

const TextField =
  (description: string, example: string): PropertyDecorator =>
  (target, name) => {
    ApiPropertyOptional({ type: String, nullable: true, ...labelSchema(maxLength), description, example })(
      target,
      name,
    );
    IsOptional()(target, name);
    IsLabel(maxLength)(target, name);
  };

const ListField =
  (description: string, example: string[]): PropertyDecorator =>
  (target, name) => {
    const items = { type: 'string', ...labelSchema(maxLength) } as const;
    ApiPropertyOptional({ type: 'array', nullable: true, items, maxItems, description, example })(target, name);
    IsOptional()(target, name);
    IsArray({ message: 'must be an array of texts' })(target, name);
    ArrayMaxSize(maxItems, { message: `must have at most ${maxItems} items` })(target, name);
    IsLabel(maxLength, { each: true })(target, name);
  };

/** A field that is left out, null or empty has no value from then on. */
@Closed()
export class ProcessingRecordRequest {
  @TextField(descriptions.controller, 'Acme Oy, Helsinki, privacy@acme.example')
  controller?: string | null;

  @TextField(descriptions.representative, 'Acme Europe BV, Utrecht')
  representative?: string | null;

  @TextField(descriptions.data_protection_officer, 'Ada Lovelace, dpo@acme.example')
  data_protection_officer?: string | null;

  @ListField(descriptions.purposes, ['Translation of correspondence'])
  purposes?: string[] | null;

  @ListField(descriptions.legal_bases, ['Article 6(1)(b) GDPR'])
  legal_bases?: string[] | null;

  @ListField(descriptions.recipients, ['Auditors of the group'])
  recipients?: string[] | null;

  @ListField(descriptions.sub_processors, ['Example Hosting Oy, Finland'])
  sub_processors?: string[] | null;
}

export class ProcessingRecordDto {
  @ApiProperty({ type: String, nullable: true, description: descriptions.controller })
  controller: string | null;

  @ApiProperty({ type: String, nullable: true, description: descriptions.representative })
  representative: string | null;

  @ApiProperty({ type: String, nullable: true, description: descriptions.data_protection_officer })
  data_protection_officer: string | null;

  @ApiProperty({ type: [String], description: descriptions.purposes })
  purposes: string[];

  @ApiProperty({ type: [String], description: descriptions.legal_bases })
  legal_bases: string[];

  @ApiProperty({ type: [String], description: descriptions.recipients })
  recipients: string[];

  @ApiProperty({ type: [String], description: descriptions.sub_processors })
  sub_processors: string[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null where nothing was ever set.' })
  updated_at: string | null;
}
