import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { maxEntries, maxTermLength } from '#libs/text/glossary/glossary-entry.js';
import { CanonicalTag } from '../http/canonical-form.decorator.js';
import { IsEuroVocDomain, IsOneOf } from '../http/choice-constraints.js';
import { Closed } from '../http/closed.decorator.js';
import { IsLabel, IsText } from '../http/constraints.js';
import { PaginationDto } from '../http/pagination.dto.js';
import { labelSchema, sourceLanguageSchema, targetLanguageSchema, termSchema } from '../openapi/property-schemas.js';
import { glossaryFormats } from './glossary-format.js';

const maxNameLength = 200;

/** Fields of a new glossary beside its entries: in the JSON body, the form, or the query. */
export class CreateGlossaryFields {
  @ApiProperty({ ...labelSchema(maxNameLength), example: 'contract terms' })
  @IsLabel(maxNameLength)
  name: string;

  @ApiProperty({ ...sourceLanguageSchema, description: 'ISO 639-1.' })
  @CanonicalTag()
  @IsText()
  source_language: string;

  @ApiProperty({
    ...targetLanguageSchema,
    description: 'ISO 639-1, or one of its variants that `GET /v1/languages` lists; another one than the source.',
    example: 'es',
  })
  @CanonicalTag()
  @IsText()
  target_language: string;

  @ApiPropertyOptional({
    enum: euroVocDomains,
    description: 'Requests of this domain and pair use the glossary without naming it; the newest one, of several.',
  })
  @IsOptional()
  @IsEuroVocDomain()
  domain?: (typeof euroVocDomains)[number] | null;
}

/** Fields of a JSON body; its entries are read by themselves, and only their name is known here. */
export class GivenGlossaryFields extends CreateGlossaryFields {
  @IsOptional()
  entries?: unknown;
}

/** Fields beside a file: nothing could tell of one that was ignored where a file is all that came back. */
@Closed()
export class FieldsBesideFile extends CreateGlossaryFields {}

export class GlossaryEntryDto {
  @ApiProperty({ ...termSchema(maxTermLength), example: 'force majeure clause' })
  source: string;

  @ApiProperty({ ...termSchema(maxTermLength), example: 'cláusula de fuerza mayor' })
  target: string;
}

export class ReplaceGlossaryEntriesRequest {
  @ApiProperty({ type: [GlossaryEntryDto], minItems: 1, maxItems: maxEntries })
  entries: GlossaryEntryDto[];
}

export class CreateGlossaryRequest extends CreateGlossaryFields {
  @ApiProperty({ type: [GlossaryEntryDto], minItems: 1, maxItems: maxEntries })
  entries: GlossaryEntryDto[];
}

@Closed()
export class CreateGlossaryForm extends CreateGlossaryFields {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'CSV, TSV or TBX.',
    example: 'source,target\nhouse,casa\n',
  })
  file: unknown;
}

@Closed()
export class ReplaceEntriesForm {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'CSV, TSV or TBX.',
    example: 'source,target\nhouse,casa\n',
  })
  file: unknown;
}

@Closed()
export class GlossaryQuery {
  @ApiPropertyOptional({ enum: glossaryFormats, description: 'Answers the entries as a file.' })
  @IsOptional()
  @IsOneOf(glossaryFormats)
  format?: (typeof glossaryFormats)[number];
}

export class GlossaryDto {
  @ApiProperty({ example: 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  source_language: string;

  @ApiProperty()
  target_language: string;

  @ApiPropertyOptional({ enum: euroVocDomains, description: 'Absent where the glossary is bound to no domain.' })
  domain?: string;

  @ApiProperty({ type: 'integer', description: 'From 1; every change of the entries makes another.' })
  version: number;

  @ApiProperty({ type: 'integer' })
  entry_count: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class GlossaryWithEntriesDto extends GlossaryDto {
  @ApiProperty({ type: [GlossaryEntryDto] })
  entries: GlossaryEntryDto[];
}

export class GlossaryList {
  @ApiProperty({ type: [GlossaryDto] })
  glossaries: GlossaryDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class DeletedGlossaryDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: Boolean, description: 'Always true.' })
  deleted: true;
}
