import { ApiPropertyOptional } from '@nestjs/swagger';
import { Closed } from '../../http/closed.decorator.js';
import { textSchema } from '../../openapi/property-schemas.js';

const names = { type: 'array', maxItems: 1_000, items: { type: 'string', ...textSchema, maxLength: 1_000 } } as const;

/** Rules for keys, as the OpenAPI document describes them. */
@Closed()
export class KeyRulesDto {
  @ApiPropertyOptional({
    ...names,
    description: 'JSONPath, or names of columns: when there are any, nothing else is translated.',
  })
  include?: string[];

  @ApiPropertyOptional({ ...names, description: 'JSONPath, or names of columns that stay.' })
  exclude?: string[];
}

/** Options of single formats, as the OpenAPI document describes them; `format-options.ts` reads them. */
@Closed()
export class FormatOptionsDto {
  @ApiPropertyOptional({ description: 'Translate the names of sheets.' })
  sheet_names?: boolean;

  @ApiPropertyOptional({ description: 'Translate hidden text, rows, columns, sheets, slides and layers too.' })
  hidden?: boolean;

  @ApiPropertyOptional({ description: 'Read the text of scanned pages.' })
  ocr?: boolean;

  @ApiPropertyOptional({ type: KeyRulesDto })
  keys?: KeyRulesDto;

  @ApiPropertyOptional({ maxLength: 60_000, pattern: '^[^\\u0000]*$', description: 'Rules of ITS 2.0, as XML.' })
  its_rules?: string;
}
