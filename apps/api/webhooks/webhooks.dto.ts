import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional, MaxLength } from 'class-validator';
import { type WebhookEventName, webhookEventNames } from '#libs/domain/webhook/webhook-event-names.js';
import { AreAmong, IsOneOf } from '../http/choice-constraints.js';
import { Closed } from '../http/closed.decorator.js';
import { IsText } from '../http/constraints.js';
import { PaginationDto } from '../http/pagination.dto.js';
import { RequiredWhere } from '../http/required-where.decorator.js';

const url = { format: 'uri', maxLength: 2_048, example: 'https://hooks.example.com/transledger' } as const;
const events = {
  enum: webhookEventNames,
  isArray: true,
  minItems: 1,

  example: ['document.completed', 'document.failed'],
};

const IsEventList = (): PropertyDecorator => (target, key) => {
  IsArray({ message: 'must be an array of event names' })(target, key);
  ArrayNotEmpty({ message: 'must name an event' })(target, key);
  ArrayUnique({ message: 'must not name an event twice' })(target, key);
  AreAmong(webhookEventNames)(target, key);
};

const deliveries = ['push', 'pull'] as const;

export class CreateWebhookRequest {
  @ApiPropertyOptional({ ...url, description: 'Where messages are sent; left out where they are pulled.' })
  @RequiredWhere('delivery is not pull', ({ delivery }: CreateWebhookRequest) => delivery !== 'pull')
  @IsText()
  url?: string;

  @ApiPropertyOptional({
    enum: deliveries,
    default: 'push',
    description:
      '`pull`: nothing is sent; the receiver asks for the messages by `GET /v1/webhooks/{id}/messages`, which has them for 7 days.',
  })
  @IsOptional()
  @IsOneOf(deliveries)
  delivery?: (typeof deliveries)[number];

  @ApiProperty(events)
  @IsEventList()
  events: WebhookEventName[];

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 256,
    description:
      'Signs the messages, by the Standard Webhooks scheme; a random one when omitted. At least 24 bytes, counted as they are behind the base64 of `whsec_`.',
  })
  @IsOptional()
  @MaxLength(256, { message: 'must have at most 256 characters' })
  @IsText()
  secret?: string;
}

/** A field that is left out stays as it is. */
@Closed()
export class UpdateWebhookRequest {
  @ApiPropertyOptional(url)
  @IsOptional()
  @IsText()
  url?: string;

  @ApiPropertyOptional(events)
  @IsOptional()
  @IsEventList()
  events?: WebhookEventName[];

  @ApiPropertyOptional({ enum: ['active'], description: 'Enables a webhook that was disabled.' })
  @IsOptional()
  @IsIn(['active'], { message: 'must be active' })
  status?: 'active';
}

export class WebhookDto {
  @ApiProperty({ example: 'whk_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })
  id: string;

  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description: 'Where messages are sent; null where they are pulled.',
  })
  url: string | null;

  @ApiProperty({ enum: webhookEventNames, isArray: true })
  events: WebhookEventName[];

  @ApiProperty({ enum: deliveries, description: 'Whether messages are sent, or the receiver asks for them.' })
  delivery: (typeof deliveries)[number];

  @ApiProperty({
    enum: ['active', 'disabled'],
    description: 'Disabled by an answer of 410, or by five days of failures; what is pulled is always active.',
  })
  status: 'active' | 'disabled';

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class CreatedWebhookDto extends WebhookDto {
  @ApiProperty({ description: 'The secret that signs, shown only in this answer.' })
  secret: string;
}

export class WebhookList {
  @ApiProperty({ type: [WebhookDto] })
  webhooks: WebhookDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class RotatedSecretDto {
  @ApiProperty({ description: 'The new secret, shown only in this answer.' })
  secret: string;

  @ApiProperty({ format: 'date-time', description: 'Until then messages carry a signature of the old secret too.' })
  previous_valid_until: string;
}

export class DeletedWebhookDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: Boolean, description: 'Always true.' })
  deleted: true;
}
