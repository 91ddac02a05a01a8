import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { xlsxMediaType } from '#libs/platform/xlsx/write-xlsx.js';
import { AuditExportQueries } from '#projections/audit-exports/audit-exports.queries.js';
import { OwnWrites } from '../../../access/own-writes.js';
import { Endpoint } from '../../../http/endpoint.decorator.js';
import { attachment } from '../../../http/multipart/file-name.js';
import { PageQuery, toPageRequest } from '../../../http/pagination.dto.js';
import { QueryOf } from '../../../http/query.decorator.js';
import { accessOf } from '../../../http/request-context.js';
import { EnvelopeOf } from '../../../openapi/envelope-of.decorator.js';
import { binary, FileOf, plainText, savedFile } from '../../../openapi/file-of.decorator.js';
import { People } from '../../../people/people.js';
import { filterOf, withUserId } from '../audit-log-query.js';
import { AuditExportDto, AuditExportList, AuditExportQuery } from './audit-export.dto.js';
import { AuditExports } from './audit-exports.js';
import { entryFormats } from './formats/entry-formats.js';
import { endWhenStalled } from './stalled-reader.js';

@ApiTags('compliance')
@Controller('v1/compliance/audit-logs')
export class AuditExportController {
  constructor(
    private readonly exports: AuditExports,
    private readonly queries: AuditExportQueries,
    private readonly ownWrites: OwnWrites,
    @Inject(People) private readonly people: Pick<People, 'idOf'>,
  ) {}

  /** HEAD, which Fastify sends here too, is no export: it has the headers alone. */
  @Get('export')
  @ApiOperation({
    operationId: 'exportAuditLog',
    summary: 'Export audit log entries, oldest first',
    description:
      'Streams any number of entries of the tree at the checkpoint that is fixed when the export begins. An NDJSON export verifies offline; `cursor` goes on with one that broke off, `follow=true` keeps it open.',
  })
  @FileOf({
    description: 'The entries, a line each; in NDJSON a checkpoint and a summary follow.',
    content: {
      'application/x-ndjson': plainText,
      'text/csv': plainText,
      'text/plain': plainText,
      [xlsxMediaType]: binary,
    },
    headers: { 'X-Export-Id': { description: 'Id of the export.', schema: { type: 'string' } }, ...savedFile },
    isAct: true,
  })
  @Endpoint({
    scope: 'compliance:read',
    act: { action: 'audit_log_export', resource: 'audit_log' },
    errors: [],
  })
  async export(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @QueryOf(AuditExportQuery) query: AuditExportQuery,
  ): Promise<void> {
    const format = query.format ?? 'ndjson';
    const follow = query.follow === 'true';
    if (follow && format !== 'ndjson') {
      throw new Rejection('invalid_request', { details: { follow: ['is possible in ndjson only'] } });
    }
    const filter = filterOf(await withUserId(this.people, accessOf(request).organizationId, query));
    await this.ownWrites.visibleIn('audit-log');
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    if (reply.raw.closed) gone.abort();
    const { exportId, content } =
      request.method === 'HEAD'
        ? { exportId: newId('exp'), content: Readable.from([]) }
        : await this.exports.begin(request, { format, filter, cursor: query.cursor, follow, gone: gone.signal });
    endWhenStalled(reply.raw);
    const { mediaType, extension } = entryFormats[format];
    await reply
      .type(mediaType)
      .header('X-Export-Id', exportId)
      .header('Content-Disposition', attachment(`audit-log-${exportId}.${extension}`))
      .header('Cache-Control', 'private, no-store')
      .send(content);
  }

  @Get('exports')
  @ApiOperation({
    operationId: 'listAuditExports',
    summary: 'List exports of the audit log, newest first',
    description: 'Who exported what: filters, number of entries, SHA-256 and checkpoint.',
  })
  @EnvelopeOf(AuditExportList, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<AuditExportList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('audit-exports');
    return this.queries.list(accessOf(request).organizationId, page);
  }

  @Get('exports/:id')
  @ApiOperation({
    operationId: 'getAuditExport',
    summary: 'One export of the audit log',
    description: 'Filters, number of entries, SHA-256 and checkpoint of the export.',
  })
  @EnvelopeOf(AuditExportDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found'] })
  async one(@Req() request: FastifyRequest, @Param('id') id: string): Promise<AuditExportDto> {
    await this.ownWrites.visibleIn('audit-exports');
    const found = await this.queries.one(accessOf(request).organizationId, id);
    if (found === undefined) throw new Rejection('not_found', { message: 'The export does not exist.' });
    return found;
  }
}
