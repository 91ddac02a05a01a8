import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { Quality } from '#libs/domain/document/document.events.js';
import { CanonicalTag } from '../../http/canonical-form.decorator.js';
import { Closed } from '../../http/closed.decorator.js';
import { IsText } from '../../http/constraints.js';
import { targetLanguageSchema } from '../../openapi/property-schemas.js';
import { FormatOptionsDto } from './format-options.dto.js';
import { Domain, Flag, GlossaryId, Pages, QualityOfTranslation } from './option-fields.decorators.js';

export class TranslateDocumentBody {
  @ApiProperty({ ...targetLanguageSchema, example: 'fr' })
  @CanonicalTag()
  @IsText({ message: 'must be the code of one language, such as "es"' })
  target: string;

  @ApiPropertyOptional({
    description:
      "Glossary to use; when omitted, the newest one that is bound to the document's domain and to the pair.",
  })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  glossary_id?: string;

  /** Read by itself, so that its fields are named as they stand in the body. */
  @ApiPropertyOptional({ type: () => TranslateDocumentOptions })
  @IsOptional()
  options?: unknown;
}

/** Each option that is omitted is that of the document's first translation. */
@Closed()
export class TranslateDocumentOptions {
  @Flag('Keep the layout; otherwise text may flow, and nothing is made smaller.')
  preserve_layout?: boolean;

  @Flag('Keep pictures; otherwise their alternative text stands in their place.')
  preserve_images?: boolean;

  @Flag('Translate headers and footers.')
  translate_headers?: boolean;

  @Flag('Translate the alternative text of pictures.')
  translate_alt_text?: boolean;

  @Flag('Translate comments.')
  translate_comments?: boolean;

  @QualityOfTranslation()
  quality?: Quality;

  @Pages()
  page_range?: string;

  @Domain()
  domain?: string;

  @GlossaryId('As `glossary_id` beside `options`, which comes first.')
  glossary_id?: string;

  @ApiPropertyOptional({ type: FormatOptionsDto })
  @IsOptional()
  format_options?: unknown;
}
