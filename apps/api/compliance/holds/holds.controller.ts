import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { LiftHold } from '#libs/application/holds/lift-hold.handler.js';
import { PlaceHold } from '#libs/application/holds/place-hold.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isId } from '#libs/platform/ids/id-form.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { OwnWrites } from '../../access/own-writes.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { HoldDto, HoldList, PlaceHoldRequest } from './holds.dto.js';
import { wantedHoldOf } from './wanted-hold.js';

/** Holds that are not lifted, of one organization: each removal looks at all of them. */
const maxActive = 1_000;

const notFound = () => new Rejection('not_found', { message: 'The hold does not exist.' });

const needed = { scope: 'compliance:write', keysAlso: 'organization:manage' } as const;

@ApiTags('compliance')
@Controller('v1/compliance/holds')
export class HoldsController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(HoldQueries) private readonly queries: Pick<HoldQueries, 'list' | 'find' | 'active'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    operationId: 'placeHold',
    summary: 'Place a legal hold',
    description:
      'Holds one of three: a resource (`resource` with `resource_id`, such as a document that `POST /v1/documents` returned), the documents of a data `subject` (a user that `POST /v1/users` returned, or an address), or all that was created in a `period`. Two of them together are 400. What is held cannot be deleted or erased, and does not expire.',
  })
  @ApiBody({
    type: PlaceHoldRequest,
    examples: {
      resource: {
        summary: 'One document',
        value: { resource: 'document', resource_id: 'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R3', reason: 'Case 2026/7' },
      },
      subject: {
        summary: 'The documents of a user',
        value: { subject: { type: 'user', id: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R3' }, reason: 'Case 2026/7' },
      },
      period: {
        summary: 'All that was created in a period',
        value: { period: { start: '2026-01-01', end: '2026-03-31' }, reason: 'Case 2026/7' },
      },
    },
  })
  @EnvelopeOf(HoldDto, 201)
  @Endpoint({
    scope: needed,
    act: { action: 'hold_place', resource: 'hold' },
    errors: ['missing_required_field', 'document_not_found', 'glossary_not_found', 'not_found', 'conflict'],
  })
  async place(@Req() request: FastifyRequest, @Body() body: unknown): Promise<HoldDto> {
    const { target, reason } = wantedHoldOf(body);
    const { organizationId } = accessOf(request);
    await this.ownWrites.visibleIn('holds');
    if ((await this.queries.active(organizationId)) >= maxActive) {
      throw new Rejection('conflict', { message: `An organization may have at most ${maxActive} active holds.` });
    }
    const id = await this.commands.send(request, (metadata) => new PlaceHold(target, reason, metadata));
    return this.shown(organizationId, id);
  }

  @Get()
  @ApiOperation({
    operationId: 'listHolds',
    summary: 'List legal holds, newest first, lifted ones too',
    description: 'With who placed each, why, and when it was lifted.',
  })
  @EnvelopeOf(HoldList, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<HoldList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('holds');
    return this.queries.list(accessOf(request).organizationId, page);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getHold',
    summary: 'A legal hold',
    description: 'What is held, by whom and why, and when it was lifted.',
  })
  @EnvelopeOf(HoldDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found'] })
  get(@Req() request: FastifyRequest, @Param('id') id: string): Promise<HoldDto> {
    return this.shown(accessOf(request).organizationId, id);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'liftHold',
    summary: 'Lift a legal hold',
    description: 'Held documents expire 24 hours after their last hold at the earliest.',
  })
  @EnvelopeOf(HoldDto, 200)
  @Endpoint({
    scope: needed,
    act: { action: 'hold_lift', resource: 'hold' },
    errors: ['not_found', 'conflict'],
  })
  async lift(@Req() request: FastifyRequest, @Param('id') id: string): Promise<HoldDto> {
    await this.commands.send(request, (metadata) => new LiftHold(id, metadata));
    return this.shown(accessOf(request).organizationId, id);
  }

  private async shown(organizationId: string, id: string): Promise<HoldDto> {
    if (!isId(id, 'hold')) throw notFound();
    await this.ownWrites.visibleIn('holds');
    const found = await this.queries.find(organizationId, id);
    if (found === undefined) throw notFound();
    return found;
  }
}
