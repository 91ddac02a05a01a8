import { ApiProperty } from '@nestjs/swagger';
import type { Settings } from '#libs/platform/config/settings.js';

/** Region, locations and encryption of organizations' data at this operator. */
export class DataResidency {
  @ApiProperty({ example: 'eu-north' })
  region: string;

  @ApiProperty({ type: [String], example: ['Helsinki'] })
  locations: string[];

  @ApiProperty({ example: 'AES-256-GCM' })
  encryption: string;
}

export const dataResidencyOf = (settings: Settings): DataResidency => ({
  region: settings.TRANSLEDGER_DATA_REGION,
  locations: settings.TRANSLEDGER_DATA_LOCATIONS,
  encryption: 'AES-256-GCM',
});
