import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { encodeBundle, parseTilePath, tileWidth } from '@transledger/audit-proof';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { levelsOfTile } from '#libs/ports/log-signatures/log-signatures.port.js';
import { AuditLogExportQueries } from '#projections/audit-log/audit-log-export.queries.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { Endpoint } from '../../../http/endpoint.decorator.js';
import { accessOf } from '../../../http/request-context.js';
import { binary, FileOf, plainText } from '../../../openapi/file-of.decorator.js';
import { SignedLogs } from './signed-logs.js';

const noSuchTile = () => new Rejection('not_found', { message: 'The signed tree has no such tile.' });

/** The path behind `tile/`, read by hand: a decorator for it would put a parameter `*` into the OpenAPI document. */
const pathOf = ({ params }: FastifyRequest): string => String((params as { '*'?: string })['*']);

/** The same log by the protocol that other programs speak (C2SP tlog-tiles). */
@ApiTags('compliance')
@Controller('v1/compliance/audit-logs/tlog')
export class TlogController {
  constructor(
    private readonly logs: SignedLogs,
    private readonly tree: AuditLogTree,
    private readonly entries: AuditLogExportQueries,
  ) {}

  @Get('checkpoint')
  @ApiOperation({
    operationId: 'getTlogCheckpoint',
    summary: 'The newest checkpoint, as a signed note',
    description: 'As the C2SP tlog-tiles protocol has it, for clients that others wrote.',
  })
  @FileOf({ description: 'The note alone, without an envelope.', content: { 'text/plain': plainText } })
  @Endpoint({ scope: 'compliance:read', errors: ['service_unavailable'] })
  async checkpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { fields } = await this.logs.newest(accessOf(request).organizationId);
    await reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Authorization, Cookie')
      .send(fields.checkpoint);
  }

  @Get('tile/*')
  @ApiOperation({
    operationId: 'getTlogTile',
    summary: 'Hashes of a tile, or a bundle of entries',
    description:
      'Paths as tlog-tiles has them: `tile/<L>/<N>[.p/<W>]` and `tile/entries/<N>[.p/<W>]`. An act is in the tree within a second.',
  })
  @ApiParam({ name: 'path', schema: { type: 'string' } })
  @FileOf({
    description: 'Hashes of 32 bytes each, or entries behind their lengths.',
    content: { 'application/octet-stream': binary },
  })
  @Endpoint({ scope: 'compliance:read', errors: ['not_found', 'service_unavailable'] })
  async tile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const tile = parseTilePath(`tile/${pathOf(request)}`);
    if (tile === undefined) throw noSuchTile();
    const { organizationId } = accessOf(request);
    const { size } = await this.logs.newest(organizationId);
    const { level = 0, index, width } = tile;
    const from = index * tileWidth;
    if ((from + width) * 2 ** (level * levelsOfTile) > size) throw noSuchTile();
    const bytes =
      tile.level === undefined
        ? encodeBundle((await this.entries.leaves(organizationId, from, from + width)).map((leaf) => Buffer.from(leaf)))
        : Buffer.concat(await this.tree.hashesAt(organizationId, level * levelsOfTile, from, from + width));
    await reply
      .type('application/octet-stream')
      .header('Cache-Control', 'private, max-age=31536000, immutable')
      .header('Vary', 'Authorization, Cookie')
      .send(Buffer.from(bytes));
  }
}
