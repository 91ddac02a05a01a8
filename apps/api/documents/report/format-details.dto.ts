import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ConformanceClaimDto {
  @ApiProperty({
    example: 'PDF/A-2a',
    description: 'The standard that the metadata of the source claim, with its part and level.',
  })
  standard: string;

  @ApiProperty({ description: 'Whether the translation claims the same.' })
  kept: boolean;

  @ApiPropertyOptional({
    example: 'PDF/A-2b',
    description: 'The lower level that the translation claims; missing where it keeps the claim, or drops it.',
  })
  becomes?: string;
}

export class FormatDetailsDto {
  @ApiProperty({ type: [ConformanceClaimDto], description: 'PDF/A and PDF/UA; empty where the file claims neither.' })
  conformance: readonly ConformanceClaimDto[];
}
