import { ApiProperty } from '@nestjs/swagger';

/** Where the operator keeps the data of organizations, and how. */
export class DataResidency {
  @ApiProperty({ example: 'eu-north' })
  region: string;

  @ApiProperty({ type: [String], example: ['Helsinki'] })
  locations: string[];

  @ApiProperty({ example: 'AES-256-GCM' })
  encryption: string;
}
