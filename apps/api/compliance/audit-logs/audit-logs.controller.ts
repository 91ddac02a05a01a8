import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { OwnWrites } from '../../access/own-writes.js';
import { parseTimestamp } from '../../http/constraints.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { toPageRequest } from '../../http/pagination.dto.js';
import { accessOf } from '../../http/request-context.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { AuditLogList, AuditLogOne, AuditLogQuery } from './audit-logs.dto.js';

const asTimestamp = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : parseTimestamp(value)?.toISOString();

@ApiTags('compliance')
@Controller('v1/compliance/audit-logs')
export class AuditLogsController {
  constructor(
    private readonly queries: AuditLogQueries,
    private readonly ownWrites: OwnWrites,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listAuditLogs', summary: 'List audit log entries, newest first' })
  @EnvelopeOf(AuditLogList, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async list(
    @Req() request: FastifyRequest,
    @Query(validatedBy(AuditLogQuery)) query: AuditLogQuery,
  ): Promise<AuditLogList> {
    const page = toPageRequest(query);
    const { action, resource, user_id: userId } = query;
    const filter = { action, resource, userId, start: asTimestamp(query.start), end: asTimestamp(query.end) };
    if (filter.start !== undefined && filter.end !== undefined && filter.end < filter.start) {
      throw new Rejection('invalid_request', { details: { end: ['must not be before start'] } });
    }
    await this.ownWrites.visibleIn('audit-log');
    return await this.queries.list(accessOf(request).organizationId, filter, page);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getAuditLog', summary: 'One audit log entry' })
  @EnvelopeOf(AuditLogOne, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found'] })
  async one(@Req() request: FastifyRequest, @Param('id') id: string): Promise<AuditLogOne> {
    await this.ownWrites.visibleIn('audit-log');
    const found = await this.queries.one(accessOf(request).organizationId, id);
    if (found === undefined) throw new Rejection('not_found', { message: 'The audit log entry does not exist.' });
    return { entry: found.record, proof: null };
  }
}
