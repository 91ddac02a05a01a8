import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { type Role, roles } from '#libs/domain/user/user.events.js';
import { IsOneOf } from '../http/choice-constraints.js';
import { Closed } from '../http/closed.decorator.js';
import { IsEmailAddress, IsLabel } from '../http/constraints.js';
import { PaginationDto } from '../http/pagination.dto.js';
import { emailSchema, labelSchema } from '../openapi/property-schemas.js';

export class InviteUserRequest {
  @ApiProperty({ ...emailSchema, example: 'ada@example.com' })
  @IsEmailAddress()
  email: string;

  @ApiProperty({ enum: roles, example: 'developer' })
  @IsOneOf(roles)
  role: Role;

  @ApiPropertyOptional({ type: String, nullable: true, ...labelSchema(100), example: 'Ada Lovelace' })
  @IsOptional()
  @IsLabel(100)
  name?: string | null;
}

/** A field that is left out stays as it is. */
@Closed()
export class UpdateUserRequest {
  @ApiPropertyOptional({ type: String, nullable: true, enum: roles })
  @IsOptional()
  @IsOneOf(roles)
  role?: Role | null;

  @ApiPropertyOptional({ type: String, nullable: true, ...labelSchema(100) })
  @IsOptional()
  @IsLabel(100)
  name?: string | null;
}

export class UserDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Empty for who is `named`.' })
  email: string;

  @ApiProperty({ description: 'Empty where none was given.' })
  name: string;

  @ApiProperty({ enum: roles })
  role: Role;

  @ApiProperty({
    enum: ['active', 'invited', 'named'],
    description: '`named`: the owner in whose name the first key was made, who cannot sign in.',
  })
  status: 'active' | 'invited' | 'named';

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  invite_expires_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The resource id of this user in the audit log, which names no person; null for who is `named`.',
  })
  account_id: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class ChangedUserDto extends UserDto {
  @ApiProperty({
    type: [String],
    description: 'Ids of the keys of the user that ended, since the role lacks a scope of theirs.',
  })
  revoked_keys: string[];
}

/** Something that becomes of the keys of a user who is deleted. */
export const keyFates = ['revoke', 'transfer'] as const;

@Closed()
export class DeleteUserQuery {
  @ApiPropertyOptional({
    enum: keyFates,
    default: 'revoke',
    description: '`revoke`: the keys of the user end. `transfer`: they act in the name of the user who deletes.',
  })
  @IsOptional()
  @IsOneOf(keyFates)
  keys?: (typeof keyFates)[number];
}

export class InvitedUserDto extends UserDto {
  @ApiProperty({
    description: 'The page at which the user sets a password, once, within seven days; shown only in this answer.',
  })
  invite_url: string;
}

const managersAlone = 'Only for who has `organization:manage`.';

/** A user in a list: whole for who manages the organization, for others who the user is. */
export class ListedUserDto extends PickType(UserDto, ['id', 'email', 'name', 'role', 'status'] as const) {
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: managersAlone })
  invite_expires_at?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: managersAlone })
  account_id?: string | null;

  @ApiPropertyOptional({ format: 'date-time', description: managersAlone })
  created_at?: string;
}

export class UserList {
  @ApiProperty({ type: [ListedUserDto] })
  users: ListedUserDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class DeletedUserDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: Boolean, description: 'Always true.' })
  deleted: true;

  @ApiProperty({ type: [String], description: 'Ids of the keys that ended with the user.' })
  revoked_keys: string[];

  @ApiProperty({
    type: [String],
    description: 'Ids of the keys that act in the name of the user who deleted, from now on.',
  })
  transferred_keys: string[];
}

export class EndedSessionsDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: [String], description: 'Ids of the sessions that ended: those that were open.' })
  ended_sessions: string[];
}
