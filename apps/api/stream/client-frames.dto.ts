import { IsBoolean, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { CanonicalTag } from '../http/canonical-form.decorator.js';
import { IsEuroVocDomain, IsOneOf } from '../http/choice-constraints.js';
import { faultOfText, IsLabel, IsText } from '../http/constraints.js';
import { formalities, qualities } from '../text/translate/translate.dto.js';

/** Maximum code points of an `id`, which is stored and sent back with every token. */
export const maxIdLength = 128;

/** The request of `POST /v1/translate` as a frame. */
export class TranslateFrame {
  @IsText({
    message: ({ value }) => (Array.isArray(value) ? 'must be one string; send a frame for each' : faultOfText(value)),
  })
  text: string;

  @CanonicalTag()
  @IsText({ message: 'must be the code of one language, such as "es"' })
  target: string;

  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  stream?: boolean;

  @CanonicalTag()
  @IsOptional()
  @IsText()
  source?: string;

  @IsOptional()
  @IsEuroVocDomain()
  domain?: (typeof euroVocDomains)[number];

  @IsOptional()
  @IsOneOf(formalities)
  formality?: (typeof formalities)[number];

  @IsOptional()
  @IsString({ message: 'must be a string' })
  glossary_id?: string;

  @IsOptional()
  @IsOneOf(qualities)
  quality?: (typeof qualities)[number];

  @IsOptional()
  @IsLabel(maxIdLength)
  id?: string;
}

export class CancelFrame {
  @IsLabel(maxIdLength)
  id: string;
}

export class ResumeFrame {
  @IsText()
  connection_id: string;

  @IsLabel(maxIdLength)
  id: string;

  /** Index of the first token wanted, from 0. */
  @IsInt({ message: 'must be a whole number' })
  @Min(0, { message: 'must be at least 0' })
  index: number;
}
