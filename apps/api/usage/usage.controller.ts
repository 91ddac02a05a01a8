import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { STORED_BYTES } from '#libs/ports/tokens.js';
import { UsageQueries } from '#projections/usage/usage.queries.js';
import { UsedCharacters } from '../access/limits/used-characters.js';
import { dayAfter, dayOf } from '../access/limits/utc-day.js';
import { OwnWrites } from '../access/own-writes.js';
import { TIER_LIMITS, type TierLimits } from '../access/tier-limits.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { QueryOf } from '../http/query.decorator.js';
import { accessOf } from '../http/request-context.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { People } from '../people/people.js';
import { UsageDto, UsageQuery } from './usage.dto.js';
import { usageDays } from './usage-period.js';

@ApiTags('organization')
@Controller('v1/usage')
export class UsageController {
  constructor(
    @Inject(TIER_LIMITS) private readonly limitsOf: TierLimits,
    private readonly queries: UsageQueries,
    @Inject(UsedCharacters) private readonly usedCharacters: Pick<UsedCharacters, 'shownOfDay'>,
    @Inject(STORED_BYTES) private readonly storedBytes: Pick<StoredBytes, 'state'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(People) private readonly people: Pick<People, 'named'>,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getUsage',
    summary: 'Acts and characters by day, key, endpoint, user and pair of languages',
    description:
      'Today (UTC) where no dates are given. Refused requests are counted as requests and have no characters.',
  })
  @EnvelopeOf(UsageDto, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async get(@Req() request: FastifyRequest, @QueryOf(UsageQuery) query: UsageQuery): Promise<UsageDto> {
    const { organizationId, tier } = accessOf(request);
    const now = new Date();
    const period = usageDays(query, now);
    await this.ownWrites.visibleIn('documents', 'document-status', 'usage', 'usage-of-users', 'usage-of-pairs');
    const usedToday = await this.usedCharacters.shownOfDay(organizationId, dayOf(now));
    const { start, end } = period;
    const behind = dayAfter(end);
    const usage = await this.queries.ofPeriod(organizationId, start, behind);
    const by_user = await this.queries.ofUsers(organizationId, start, behind);
    const by_language_pair = await this.queries.ofPairs(organizationId, start, behind);
    const people = await this.people.named(
      organizationId,
      by_user.map(({ user_id }) => user_id),
    );
    const storage = await this.storedBytes.state(organizationId);
    const { charactersPerDay: limit } = this.limitsOf(tier);
    return {
      period,
      characters: {
        used: usage.characters,
        limit: limit === 0 ? null : limit,
        remaining: limit === 0 ? null : Math.max(0, limit - usedToday),
      },
      storage: { used: storage.used, limit: storage.limit === 0 ? null : storage.limit },
      requests: usage.requests,
      by_day: usage.by_day,
      by_key: usage.by_key,
      by_endpoint: usage.by_endpoint,
      by_user,
      by_language_pair,
      people,
    };
  }
}
