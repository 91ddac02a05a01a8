import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { type Role, roles } from '#libs/domain/user/user.events.js';
import { maxPasswordBytes } from '#libs/platform/passwords/password-hashing.js';
import { IsEmailAddress, IsId, IsNewPassword, IsText } from '../http/constraints.js';
import { emailSchema, idSchema, newPasswordSchema, textSchema } from '../openapi/property-schemas.js';

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

export class AcceptInviteRequest {
  @ApiProperty({ ...newPasswordSchema, example: 'correct horse battery staple' })
  @IsNewPassword()
  password: string;
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

  @ApiProperty({ format: 'date-time', description: 'End of the session; it ends sooner when it is not used.' })
  expires_at: string;
}

export class SignedOutDto {
  @ApiProperty({ type: Boolean, description: 'Always true.' })
  signed_out: true;
}
