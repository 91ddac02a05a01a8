import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createApiKey, type IssuedKey, revokeApiKey, rotateApiKey } from '#libs/application/api-keys/api-keys.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AccessDirectory } from '../access/access-directory.js';
import { OwnWrites } from '../access/own-writes.js';
import { Engines } from '../engines.js';
import { parseTimestamp } from '../http/constraints.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
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
    private readonly engines: Engines,
    private readonly recorder: ActRecorder,
    private readonly directory: AccessDirectory,
    private readonly queries: ApiKeyQueries,
    private readonly ownWrites: OwnWrites,
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
    const issued = await createApiKey(
      this.engines,
      {
        name: body.name,
        scopes: body.scopes,
        ipAllowlist: body.ip_allowlist ?? [],
        expiresAt: body.expires_at == null ? null : (parseTimestamp(body.expires_at)?.toISOString() ?? null),
        owner: { subject: access.subject, userId: access.userId },
        grantableScopes: access.scopes,
      },
      await this.recorder.metadata(request, access),
    );
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
    const access = accessOf(request);
    const issued = await rotateApiKey(this.engines, id, await this.recorder.metadata(request, access));
    this.directory.forget(access.organizationId);
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
    const access = accessOf(request);
    await revokeApiKey(this.engines, id, await this.recorder.metadata(request, access));
    this.directory.revoke(id);
    return { id, revoked: true as const };
  }
}
