import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import {
  type AuditAction,
  type AuditResource,
  type AuditResult,
  auditActions,
  auditResources,
  auditResults,
} from '#libs/domain/audit/audit-vocabulary.js';
import { formatAddress, parseAddress } from '#libs/platform/ip-address/ip-address.js';
import { IsListOf, IsOneOf } from '../../http/choice-constraints.js';
import { Closed } from '../../http/closed.decorator.js';
import { IsAddress, IsId, IsText, IsTimestamp, IsUserIdOrEmail } from '../../http/constraints.js';
import { PageQuery, PaginationDto } from '../../http/pagination.dto.js';
import {
  addressSchema,
  idSchema,
  textSchema,
  timestampSchema,
  userOrEmailSchema,
} from '../../openapi/property-schemas.js';
import { type KnownPeople, PersonDto, peopleSchema } from '../../people/people.dto.js';
import { EntryProofDto } from './proofs/proofs.dto.js';

/** A filter that is misspelled must not be ignored: its caller would take every entry for those asked for. */
@Closed()
export class AuditLogQuery extends PageQuery {
  @ApiPropertyOptional({
    ...timestampSchema,
    description: 'Inclusive; a date is its midnight UTC.',
    example: '2026-11-01',
  })
  @IsOptional()
  @IsTimestamp()
  start?: string;

  @ApiPropertyOptional({
    ...timestampSchema,
    description: 'Exclusive; a date is its midnight UTC.',
    example: '2026-12-01',
  })
  @IsOptional()
  @IsTimestamp()
  end?: string;

  @ApiPropertyOptional({
    enum: auditActions,
    isArray: true,
    minItems: 1,
    description: 'One action or several, separated by commas or each in a parameter of its own.',
  })
  @IsOptional()
  @IsListOf(auditActions)
  action?: string;

  @ApiPropertyOptional({
    ...userOrEmailSchema,
    example: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    description: 'Id of a user, or the e-mail address of one who has an account.',
  })
  @IsOptional()
  @IsUserIdOrEmail()
  user_id?: string;

  @ApiPropertyOptional({ ...addressSchema, description: 'Address of the caller.' })
  @IsOptional()
  @IsAddress()
  ip_address?: string;

  @ApiPropertyOptional({ ...idSchema('key'), description: 'Id of the key that was used.' })
  @IsOptional()
  @IsId('key')
  key_id?: string;

  @ApiPropertyOptional({ enum: auditResources })
  @IsOptional()
  @IsOneOf(auditResources)
  resource?: AuditResource;

  @ApiPropertyOptional({ ...textSchema, description: 'Id of what was acted on.' })
  @IsOptional()
  @IsText()
  resource_id?: string;

  @ApiPropertyOptional({ enum: auditResults })
  @IsOptional()
  @IsOneOf(auditResults)
  result?: AuditResult;

  @ApiPropertyOptional({ ...idSchema('req'), description: 'The meta.request_id of a request.' })
  @IsOptional()
  @IsId('req')
  request_id?: string;
}

export const actionsIn = (query: Pick<AuditLogQuery, 'action'>): AuditAction[] | undefined =>
  query.action?.split(',').filter((name): name is AuditAction => auditActions.some((action) => action === name));

/** The address in the spelling that entries have it in. */
export const addressIn = (query: Pick<AuditLogQuery, 'ip_address'>): string | undefined => {
  const address = query.ip_address === undefined ? undefined : parseAddress(query.ip_address);
  return address && formatAddress(address);
};

/** Opens the commitment to a personal field of an entry: SHA-256 of the salt and the value's canonical JSON. */
class AuditOpeningDto {
  @ApiProperty({ example: 'user_id' })
  field: string;

  @ApiProperty()
  value: string;

  @ApiProperty({ description: '32 random bytes in base64.' })
  salt: string;
}

export class AuditLogEntryDto {
  @ApiProperty({ example: 'aud_00000000000010000000000000' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  @ApiProperty({ enum: auditActions })
  action: AuditAction;

  @ApiProperty({ enum: auditResources })
  resource: AuditResource;

  @ApiProperty()
  resource_id: string;

  @ApiProperty({ description: 'The creator of the key, or the signed-in user; [erased] once erased.' })
  user_id: string;

  @ApiProperty({ type: String, nullable: true, description: 'The key that was used; null where none was.' })
  key_id: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The name of that key.' })
  key_name: string | null;

  @ApiProperty()
  ip_address: string;

  @ApiProperty()
  user_agent: string;

  @ApiProperty({ description: 'The meta.request_id of the request.' })
  request_id: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  metadata: object;

  @ApiProperty({ enum: auditResults })
  result: AuditResult;

  @ApiProperty({ type: [AuditOpeningDto], description: 'None for what was erased, or recorded before there were any.' })
  openings: AuditOpeningDto[];
}

@ApiExtraModels(PersonDto)
export class AuditLogList {
  @ApiProperty({ type: [AuditLogEntryDto] })
  entries: AuditLogEntryDto[];

  @ApiProperty(peopleSchema())
  people: KnownPeople;

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class AuditLogOne {
  @ApiProperty({ type: AuditLogEntryDto })
  entry: AuditLogEntryDto;

  @ApiProperty({
    type: EntryProofDto,
    nullable: true,
    description: 'The proof that the entry is in the log; null for the second until it is signed.',
  })
  proof: EntryProofDto | null;

  @ApiProperty(peopleSchema())
  people: KnownPeople;
}
