import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, MaxLength } from 'class-validator';
import { type Scope, scopes } from '#libs/domain/api-key/scopes.js';
import { type Role, roles } from '#libs/domain/user/user.events.js';
import { maxPasswordBytes } from '#libs/platform/passwords/password-hashing.js';
import { IsEmailAddress, IsId, IsLabel, IsNewPassword, IsText } from '../http/constraints.js';
import { emailSchema, idSchema, labelSchema, newPasswordSchema, textSchema } from '../openapi/property-schemas.js';

/** Tokens have 43 characters. */
const maxTokenLength = 128;

export class SignInRequest {
  @ApiProperty({ ...emailSchema, example: 'ada@example.com' })
  @IsEmailAddress()
  email: string;

  @ApiProperty({ ...textSchema, maxLength: maxPasswordBytes, example: 'correct horse battery staple' })
  @IsText()
  password: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    ...idSchema('org'),
    description:
      'Needed where the password opens accounts in several organizations, or the address has more than three accounts.',
  })
  @IsOptional()
  @IsId('org')
  organization_id?: string | null;
}

export class NewPasswordRequest {
  @ApiProperty({ ...newPasswordSchema, example: 'correct horse battery staple' })
  @IsNewPassword()
  password: string;
}

export class AcceptInviteRequest extends NewPasswordRequest {
  @ApiProperty({
    ...textSchema,
    maxLength: maxTokenLength,
    example: 'Yb0hAqvJ8lYtq1nq0N3n5n2Wm5sJmXh0yJpXkq3cW1c',
    description: 'What stands behind the `#` of the `invite_url` that `POST /v1/users` returns.',
  })
  @IsText()
  @MaxLength(maxTokenLength)
  token: string;
}

export class SignUpOwnerRequest extends NewPasswordRequest {
  @ApiProperty({
    ...textSchema,
    maxLength: maxTokenLength,
    example: '0H4Q1ZC5V7XK2M9RT6WB3YD8EF.Yb0hAqvJ8lYtq1nq0N3n5n2Wm5sJmXh0yJpXkq3cW1c',
    description: 'What stands behind the `#` of the link that the operator made.',
  })
  @IsText()
  @MaxLength(maxTokenLength)
  token: string;

  @ApiProperty({ ...emailSchema, example: 'ada@example.com' })
  @IsEmailAddress()
  email: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    ...labelSchema(100),
    description: 'Left out, the owner keeps the name of before.',
  })
  @IsOptional()
  @IsLabel(100)
  name?: string | null;
}

export class ChangePasswordRequest {
  @ApiProperty({ ...textSchema, maxLength: maxPasswordBytes })
  @IsText()
  current: string;

  @ApiProperty({ ...newPasswordSchema })
  @IsNewPassword()
  new: string;
}

class SessionUserDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  email: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: roles })
  role: Role;
}

export class SessionOrganizationDto {
  @ApiProperty({ ...idSchema('org') })
  id: string;

  @ApiProperty()
  name: string;
}

export class SessionDto {
  @ApiProperty({ type: SessionUserDto })
  user: SessionUserDto;

  @ApiProperty({ type: SessionOrganizationDto, description: 'The organization that the session is in.' })
  organization: SessionOrganizationDto;

  @ApiProperty({ isArray: true, enum: scopes, description: 'What the role may do.' })
  scopes: readonly Scope[];

  @ApiProperty({ format: 'date-time', description: 'End of the session; it ends sooner when it is not used.' })
  expires_at: string;
}

export class SignedOutDto {
  @ApiProperty({ type: Boolean, description: 'Always true.' })
  signed_out: true;
}
