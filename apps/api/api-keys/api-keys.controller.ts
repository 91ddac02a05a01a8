import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CreateApiKey } from '#libs/application/api-keys/create-api-key.handler.js';
import { grantorOf } from '#libs/application/api-keys/grantor.js';
import type { IssuedKey } from '#libs/application/api-keys/issued-key.js';
import { RevokeApiKey } from '#libs/application/api-keys/revoke-api-key.handler.js';
import { RotateApiKey } from '#libs/application/api-keys/rotate-api-key.handler.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AccessDirectory } from '../access/access-directory.js';
import { ActiveKeyLimit } from '../access/active-key-limit.js';
import { assertScope } from '../access/authenticate.js';
import { KeyUses } from '../access/key-uses.js';
import { OwnWrites } from '../access/own-writes.js';
import { parseTimestamp } from '../http/constraints.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
import { QueryOf } from '../http/query.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { ApiKeyList, CreateApiKeyRequest, CreatedApiKeyDto, RevokedApiKeyDto } from './api-keys.dto.js';
import { KeyOwners } from './key-owners.js';

const toCreated = ({ key, grant }: IssuedKey, owner: string, maker: string): CreatedApiKeyDto => ({
  id: grant.keyId,
  name: grant.name,
  scopes: grant.scopes,
  ip_allowlist: grant.ipAllowlist,
  status: 'active',
  created_at: grant.createdAt,
  expires_at: grant.expiresAt,
  last_used_at: null,
  created_by: { user_id: maker },
  owner: { user_id: owner },
  key,
});

@ApiTags('keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(AccessDirectory) private readonly directory: Pick<AccessDirectory, 'revoke'>,
    @Inject(ActiveKeyLimit) private readonly limit: Pick<ActiveKeyLimit, 'within'>,
    @Inject(KeyUses) private readonly uses: Pick<KeyUses, 'store'>,
    @Inject(ApiKeyQueries) private readonly queries: Pick<ApiKeyQueries, 'list'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(KeyOwners) private readonly owners: Pick<KeyOwners, 'of'>,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'open'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'The answer is the one place where the key is shown. A key gets no scope, no wider allowlist and no later expiry than the key that makes it. It acts in the name of its owner, and ends with that user.',
  })
  @ApiBody({
    type: CreateApiKeyRequest,
    examples: {
      key: { summary: 'A key that translates', value: { name: 'web shop', scopes: ['translate', 'detect'] } },
    },
  })
  @EnvelopeOf(CreatedApiKeyDto, 201)
  @Endpoint({
    scope: 'keys:manage',
    act: { action: 'api_key_create', resource: 'api_key' },
    errors: ['missing_required_field', 'not_found', 'conflict'],
  })
  async create(
    @Req() request: FastifyRequest,
    @Body(validatedBy(CreateApiKeyRequest)) body: CreateApiKeyRequest,
  ): Promise<CreatedApiKeyDto> {
    const access = accessOf(request);
    const owner = await this.owners.of(access, body.owner ?? undefined);
    const key = {
      name: body.name,
      scopes: body.scopes,
      ipAllowlist: body.ip_allowlist ?? [],
      expiresAt: body.expires_at == null ? null : (parseTimestamp(body.expires_at)?.toISOString() ?? null),
      owner,
      maker: { subject: access.subject, userId: access.userId },
      grantor: grantorOf(access),
    };
    const issued = await this.limit.within(access.organizationId, () =>
      this.commands.send(request, (metadata) => new CreateApiKey(key, metadata)),
    );
    return toCreated(issued, owner.userId, access.userId);
  }

  @Get()
  @ApiOperation({
    operationId: 'listApiKeys',
    summary: 'List API keys, newest first',
    description: 'All keys of the organization, expired and revoked ones too, without the keys themselves.',
  })
  @EnvelopeOf(ApiKeyList, 200)
  @Endpoint({ scope: 'keys:manage', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<ApiKeyList> {
    const page = toPageRequest(query);
    await Promise.all([this.uses.store(), this.ownWrites.visibleIn('api-keys')]);
    const { organizationId } = accessOf(request);
    return await this.queries.list(organizationId, page, new Date().toISOString());
  }

  @Post(':id/rotate')
  @HttpCode(201)
  @ApiOperation({
    operationId: 'rotateApiKey',
    summary: 'Replace an API key; the old one works for 24 hours more',
    description:
      'Makes a key with the same rights and the same owner and shows it once. The old one works for 24 hours more.',
  })
  @EnvelopeOf(CreatedApiKeyDto, 201)
  @Endpoint({
    scope: 'keys:manage',
    act: { action: 'api_key_rotate', resource: 'api_key' },
    errors: ['not_found', 'conflict'],
  })
  async rotate(@Req() request: FastifyRequest, @Param('id') id: string): Promise<CreatedApiKeyDto> {
    const access = accessOf(request);
    const maker = { subject: access.subject, userId: access.userId };
    const issued = await this.limit.within(access.organizationId, () =>
      this.commands.send(request, (metadata) => new RotateApiKey(id, grantorOf(access), metadata, maker)),
    );
    const { ownerSubject, sealedOwner } = issued.grant;
    const owner = textIn(await this.subjectKeys.open(ownerSubject, sealedOwner), 'user_id');
    return toCreated(issued, owner, access.userId);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key at once',
    description:
      'The key stops working at once on the node that answers, and within two seconds on every other. A key revokes itself whatever its scopes; for another one it needs `keys:manage` and every scope of that key.',
  })
  @EnvelopeOf(RevokedApiKeyDto, 200)
  @Endpoint({
    act: { action: 'api_key_revoke', resource: 'api_key' },
    errors: ['not_found'],
  })
  async revoke(@Req() request: FastifyRequest, @Param('id') id: string): Promise<RevokedApiKeyDto> {
    const access = accessOf(request);
    if (access.keyId !== id) assertScope(access, 'keys:manage');
    const { keyId, scopes } = access;
    await this.commands.send(request, (metadata) => new RevokeApiKey(id, { keyId, scopes }, metadata));
    this.directory.revoke(id);
    return { id, revoked: true as const };
  }
}
