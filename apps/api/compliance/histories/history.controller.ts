import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { parseTimestamp } from '../../http/constraints.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { People } from '../../people/people.js';
import { FindHistoryHandler } from './find-history.handler.js';
import { historyResources } from './histories.js';
import { type FoundHistory, HistoryDto, HistoryQuery } from './history.dto.js';

/** The ids of users that a state of a key has. */
const usersOfState = (state: object | null): string[] => {
  const { owner, created_by: maker } = (state ?? {}) as {
    owner?: { user_id: string };
    created_by?: { user_id: string };
  };
  return [owner, maker].flatMap((person) => (person === undefined ? [] : [person.user_id]));
};

const usersIn = ({ events, state }: FoundHistory): string[] => [
  ...events.map(({ user_id }) => user_id),
  ...[state, ...events.map((event) => event.state)].flatMap(usersOfState),
];

@ApiTags('compliance')
@Controller('v1/compliance/history')
export class HistoryController {
  constructor(
    @Inject(FindHistoryHandler) private readonly histories: Pick<FindHistoryHandler, 'handle'>,
    @Inject(People) private readonly people: Pick<People, 'named'>,
  ) {}

  @Get(':resource/:id')
  @ApiOperation({
    operationId: 'getHistory',
    summary: 'The events of a resource with the state after each, and its state at a moment',
    description:
      'Oldest first. `as_of` asks for the state that a caller was shown then, of the fields that events make; values of data subjects that were erased read `[erased]`. What was deleted keeps its history.',
  })
  @ApiParam({ name: 'resource', enum: historyResources })
  @EnvelopeOf(HistoryDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: ['not_found'] })
  async get(
    @Req() request: FastifyRequest,
    @Param('resource') resource: string,
    @Param('id') id: string,
    @QueryOf(HistoryQuery) query: HistoryQuery,
  ): Promise<HistoryDto> {
    const { organizationId } = accessOf(request);
    const asOf = query.as_of === undefined ? undefined : parseTimestamp(query.as_of)?.toISOString();
    const found = await this.histories.handle({ organizationId, resource, id, asOf, page: toPageRequest(query) });
    return { ...found, people: await this.people.named(organizationId, usersIn(found)) };
  }
}
