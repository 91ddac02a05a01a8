import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { ReadModelCompleteness } from '#libs/read-side/projection/progress/completeness.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { auditLog } from '#projections/audit-log/audit-log.projection.js';
import { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { OwnWrites } from '../../access/own-writes.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { type WithMeta, withMeta } from '../../http/envelope.js';
import { toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { People } from '../../people/people.js';
import { filterOf, withUserId } from './audit-log-query.js';
import { AuditLogList, AuditLogOne, AuditLogQuery } from './audit-logs.dto.js';
import { usersIn, withKeyPersons } from './key-persons.js';
import { EntryProofs } from './proofs/entry-proofs.js';

@ApiTags('compliance')
@Controller('v1/compliance/audit-logs')
export class AuditLogsController {
  constructor(
    private readonly queries: AuditLogQueries,
    private readonly ownWrites: OwnWrites,
    private readonly completeness: ReadModelCompleteness,
    private readonly proofs: EntryProofs,
    @Inject(People) private readonly people: Pick<People, 'named' | 'idOf'>,
    @Inject(ApiKeyQueries) private readonly keys: Pick<ApiKeyQueries, 'personsOf'>,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listAuditLogs',
    summary: 'List audit log entries, newest first',
    description:
      'Filters go together. `meta.as_of` is the last entry of the organization’s log, up to which the list is complete; `meta.lagging` says that newer acts may be missing.',
  })
  @EnvelopeOf(AuditLogList, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async list(
    @Req() request: FastifyRequest,
    @QueryOf(AuditLogQuery) query: AuditLogQuery,
  ): Promise<WithMeta<AuditLogList>> {
    const page = toPageRequest(query);
    const { organizationId } = accessOf(request);
    const filter = filterOf(await withUserId(this.people, organizationId, query));
    const lagging = await this.completeness.isLagging(auditLog, organizationId);
    // Before the list, which then has this entry and whatever came since.
    const as_of = await this.queries.asOf(organizationId);
    const list = await this.queries.list(organizationId, filter, page);
    const entries = await withKeyPersons(this.keys, organizationId, list.entries);
    const people = await this.people.named(organizationId, usersIn(entries));
    return withMeta({ ...list, entries, people }, { as_of, lagging });
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getAuditLog',
    summary: 'One audit log entry',
    description:
      'The entry, and the proof that it is in the signed tree; `proof` is null until the tree has grown to it, within a second.',
  })
  @EnvelopeOf(AuditLogOne, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found', 'service_unavailable'] })
  async one(@Req() request: FastifyRequest, @Param('id') id: string): Promise<AuditLogOne> {
    const { organizationId } = accessOf(request);
    const found = await this.ownWrites.findUnchanging('audit-log', () => this.queries.one(organizationId, id));
    if (found === undefined) throw new Rejection('not_found', { message: 'The audit log entry does not exist.' });
    const proof = await this.proofs.of(organizationId, found);
    const [entry = found.record] = await withKeyPersons(this.keys, organizationId, [found.record]);
    const people = await this.people.named(organizationId, usersIn([entry]));
    if (proof === undefined) return { entry, proof: null, people };
    const { leaf: _, ...shown } = proof;
    return { entry, proof: shown, people };
  }
}
