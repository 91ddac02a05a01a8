import { ApiProperty } from '@nestjs/swagger';

export class FormatOptionDto {
  @ApiProperty({ example: 'translate_headers' })
  name: string;

  @ApiProperty({
    enum: ['options', 'format_options'],
    description: 'Where it stands in a request: beside the others, or in their field `format_options`.',
  })
  in: 'options' | 'format_options';

  @ApiProperty({ enum: ['boolean', 'string', 'object'] })
  type: 'boolean' | 'string' | 'object';

  @ApiProperty({ anyOf: [{}], description: 'Value when it is omitted: true, false, an object, or null for none.' })
  default: unknown;
}

export class DocumentFormatDto {
  @ApiProperty({ example: 'docx' })
  id: string;

  @ApiProperty({ example: 'Word' })
  name: string;

  @ApiProperty({ type: [String], example: ['docx'] })
  extensions: string[];

  @ApiProperty({ type: [String] })
  media_types: string[];

  @ApiProperty({ type: [String], description: 'Formats that a translation can be downloaded in.' })
  outputs: string[];

  @ApiProperty({ type: [FormatOptionDto], description: 'Options that have an effect on such files.' })
  options: FormatOptionDto[];

  @ApiProperty({ description: 'Whether `include_source` is possible at download.' })
  include_source: boolean;

  @ApiProperty({
    description:
      'Whether `GET /v1/documents/{id}/pages/{n}.png` shows their pages; programs that do may be missing here.',
  })
  page_images: boolean;

  @ApiProperty({ type: 'integer' })
  max_bytes: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Pages or sheets of a file; null where only its size limits them.',
  })
  max_pages: number | null;

  @ApiProperty()
  available: boolean;

  @ApiProperty({ type: String, nullable: true })
  unavailable_reason: string | null;
}

export class DocumentFormatList {
  @ApiProperty({ type: [DocumentFormatDto] })
  formats: DocumentFormatDto[];
}
