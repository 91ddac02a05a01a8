import { ApiProperty, ApiPropertyOptional, OmitType, PickType } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { Closed } from '../../../http/closed.decorator.js';

const sizePattern = /^[1-9]\d{0,14}$/;
const sizeSchema = { type: 'string', pattern: sizePattern.source } as const;
const message = 'must be a number of entries, from 1';

@Closed()
export class SizeQuery {
  @ApiPropertyOptional({
    ...sizeSchema,
    description: 'Entries of the tree; those of the newest checkpoint when omitted.',
  })
  @IsOptional()
  @Matches(sizePattern, { message })
  size?: string;
}

@Closed()
export class ConsistencyQuery {
  @ApiProperty({ ...sizeSchema, description: 'Entries of the earlier tree.', example: '1' })
  @Matches(sizePattern, { message })
  from: string;

  @ApiProperty({ ...sizeSchema, description: 'Entries of the later tree.', example: '1' })
  @Matches(sizePattern, { message })
  to: string;
}

export class TimeStampDto {
  @ApiProperty({ description: 'Entries of the tree that was stamped.', example: 1_000 })
  size: number;

  @ApiProperty({ format: 'date-time', description: 'What the authority says that time it was.' })
  time: string;

  @ApiProperty({ description: 'What was stamped: the text of the checkpoint of that size.' })
  text: string;

  @ApiProperty({ description: 'The time stamp token (RFC 3161), base64 of its DER.' })
  token: string;

  @ApiProperty({
    type: [String],
    description: 'The consistency proof (RFC 6962) from that size to that of the checkpoint, base64.',
  })
  hashes: string[];
}

export class CheckpointDto {
  @ApiProperty({ description: 'Name of the log.', example: 'mt.example.com/org_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })
  origin: string;

  @ApiProperty({ description: 'Entries that it covers.', example: 1_024 })
  size: number;

  @ApiProperty({ description: 'Root of their Merkle tree (RFC 6962), base64.' })
  root_hash: string;

  @ApiProperty({ format: 'date-time' })
  signed_at: string;

  @ApiProperty({ description: 'The signed note (C2SP tlog-checkpoint).' })
  checkpoint: string;

  @ApiProperty({ type: [String] })
  cosignatures: string[];

  @ApiProperty({
    type: [TimeStampDto],
    description: 'The newest time stamp of a tree that this one continues, if there is one.',
  })
  timestamps: TimeStampDto[];
}

export class OpeningDto {
  @ApiProperty({ example: 'ip_address' })
  field: string;

  @ApiProperty()
  value: string;

  @ApiProperty({ description: 'Base64.' })
  salt: string;
}

export class InclusionProofDto {
  @ApiProperty({ example: 'aud_0000000000000V28B8MGFY9ACZ' })
  entry_id: string;

  @ApiProperty({ description: 'Number of the entry: from 0, without gaps.' })
  leaf_index: number;

  @ApiProperty({ description: 'Entries of the tree that the proof is of.' })
  tree_size: number;

  @ApiProperty({ description: 'The bytes that are hashed, base64: canonical JSON (RFC 8785).' })
  leaf: string;

  @ApiProperty({ description: 'SHA-256 of a zero byte and the leaf, base64.' })
  leaf_hash: string;

  @ApiProperty({ type: [String], description: 'The audit path (RFC 6962), base64, from the leaf to the root.' })
  hashes: string[];

  @ApiProperty({
    type: [OpeningDto],
    description: 'What opens the commitments in the leaf; nothing of what was erased.',
  })
  openings: OpeningDto[];

  @ApiProperty({ description: 'The signed note of that tree.' })
  checkpoint: string;
}

/** The proof beside an entry, which has the rest. */
export class EntryProofDto extends OmitType(InclusionProofDto, ['leaf'] as const) {}

export class ConsistencyDto {
  @ApiProperty()
  from: number;

  @ApiProperty()
  to: number;

  @ApiProperty({ type: [String], description: 'The consistency proof (RFC 6962), base64.' })
  hashes: string[];
}

/** The file of `GET …/audit-logs/{id}/receipt`, which verifies by itself. */
export class ReceiptDto extends PickType(InclusionProofDto, [
  'openings',
  'leaf',
  'leaf_index',
  'tree_size',
  'hashes',
  'checkpoint',
] as const) {
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The entry, as the list has it.' })
  entry: object;

  @ApiProperty({
    type: [String],
    description: 'Cosignatures of witnesses of the checkpoint, as signed notes have them.',
  })
  cosignatures: string[];

  @ApiProperty({ type: [TimeStampDto], description: 'The newest time stamp of a tree that this one continues.' })
  timestamps: TimeStampDto[];

  @ApiProperty({ description: 'The key of the log, as signed notes write keys.' })
  verifier_key: string;
}

export class LogKeyDto {
  @ApiProperty({ description: 'Name of the log.' })
  name: string;

  @ApiProperty({ description: 'As signed notes write keys: `<name>+<8 hex digits>+<base64>`.' })
  verifier_key: string;

  @ApiProperty({ enum: ['Ed25519'] })
  algorithm: 'Ed25519';

  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  valid_from: string | null;

  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  valid_until: string | null;
}

export class LogKeyList {
  @ApiProperty({ type: [LogKeyDto] })
  keys: LogKeyDto[];
}
