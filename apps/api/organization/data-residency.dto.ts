import { ApiProperty } from '@nestjs/swagger';
import type { Settings } from '#libs/platform/config/settings.js';
import { algorithm } from '#libs/ports/blob-store/blob-encoding.js';

/** Region and locations of organizations' data as this operator configured them, and the cipher of the files that are kept. */
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
  encryption: algorithm.toUpperCase(),
});
