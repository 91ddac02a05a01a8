import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CreateApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import type { IssuedKey } from '#libs/application/api-keys/issued-key.js';
import { RevokeApiKey } from '#libs/application/api-keys/revoke-api-key.handler.js';
import { RotateApiKey } from '#libs/application/api-keys/rotate-api-key.handler.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AccessDirectory } from '../access/access-directory.js';
import { OwnWrites } from '../access/own-writes.js';
import { parseTimestamp } from '../http/constraints.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { ApiKeyList, CreateApiKeyRequest, CreatedApiKeyDto, RevokedApiKeyDto } from './api-keys.dto.js';

const toCreated = ({ key, grant }: IssuedKey): CreatedApiKeyDto => ({
  id: grant.keyId,
  name: grant.name,
  scopes: grant.scopes,
  ip_allowlist: grant.ipAllowlist,
  status: 'active',
  created_at: grant.createdAt,
  expires_at: grant.expiresAt,
  last_used_at: null,
  key,
});

@ApiTags('keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(AccessDirectory) private readonly directory: Pick<AccessDirectory, 'forget' | 'revoke'>,
    @Inject(ApiKeyQueries) private readonly queries: Pick<ApiKeyQueries, 'list'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({ operationId: 'createApiKey', summary: 'Create an API key' })
  @ApiBody({ type: CreateApiKeyRequest })
  @EnvelopeOf(CreatedApiKeyDto, 201)
  @Endpoint({
    scope: 'keys:manage',
    act: { action: 'api_key_create', resource: 'api_key' },
    errors: ['missing_required_field'],
  })
  async create(
    @Req() request: FastifyRequest,
    @Body(validatedBy(CreateApiKeyRequest)) body: CreateApiKeyRequest,
  ): Promise<CreatedApiKeyDto> {
    const access = accessOf(request);
    const key = {
      name: body.name,
      scopes: body.scopes,
      ipAllowlist: body.ip_allowlist ?? [],
      expiresAt: body.expires_at == null ? null : (parseTimestamp(body.expires_at)?.toISOString() ?? null),
      owner: { subject: access.subject, userId: access.userId },
      grantableScopes: access.scopes,
    };
    const issued = await this.commands.send(request, (metadata) => new CreateApiKey(key, metadata));
    return toCreated(issued);
  }

  @Get()
  @ApiOperation({ operationId: 'listApiKeys', summary: 'List API keys, newest first' })
  @EnvelopeOf(ApiKeyList, 200)
  @Endpoint({ scope: 'keys:manage', errors: [] })
  async list(@Req() request: FastifyRequest, @Query(validatedBy(PageQuery)) query: PageQuery): Promise<ApiKeyList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('api-keys');
    const { organizationId } = accessOf(request);
    return await this.queries.list(organizationId, page, new Date().toISOString());
  }

  @Post(':id/rotate')
  @HttpCode(201)
  @ApiOperation({ operationId: 'rotateApiKey', summary: 'Replace an API key; the old one works for 24 hours more' })
  @EnvelopeOf(CreatedApiKeyDto, 201)
  @Endpoint({
    scope: 'keys:manage',
    act: { action: 'api_key_rotate', resource: 'api_key' },
    errors: ['not_found', 'conflict'],
  })
  async rotate(@Req() request: FastifyRequest, @Param('id') id: string): Promise<CreatedApiKeyDto> {
    const issued = await this.commands.send(request, (metadata) => new RotateApiKey(id, metadata));
    this.directory.forget(accessOf(request).organizationId);
    return toCreated(issued);
  }

  @Delete(':id')
  @ApiOperation({ operationId: 'revokeApiKey', summary: 'Revoke an API key at once' })
  @EnvelopeOf(RevokedApiKeyDto, 200)
  @Endpoint({
    scope: 'keys:manage',
    act: { action: 'api_key_revoke', resource: 'api_key' },
    errors: ['not_found'],
  })
  async revoke(@Req() request: FastifyRequest, @Param('id') id: string): Promise<RevokedApiKeyDto> {
    await this.commands.send(request, (metadata) => new RevokeApiKey(id, metadata));
    this.directory.revoke(id);
    return { id, revoked: true as const };
  }
}
