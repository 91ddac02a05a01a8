import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { Side } from '#libs/application/documents/page-pictures.js';
import { IsOneOf } from '../../http/choice-constraints.js';
import { Closed } from '../../http/closed.decorator.js';
import { TargetQuery } from '../document.dto.js';

const sides = ['source', 'target'] as const satisfies readonly Side[];

@Closed()
export class PageQuery extends TargetQuery {
  @ApiPropertyOptional({
    enum: sides,
    default: 'target',
    description: 'The uploaded file, or its translation.',
  })
  @IsOptional()
  @IsOneOf(sides)
  side?: Side;
}
