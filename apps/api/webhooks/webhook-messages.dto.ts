import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { Closed } from '../http/closed.decorator.js';

/** Maximum seconds that a request waits for a message. */
export const maxWaitSeconds = 60;
/** Maximum messages of one answer. */
export const maxMessages = 100;

const wholeNumber = /^\d{1,9}$/;
const notWait = `must be a whole number from 0 to ${maxWaitSeconds}`;

@Closed()
export class MessagesQuery {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 999_999_999,
    default: 0,
    description: 'Number of the last message that the receiver has, which is `next` of the answer before.',
  })
  @IsOptional()
  @Matches(wholeNumber, { message: 'must be the number of a message, or 0' })
  after?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: maxWaitSeconds,
    default: 0,
    description: 'Seconds to wait for a message where there is none yet.',
  })
  @IsOptional()
  @Matches(wholeNumber, { message: notWait })
  wait?: string;
}

/** @throws Rejection `invalid_request` for a wait that is too long */
export const toWanted = ({ after, wait }: MessagesQuery): { after: number; waitMs: number } => {
  const seconds = Number(wait ?? 0);
  if (seconds > maxWaitSeconds) throw new Rejection('invalid_request', { details: { wait: [notWait] } });
  return { after: Number(after ?? 0), waitMs: 1_000 * seconds };
};

export class PulledMessageDto {
  @ApiProperty({ description: 'The `webhook-id`, the same however often the message is asked for.' })
  id: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Number of the message: from 1, without gaps.' })
  sequence: number;

  @ApiProperty({
    type: 'integer',
    description: 'The `webhook-timestamp`: Unix seconds of the answer, which are signed.',
  })
  timestamp: number;

  @ApiProperty({ description: 'The signed text: the JSON that would be the body of a message that is sent.' })
  payload: string;

  @ApiProperty({
    description: 'The `webhook-signature`: `v1,` and the signature in base64, several separated by spaces.',
  })
  signature: string;
}

export class PulledMessagesDto {
  @ApiProperty({
    type: [PulledMessageDto],
    description:
      'Messages in the order of their numbers, at most 100. A number that is missing before one was of a message older than 7 days.',
  })
  messages: PulledMessageDto[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'The `after` of the next request.' })
  next: number;
}
