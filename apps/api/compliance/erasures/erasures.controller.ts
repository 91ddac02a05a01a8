import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequestErasure } from '#libs/application/erasures/request-erasure.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isId } from '#libs/platform/ids/id-form.js';
import { ErasureQueries } from '#projections/erasures/erasures.queries.js';
import { OwnWrites } from '../../access/own-writes.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { validated, validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { subjectIdOf } from '../subjects/named-subject.js';
import { ErasedSubject, ErasureDto, ErasureList, RequestErasureBody } from './erasures.dto.js';

@ApiTags('compliance')
@Controller('v1/compliance/erasures')
export class ErasuresController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(ErasureQueries) private readonly queries: Pick<ErasureQueries, 'list' | 'find'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    operationId: 'requestErasure',
    summary: 'Erase the personal data of a user or an address',
    description:
      'Destroys the key under which the data are sealed: entries of the audit log then read `[erased]`, and every hash and proof still verifies. 409 while a legal hold, an active key or an account stands against it. 404 for who is not known: a user is by `POST /v1/users`, an address once a request came from it.',
  })
  @ApiBody({
    type: RequestErasureBody,
    examples: {
      address: {
        summary: 'An address from which there were acts',
        value: { subject: { type: 'ip_address', id: '203.0.113.7' }, reason: 'A request of its owner' },
      },
    },
  })
  @EnvelopeOf(ErasureDto, 201)
  @Endpoint({
    scope: { scope: 'compliance:write', keysAlso: 'organization:manage' },
    act: { action: 'subject_erase', resource: 'subject' },
    errors: ['missing_required_field', 'not_found', 'conflict'],
  })
  async request(
    @Req() request: FastifyRequest,
    @Body(validatedBy(RequestErasureBody)) body: RequestErasureBody,
  ): Promise<ErasureDto> {
    const { type, id: given } = validated(ErasedSubject, body.subject, 'subject');
    const subject = { type, id: subjectIdOf({ type, id: given }, 'subject.id') };
    const id = await this.commands.send(request, (metadata) => new RequestErasure(subject, body.reason, metadata));
    return this.shown(accessOf(request).organizationId, id);
  }

  @Get()
  @ApiOperation({
    operationId: 'listErasures',
    summary: 'List erasures, newest first',
    description:
      'Pending ones too: an erasure is completed when files that may name the subject are gone, and its key from the files of the key store.',
  })
  @EnvelopeOf(ErasureList, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<ErasureList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('erasures', 'audit-exports');
    return this.queries.list(accessOf(request).organizationId, page);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getErasure',
    summary: 'An erasure',
    description:
      '`completed` when files that may name the subject are gone, and its key from the files of the key store.',
  })
  @EnvelopeOf(ErasureDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found'] })
  get(@Req() request: FastifyRequest, @Param('id') id: string): Promise<ErasureDto> {
    return this.shown(accessOf(request).organizationId, id);
  }

  private async shown(organizationId: string, id: string): Promise<ErasureDto> {
    if (isId(id, 'era')) {
      await this.ownWrites.visibleIn('erasures', 'audit-exports');
      const found = await this.queries.find(organizationId, id);
      if (found !== undefined) return found;
    }
    throw new Rejection('not_found', { message: 'The erasure does not exist.' });
  }
}
