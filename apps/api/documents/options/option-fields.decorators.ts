import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, ValidateBy } from 'class-validator';
import { type FormatOptionName, optionCatalogue } from '#libs/documents/options/option-catalogue.js';
import { pageRangePattern, parsePageRange } from '#libs/documents/options/page-range.js';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { CanonicalForm } from '../../http/canonical-form.decorator.js';
import { IsEuroVocDomain, IsFlag, IsOneOf } from '../../http/choice-constraints.js';
import { IsText } from '../../http/constraints.js';
import { qualities } from '../../text/translate/translate.dto.js';

const notAFlag = { message: 'must be true or false' };

/** Declares a flag of a JSON body. When it is omitted, that of the document's first translation holds. */
export const Flag = (description: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: Boolean, description }), IsOptional(), IsBoolean(notAFlag));

/** The values of a flag in a form, which are strings. */
export type FormFlagValue = 'true' | 'false';

/** Declares a flag of an upload's form. */
export const FormFlag = (name: FormatOptionName, description: string): PropertyDecorator =>
  applyDecorators(
    // A default of the schema would have generators of types require the field.
    ApiPropertyOptional({
      type: Boolean,
      description: `${description} Defaults to \`${String(optionCatalogue[name].default)}\`.`,
    }),
    IsOptional(),
    IsFlag(),
  );

/** Blanks around the signs of a page range; those between digits stay, and are refused. */
const withoutBlanks = (range: string): string =>
  range
    .split(',')
    .map((part) =>
      part
        .split('-')
        .map((page) => page.trim())
        .join('-'),
    )
    .join(',');

/** Declares the pages that are translated. */
export const Pages = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      pattern: pageRangePattern,
      description:
        'Pages, slides or sheets to translate, such as `1-3,5`, with blanks or without; for formats that have them.',
    }),
    CanonicalForm((value) => (typeof value === 'string' ? withoutBlanks(value) : value)),
    IsOptional(),
    ValidateBy({
      name: 'isPageRange',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && parsePageRange(value) !== undefined,
        defaultMessage: () => 'must be pages or ranges of pages, such as 1-3,5',
      },
    }),
  );

/** Declares the domain of the text. */
export const Domain = (): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ enum: euroVocDomains }), IsOptional(), IsEuroVocDomain());

/** Declares the quality of the translation. */
export const QualityOfTranslation = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ enum: qualities, description: '`balanced` unless the first translation had another.' }),
    IsOptional(),
    IsOneOf(qualities),
  );

/** Declares the glossary of the translation. */
export const GlossaryId = (description: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description }), IsOptional(), IsText());
