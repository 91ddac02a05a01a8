import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Matches } from 'class-validator';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import { Closed } from './closed.decorator.js';

const wholeNumber = /^\d{1,9}$/;

/** Entries that a list passes over at most: it walks by each of them. A cursor begins anywhere at once. */
const maxOffset = 100_000;

const notOffset = `must be a whole number from 0 to ${maxOffset}; to read on behind that, use cursor`;

/** Query parameters of every list. They arrive as strings; `toPageRequest` turns them into numbers. */
@Closed()
export class PageQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'Most entries of a page.',
  })
  @IsOptional()
  @Matches(wholeNumber, { message: 'must be a whole number from 1' })
  limit?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: maxOffset,
    description: 'Entries passed over; to read on behind so many, use `cursor`.',
    example: 0,
  })
  @IsOptional()
  @Matches(wholeNumber, { message: notOffset })
  offset?: string;

  @ApiPropertyOptional({
    pattern: '^[A-Za-z0-9_-]+$',
    description: '`pagination.next_cursor` of the page before; then `offset` does not count.',
  })
  @IsOptional()
  @IsString({ message: 'must be a cursor' })
  cursor?: string;
}

export class PaginationDto {
  @ApiProperty({ type: 'integer' })
  total: number;

  @ApiPropertyOptional({ description: 'True where there are more than `total`, which were not counted to the end.' })
  total_capped?: true;

  @ApiProperty({ type: 'integer' })
  limit: number;

  @ApiProperty({ type: 'integer' })
  offset: number;

  @ApiProperty()
  has_more: boolean;

  @ApiProperty({ type: String, nullable: true })
  next_cursor: string | null;
}

const usualLimit = 100;

/** @throws Rejection `invalid_request` for a limit of 0 or over `largest`, or an offset over 100,000 */
export const toPageRequest = ({ limit, offset, cursor }: PageQuery, largest = 1_000): PageRequest => {
  const wanted = Number(limit ?? usualLimit);
  if (wanted < 1 || wanted > largest) {
    throw new Rejection('invalid_request', { details: { limit: [`must be from 1 to ${largest}`] } });
  }
  const skipped = Number(offset ?? 0);
  if (skipped > maxOffset && cursor === undefined) {
    throw new Rejection('invalid_request', {
      message: `The offset must be at most ${maxOffset}. Read on with cursor, the next_cursor of the page before.`,
      details: { offset: [notOffset] },
    });
  }
  return { limit: wanted, offset: skipped, cursor };
};
