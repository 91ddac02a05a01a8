import { ApiProperty } from '@nestjs/swagger';
import { IsTimestamp } from '../http/constraints.js';
import { PaginationDto } from '../http/pagination.dto.js';
import { timestampSchema } from '../openapi/property-schemas.js';

export class WebhookAttemptDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  attempt: number;

  @ApiProperty({ enum: ['succeeded', 'failed'] })
  outcome: 'succeeded' | 'failed';

  @ApiProperty({ type: 'integer', nullable: true, description: 'Status of the response; null without one.' })
  status_code: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed; null on success.' })
  reason: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Milliseconds.' })
  duration_ms: number;

  @ApiProperty({ format: 'date-time' })
  attempted_at: string;
}

export class WebhookDeliveryDto {
  @ApiProperty({ description: 'The `webhook-id` of every attempt.' })
  id: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null for the webhook that came with an upload.' })
  webhook_id: string | null;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Number of the message at its webhook, 0 for a test; null for the webhook that came with an upload.',
  })
  sequence: number | null;

  @ApiProperty({ example: 'document.completed' })
  event: string;

  @ApiProperty({ enum: ['pending', 'succeeded', 'failed'] })
  status: 'pending' | 'succeeded' | 'failed';

  @ApiProperty({ type: [WebhookAttemptDto], description: 'Oldest first.' })
  attempts: WebhookAttemptDto[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  next_attempt_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class WebhookDeliveryListDto {
  @ApiProperty({ type: [WebhookDeliveryDto], description: 'Newest first.' })
  deliveries: WebhookDeliveryDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

/** Maximum messages that a replay sends again. */
export const maxReplayed = 10_000;

export class ReplayWebhookRequest {
  @ApiProperty({ ...timestampSchema, description: 'Messages that were scheduled then or later.' })
  @IsTimestamp()
  start: string;

  @ApiProperty({ ...timestampSchema, description: 'Messages that were scheduled before.' })
  @IsTimestamp()
  end: string;
}

export class ReplayedWebhookDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of messages that are sent again.' })
  deliveries: number;
}
