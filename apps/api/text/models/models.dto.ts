import { ApiProperty } from '@nestjs/swagger';
import type { Quality } from '#libs/ports/inference/inference.port.js';
import { qualities } from '../translate/translate.dto.js';

export class Model {
  @ApiProperty({ description: 'Id that answers name it by.', example: 'marian-en-de-base-memory' })
  id: string;

  @ApiProperty({ example: 'Firefox en-de base-memory 2.0' })
  name: string;

  @ApiProperty({ description: 'Kind of engine that runs it.', example: 'marian' })
  engine: string;

  @ApiProperty({ type: [String], description: 'Languages that it translates from.', example: ['en'] })
  source_languages: readonly string[];

  @ApiProperty({ type: [String], description: 'Languages that it translates to.', example: ['de'] })
  target_languages: readonly string[];

  @ApiProperty({
    type: String,
    nullable: true,
    pattern: '^[0-9a-f]{64}$',
    description:
      "SHA-256 of the canonical JSON of its files' names and SHA-256, hex, as in `model_sha256`; null where the engine has no weights of its own.",
    example: '9d1e9a5a1f0f7c2b6f0b8f6a4f6b3a8e2f1c7d9b5a4e3d2c1b0a9f8e7d6c5b4a',
  })
  sha256: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Bytes of its files; null where the engine has no weights of its own.',
    example: 41_943_040,
  })
  size_bytes: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its licence; null where nothing states one.',
    example: 'MPL-2.0',
  })
  licence: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Address of the text of the licence; null where none is stated.',
    example: 'https://www.mozilla.org/MPL/2.0/',
  })
  licence_url: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where it came from, without credentials; null where that is not known.',
    example: 'https://models.example.com/en-de',
  })
  source: string | null;

  @ApiProperty({ enum: qualities, isArray: true, description: 'Qualities that it serves now.', example: ['balanced'] })
  qualities: readonly Quality[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time of its installation; null where that is not known.',
    example: '2026-11-29T08:00:00.000Z',
  })
  since: string | null;
}

export class ModelList {
  @ApiProperty({ type: [Model], description: 'Models by their ids.' })
  models: Model[];
}
