import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { consistencyProof } from '@transledger/audit-proof';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { lineText } from '#libs/platform/line-text/line-text.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { OwnWrites } from '../../../access/own-writes.js';
import { Endpoint } from '../../../http/endpoint.decorator.js';
import { attachment } from '../../../http/multipart/file-name.js';
import { QueryOf } from '../../../http/query.decorator.js';
import { accessOf } from '../../../http/request-context.js';
import { EnvelopeOf } from '../../../openapi/envelope-of.decorator.js';
import { FileOf, savedFile } from '../../../openapi/file-of.decorator.js';
import { EntryProofs, type FoundEntry } from './entry-proofs.js';
import {
  CheckpointDto,
  ConsistencyDto,
  ConsistencyQuery,
  InclusionProofDto,
  LogKeyList,
  ReceiptDto,
  SizeQuery,
} from './proofs.dto.js';
import { Receipts } from './receipts.js';
import { assertSigned, SignedLogs } from './signed-logs.js';

const sizeOf = ({ size }: SizeQuery): number | undefined => (size === undefined ? undefined : Number(size));

const notSigned = () =>
  new Rejection('not_found', { message: 'The entry is not in a signed tree yet. Try again in a moment.' });

@ApiTags('compliance')
@Controller('v1/compliance/audit-logs')
export class ProofsController {
  constructor(
    private readonly logs: SignedLogs,
    private readonly proofs: EntryProofs,
    private readonly receipts: Receipts,
    private readonly tree: AuditLogTree,
    private readonly queries: AuditLogQueries,
    private readonly ownWrites: OwnWrites,
  ) {}

  @Get('checkpoint')
  @ApiOperation({
    operationId: 'getAuditLogCheckpoint',
    summary: 'The signed head of the audit log',
    description:
      "A note in the C2SP checkpoint format, signed with the Ed25519 key of the organization's log. `size` asks for the tree of an earlier size.",
  })
  @EnvelopeOf(CheckpointDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['service_unavailable'] })
  async checkpoint(@Req() request: FastifyRequest, @QueryOf(SizeQuery) query: SizeQuery): Promise<CheckpointDto> {
    const { organizationId } = accessOf(request);
    const size = sizeOf(query);
    const head =
      size === undefined ? await this.logs.newest(organizationId) : await this.logs.headAt(organizationId, size);
    const { verifier_key: _, cosignatures, ...fields } = head.fields;
    const timestamps = await this.logs.timestamps(organizationId, head);
    return { ...fields, cosignatures: [...cosignatures], timestamps };
  }

  @Get('consistency')
  @ApiOperation({
    operationId: 'getAuditLogConsistency',
    summary: 'The proof that an earlier tree is the beginning of a later one',
    description:
      'Shows that nothing of the tree of size `from` was changed or left out in the tree of size `to` (RFC 6962). An act is in the tree within a second.',
  })
  @EnvelopeOf(ConsistencyDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['missing_required_field', 'service_unavailable'] })
  async consistency(
    @Req() request: FastifyRequest,
    @QueryOf(ConsistencyQuery) query: ConsistencyQuery,
  ): Promise<ConsistencyDto> {
    const { organizationId } = accessOf(request);
    const [from, to] = [Number(query.from), Number(query.to)];
    const signed = await this.logs.signed(organizationId);
    assertSigned('to', to, signed);
    if (from > to) throw new Rejection('invalid_request', { details: { from: ['must not be more than to'] } });
    const hashes = await consistencyProof(from, to, this.tree.reader(organizationId));
    return { from, to, hashes: hashes.map((hash) => Buffer.from(hash).toString('base64')) };
  }

  @Get('keys')
  @ApiOperation({
    operationId: 'listAuditLogKeys',
    summary: 'The keys that verify checkpoints of the audit log',
    description: 'Keep these elsewhere: a key that came with what it verifies proves no identity.',
  })
  @EnvelopeOf(LogKeyList, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['service_unavailable'] })
  async keys(@Req() request: FastifyRequest): Promise<LogKeyList> {
    const { organizationId } = accessOf(request);
    const keys = await this.logs.keys(organizationId);
    const begin = (await this.queries.beginOf(organizationId)) ?? null;
    return {
      keys: keys.map(({ origin, verifierKey, validFrom = begin, validUntil = null }) => ({
        name: origin,
        verifier_key: verifierKey,
        algorithm: 'Ed25519',
        valid_from: validFrom,
        valid_until: validUntil,
      })),
    };
  }

  @Get(':id/proof')
  @ApiOperation({
    operationId: 'getAuditLogProof',
    summary: 'The proof that an entry is in the audit log',
    description:
      'The bytes of the leaf, its hashes up to the root (RFC 6962), the openings of its personal fields, and the checkpoint. An act is in the tree within a second.',
  })
  @EnvelopeOf(InclusionProofDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found', 'service_unavailable'] })
  async proof(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @QueryOf(SizeQuery) query: SizeQuery,
  ): Promise<InclusionProofDto> {
    const found = await this.found(request, id);
    const proof = await this.proofs.of(accessOf(request).organizationId, found, sizeOf(query));
    if (proof === undefined) throw notSigned();
    return proof;
  }

  @Get(':id/receipt')
  @ApiOperation({
    operationId: 'getAuditLogReceipt',
    summary: 'An entry with its proof and the checkpoint, in one file that verifies alone',
    description:
      '`transledger-admin audit verify` checks the file offline. An act is in the signed tree within a second.',
  })
  @ApiExtraModels(ReceiptDto)
  @FileOf({
    description: 'The receipt, without an envelope.',
    content: { 'application/json': { $ref: getSchemaPath(ReceiptDto) } },
    headers: savedFile,
  })
  @Endpoint({ scope: 'compliance:read', errors: ['not_found', 'service_unavailable'] })
  async receipt(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string): Promise<void> {
    const { organizationId } = accessOf(request);
    const found = await this.found(request, id);
    const receipt = await this.receipts.of(organizationId, found);
    if (receipt === undefined) throw notSigned();
    await reply
      .type('application/json; charset=utf-8')
      .header('Content-Disposition', attachment(`receipt-${id}.json`))
      .header('Cache-Control', 'private, no-store')
      .send(lineText(JSON.stringify(receipt)));
  }

  private async found(request: FastifyRequest, id: string): Promise<FoundEntry> {
    const { organizationId } = accessOf(request);
    const found = await this.ownWrites.findUnchanging('audit-log', () => this.queries.one(organizationId, id));
    if (found === undefined) throw new Rejection('not_found', { message: 'The audit log entry does not exist.' });
    return found;
  }
}
