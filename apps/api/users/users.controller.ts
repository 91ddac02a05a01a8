import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { assertCanGrant, grantorOf } from '#libs/application/api-keys/grantor.js';
import { ChangeUser } from '#libs/application/users/change-user.handler.js';
import { DeleteUser } from '#libs/application/users/delete-user.handler.js';
import { InviteUser } from '#libs/application/users/invite-user.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { roleScopes } from '#libs/domain/user/role-scopes.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import { ACCOUNTS, SETTINGS } from '#libs/ports/tokens.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { AccessDirectory } from '../access/access-directory.js';
import { OwnWrites } from '../access/own-writes.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
import { QueryOf } from '../http/query.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { LastOwner } from './last-owner.js';
import { UserLimit } from './user-limit.js';
import {
  DeletedUserDto,
  InvitedUserDto,
  InviteUserRequest,
  UpdateUserRequest,
  UserDto,
  UserList,
} from './users.dto.js';

const scope = 'organization:manage';

const notFound = () => new Rejection('not_found', { message: 'The user does not exist.' });

/** A role is as many scopes, granted without an end and to every address. */
const assertCanGrantRole = (request: FastifyRequest, role: Role): void =>
  assertCanGrant(grantorOf(accessOf(request)), { scopes: [...roleScopes[role]], ipAllowlist: [], expiresAt: null });

@ApiTags('users')
@Controller('v1/users')
export class UsersController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(ACCOUNTS) private readonly accounts: Pick<Accounts, 'withUserId'>,
    @Inject(UserQueries) private readonly queries: Pick<UserQueries, 'list' | 'find'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(UserLimit) private readonly limit: Pick<UserLimit, 'within'>,
    @Inject(LastOwner) private readonly lastOwner: Pick<LastOwner, 'keptBy'>,
    @Inject(AccessDirectory) private readonly directory: Pick<AccessDirectory, 'applyWritten'>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    operationId: 'inviteUser',
    summary: 'Invite a user; again for one who has not come, with another link',
    description:
      'The answer is the one place where `invite_url` is shown: whoever has it sets the password, once, within seven days.',
  })
  @ApiBody({
    type: InviteUserRequest,
    examples: { developer: { summary: 'A developer', value: { email: 'ada@example.com', role: 'developer' } } },
  })
  @EnvelopeOf(InvitedUserDto, 201)
  @Endpoint({
    scope,
    act: { action: 'user_create', resource: 'user' },
    errors: ['missing_required_field', 'conflict'],
  })
  async invite(
    @Req() request: FastifyRequest,
    @Body(validatedBy(InviteUserRequest)) { email, name, role }: InviteUserRequest,
  ): Promise<InvitedUserDto> {
    assertCanGrantRole(request, role);
    const user = { email, name: name ?? '', role };
    const invite = () => this.commands.send(request, (metadata) => new InviteUser(user, metadata));
    const { accountId, token } = await this.limit.within(accessOf(request).organizationId, invite);
    await this.directory.applyWritten();
    const shown = await this.shown(request, accountId);
    return { ...shown, invite_url: `${publicUrlOf(this.settings)}/console/invite/${token}` };
  }

  @Get()
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'List users, newest first',
    description: 'Those who sign in to the console, and those who are invited.',
  })
  @EnvelopeOf(UserList, 200)
  @Endpoint({ scope, errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<UserList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('users');
    return this.queries.list(accessOf(request).organizationId, page);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateUser',
    summary: 'Change a user; another role ends the sessions',
    description: 'Name and role. An organization keeps its last owner.',
  })
  @ApiBody({
    type: UpdateUserRequest,
    examples: { auditor: { summary: 'Another role, of a user', value: { role: 'auditor' } } },
  })
  @EnvelopeOf(UserDto, 200)
  @Endpoint({ scope, act: { action: 'user_update', resource: 'user' }, errors: ['not_found', 'conflict'] })
  async update(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body(validatedBy(UpdateUserRequest)) body: UpdateUserRequest,
  ): Promise<UserDto> {
    const changes = { name: body.name ?? undefined, role: body.role ?? undefined };
    if (changes.role !== undefined) assertCanGrantRole(request, changes.role);
    const accountId = await this.accountIdOf(request, id);
    const change = () => this.commands.send(request, (metadata) => new ChangeUser(accountId, changes, metadata));
    if (changes.role === undefined || changes.role === 'owner') await change();
    else await this.lastOwner.keptBy(accountId, accessOf(request).organizationId, change);
    await this.directory.applyWritten();
    return this.shown(request, accountId);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteUser',
    summary: 'Delete a user, whose sessions end at once',
    description: 'The last owner cannot be deleted. What the user did stays in the audit log.',
  })
  @EnvelopeOf(DeletedUserDto, 200)
  @Endpoint({ scope, act: { action: 'user_delete', resource: 'user' }, errors: ['not_found', 'conflict'] })
  async delete(@Req() request: FastifyRequest, @Param('id') id: string): Promise<DeletedUserDto> {
    const accountId = await this.accountIdOf(request, id);
    await this.lastOwner.keptBy(accountId, accessOf(request).organizationId, () =>
      this.commands.send(request, (metadata) => new DeleteUser(accountId, metadata)),
    );
    await this.directory.applyWritten();
    return { id, deleted: true };
  }

  private async accountIdOf(request: FastifyRequest, id: string): Promise<string> {
    if (!isId(id, 'usr')) throw notFound();
    const account = await this.accounts.withUserId(accessOf(request).organizationId, id);
    if (account === undefined) throw notFound();
    return account.accountId;
  }

  private async shown(request: FastifyRequest, accountId: string): Promise<UserDto> {
    await this.ownWrites.visibleIn('users');
    const found = await this.queries.find(accessOf(request).organizationId, accountId);
    if (found === undefined) throw notFound();
    return found;
  }
}
