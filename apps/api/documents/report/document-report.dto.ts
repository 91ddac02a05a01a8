import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import { FormatDetailsDto } from './format-details.dto.js';

export class SegmentCountsDto {
  @ApiProperty({ type: 'integer', description: 'The translated and the skipped ones.' })
  found: number;

  @ApiProperty({ type: 'integer' })
  translated: number;

  @ApiProperty({ type: 'integer', description: 'Translated ones that took the translation of an equal one.' })
  repeated: number;

  @ApiProperty({ type: 'integer', description: 'Translated ones whose inline tags had to be repaired.' })
  repaired: number;

  @ApiProperty({ type: 'integer', description: 'Translated ones that did not fit in their place.' })
  overflowed: number;

  @ApiProperty({ type: 'integer', description: 'Found and left as they were.' })
  skipped: number;
}

export class PartReportDto {
  @ApiProperty({ example: 'word/document.xml', description: 'Its name inside the file; `document` for the whole.' })
  name: string;

  @ApiProperty({ type: String, example: 'body', description: 'What most of its segments are.' })
  kind: SegmentRole;

  @ApiProperty({ type: SegmentCountsDto })
  segments: SegmentCountsDto;
}

export class SkippedTextDto {
  @ApiProperty()
  part: string;

  @ApiProperty()
  reason: string;

  @ApiProperty({ type: 'integer' })
  count: number;
}

export class FormatWarningDto {
  @ApiProperty()
  code: string;

  @ApiProperty()
  message: string;

  @ApiProperty()
  part: string;

  @ApiProperty({ type: 'integer' })
  count: number;
}

export class DocumentReportDto {
  @ApiProperty()
  document_id: string;

  @ApiProperty()
  target_language: string;

  @ApiProperty({ type: SegmentCountsDto })
  segments: SegmentCountsDto;

  @ApiProperty({ type: [PartReportDto], description: 'Their counts sum to those of the whole.' })
  parts: readonly PartReportDto[];

  @ApiProperty({ type: [SkippedTextDto] })
  skipped: readonly SkippedTextDto[];

  @ApiProperty({ type: [FormatWarningDto] })
  warnings: readonly FormatWarningDto[];

  @ApiPropertyOptional({ type: FormatDetailsDto, description: 'Of PDF files alone.' })
  format_details?: FormatDetailsDto;
}
