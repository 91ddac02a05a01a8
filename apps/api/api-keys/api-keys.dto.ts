import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsOptional } from 'class-validator';
import { type Scope, scopes } from '#libs/domain/api-key/scopes.js';
import { AreAmong } from '../http/choice-constraints.js';
import { IsAddressRange, IsLabel, IsTimestamp, IsUserId } from '../http/constraints.js';
import { PaginationDto } from '../http/pagination.dto.js';
import { addressRangeSchema, labelSchema, userIdSchema } from '../openapi/property-schemas.js';

export class CreateApiKeyRequest {
  @ApiProperty({ ...labelSchema(100), example: 'build server' })
  @IsLabel(100)
  name: string;

  @ApiProperty({ enum: scopes, isArray: true, minItems: 1, example: ['translate', 'detect'] })
  @IsArray({ message: 'must be an array of scopes' })
  @ArrayNotEmpty({ message: 'must name a scope' })
  @ArrayUnique({ message: 'must not name a scope twice' })
  @AreAmong(scopes)
  scopes: Scope[];

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2099-12-31T00:00:00Z',
    description: 'In the future. The key does not expire when omitted.',
  })
  @IsOptional()
  @IsTimestamp()
  expires_at?: string | null;

  @ApiPropertyOptional({
    type: 'array',
    items: addressRangeSchema,
    maxItems: 100,
    example: ['192.0.2.0/24', '2001:db8::/32'],
    description: 'Empty allows every address.',
  })
  @IsOptional()
  @IsArray({ message: 'must be an array of addresses and CIDR ranges' })
  @ArrayMaxSize(100, { message: 'must have at most 100 entries' })
  @IsAddressRange({ each: true })
  ip_allowlist?: string[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    ...userIdSchema,
    example: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    description:
      'The user in whose name the key acts, and with whom it ends: whoever makes it when omitted. Another user needs `organization:manage`, and a role with each scope of the key.',
  })
  @IsOptional()
  @IsUserId()
  owner?: string | null;
}

export class KeyPersonDto {
  @ApiProperty({ description: '`[erased]` once the user was erased.' })
  user_id: string;
}

export class ApiKeyDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: scopes, isArray: true })
  scopes: Scope[];

  @ApiProperty({ type: [String] })
  ip_allowlist: string[];

  @ApiProperty({ enum: ['active', 'expired', 'revoked'] })
  status: 'active' | 'expired' | 'revoked';

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;

  @ApiProperty({ type: KeyPersonDto, description: 'The user who made the key.' })
  created_by: KeyPersonDto;

  @ApiProperty({ type: KeyPersonDto, description: 'The user in whose name the key acts, and with whom it ends.' })
  owner: KeyPersonDto;
}

export class CreatedApiKeyDto extends ApiKeyDto {
  @ApiProperty({ description: 'The key itself, shown only in this answer.' })
  key: string;
}

export class ApiKeyList {
  @ApiProperty({ type: [ApiKeyDto] })
  api_keys: ApiKeyDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class RevokedApiKeyDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: Boolean, description: 'Always true.' })
  revoked: true;
}
