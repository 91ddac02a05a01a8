import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { assertCanGrant, grantorOf } from '#libs/application/api-keys/grantor.js';
import { ChangeUser, type UserChanges } from '#libs/application/users/change-user.handler.js';
import { DeleteUser } from '#libs/application/users/delete-user.handler.js';
import { EndSessions } from '#libs/application/users/end-sessions.handler.js';
import { HandOverKeys } from '#libs/application/users/hand-over-keys.handler.js';
import { InviteUser } from '#libs/application/users/invite-user.handler.js';
import type { OwnedKey } from '#libs/application/users/user-belongings.port.js';
import { WithdrawRights } from '#libs/application/users/withdraw-rights.handler.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { roleScopes, scopesBeyond } from '#libs/domain/user/role-scopes.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { ACCOUNTS, LOGGER, SETTINGS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import type { UserRecord } from '#projections/users/user-record.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { AccessDirectory } from '../access/access-directory.js';
import { isLive, type KnownAccount } from '../access/known-users.js';
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
  ChangedUserDto,
  DeletedUserDto,
  DeleteUserQuery,
  EndedSessionsDto,
  InvitedUserDto,
  InviteUserRequest,
  ListedUserDto,
  UpdateUserRequest,
  UserDto,
  UserList,
} from './users.dto.js';

const scope = 'organization:manage';

const notFound = () => new Rejection('not_found', { message: 'The user does not exist.' });

const namedOwnerStays = () =>
  new Rejection('conflict', {
    message: 'The owner in whose name the first key was made has no account that could be deleted; revoke the keys.',
  });

/** A user whole to who manages the organization, and to others who the user is. */
const shownTo = (scopes: readonly Scope[], user: UserRecord): ListedUserDto => {
  if (scopes.includes(scope)) return user;
  const { id, email, name, role, status } = user;
  return { id, email, name, role, status };
};

const idsOf = (keys: readonly OwnedKey[]): string[] => keys.map(({ id }) => id);

/** A role is as many scopes, granted without an end and to every address. */
const assertCanGrantRole = (request: FastifyRequest, role: Role): void =>
  assertCanGrant(grantorOf(accessOf(request)), { scopes: [...roleScopes[role]], ipAllowlist: [], expiresAt: null });

@ApiTags('users')
@Controller('v1/users')
export class UsersController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(ACCOUNTS) private readonly accounts: Pick<Accounts, 'withUserId' | 'withEmail'>,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'find'>,
    @Inject(UserQueries) private readonly queries: Pick<UserQueries, 'list' | 'find' | 'findNamed'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(UserLimit) private readonly limit: Pick<UserLimit, 'within'>,
    @Inject(LastOwner) private readonly lastOwner: Pick<LastOwner, 'keptBy'>,
    @Inject(AccessDirectory)
    private readonly directory: Pick<AccessDirectory, 'accountNow' | 'applyWritten' | 'ownerNow'>,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    operationId: 'inviteUser',
    summary: 'Invite a user; again, with another link, for one who has not come or has forgotten the password',
    description:
      'The answer is the one place where `invite_url` is shown: whoever has it sets the password, once, within seven days. The address of a user who signs in already, invited again in the same role, gets a link to another password: the present one holds until the link is used, which ends every session.',
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
    const { organizationId } = accessOf(request);
    const known = (await this.accounts.withEmail(email)).some((account) => account.organizationId === organizationId);
    const { accountId, token, expiresAt } = await (known ? invite() : this.limit.within(organizationId, invite));
    await this.directory.applyWritten();
    const shown = await this.shown(request, accountId);
    return {
      ...shown,
      invite_expires_at: expiresAt,
      invite_url: `${publicUrlOf(this.settings)}/console/invite#${token}`,
    };
  }

  @Get()
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'List users, newest first',
    description:
      'Those who sign in to the console, those who are invited, and the owner in whose name the first key was made. Needs `organization:manage`, or `compliance:read` for id, e-mail address, name, role and status alone.',
  })
  @EnvelopeOf(UserList, 200)
  @Endpoint({ scope: { anyOf: ['organization:manage', 'compliance:read'] }, errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<UserList> {
    const page = toPageRequest(query);
    await this.ownWrites.visibleIn('users', 'named-owners');
    const { organizationId, scopes } = accessOf(request);
    const { users, pagination } = await this.queries.list(organizationId, page);
    return { users: users.map((user) => shownTo(scopes, user)), pagination };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getUser',
    summary: 'One user',
    description:
      'As the list has it. Needs `organization:manage`, or `compliance:read` for id, e-mail address, name, role and status alone.',
  })
  @EnvelopeOf(ListedUserDto, 200)
  @Endpoint({ scope: { anyOf: ['organization:manage', 'compliance:read'] }, errors: ['not_found'] })
  async one(@Req() request: FastifyRequest, @Param('id') id: string): Promise<ListedUserDto> {
    if (!isId(id, 'usr')) throw notFound();
    const { organizationId, scopes } = accessOf(request);
    const account = await this.accounts.withUserId(organizationId, id);
    const user =
      (account && (await this.recordOf(request, account.accountId))) ?? (await this.namedOwner(request, id))?.record;
    if (user === undefined) throw notFound();
    return shownTo(scopes, user);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateUser',
    summary: 'Change a user; another role ends the sessions',
    description:
      'Name and role. An organization keeps its last owner. Of the owner in whose name the first key was made only the name is changed. Keys of the user with a scope that the new role lacks are revoked, and named in the answer.',
  })
  @ApiBody({
    type: UpdateUserRequest,
    examples: { auditor: { summary: 'Another role, of a user', value: { role: 'auditor' } } },
  })
  @EnvelopeOf(ChangedUserDto, 200)
  @Endpoint({ scope, act: { action: 'user_update', resource: 'user' }, errors: ['not_found', 'conflict'] })
  async update(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body(validatedBy(UpdateUserRequest)) body: UpdateUserRequest,
  ): Promise<ChangedUserDto> {
    const changes = { name: body.name ?? undefined, role: body.role ?? undefined };
    const { role } = changes;
    if (role !== undefined) assertCanGrantRole(request, role);
    const named = await this.namedOwner(request, id);
    if (named !== undefined) return this.changeNamed(request, id, named.subject, changes);
    const { organizationId } = accessOf(request);
    const { accountId, subject } = await this.accountOf(request, id);
    let exceeding: string[] = [];
    const change = async () => {
      if (role !== undefined) {
        const { keys } = await this.directory.ownerNow(organizationId, subject);
        exceeding = idsOf(keys.filter(({ scopes }) => scopesBeyond(role, scopes).length > 0));
      }
      await this.commands.send(request, (metadata) => new ChangeUser(accountId, changes, metadata));
    };
    if (role === undefined || role === 'owner') await change();
    else await this.lastOwner.keptBy(accountId, organizationId, change);
    await this.directory.applyWritten();
    if (role !== undefined) await this.withdraw(request, { accountId, subject });
    return { ...(await this.shown(request, accountId)), revoked_keys: exceeding };
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteUser',
    summary: 'Delete a user, whose sessions, keys and open invites end at once',
    description:
      'The last owner cannot be deleted. What the user did stays in the audit log; webhooks, glossaries and documents stay with the organization.',
  })
  @EnvelopeOf(DeletedUserDto, 200)
  @Endpoint({ scope, act: { action: 'user_delete', resource: 'user' }, errors: ['not_found', 'conflict'] })
  async delete(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @QueryOf(DeleteUserQuery) { keys: fate = 'revoke' }: DeleteUserQuery,
  ): Promise<DeletedUserDto> {
    if ((await this.namedOwner(request, id)) !== undefined) throw namedOwnerStays();
    const { organizationId } = accessOf(request);
    const { accountId, subject } = await this.accountOf(request, id);
    let transferred: string[] = [];
    let revoked: string[] = [];
    await this.lastOwner.keptBy(accountId, organizationId, async () => {
      if (fate === 'transfer') transferred = await this.handOver(request, subject);
      const { keys } = await this.directory.ownerNow(organizationId, subject);
      revoked = idsOf(keys);
      await this.commands.send(request, (metadata) => new DeleteUser(accountId, metadata));
    });
    await this.directory.applyWritten();
    await this.withdraw(request, { accountId, subject });
    return { id, deleted: true, revoked_keys: revoked, transferred_keys: transferred };
  }

  @Delete(':id/sessions')
  @ApiOperation({
    operationId: 'endSessions',
    summary: 'End the sessions of a user, who may sign in again',
    description:
      'Every session that is open, but for the one that asks. Within two seconds their cookies open nothing on any node. Password, role and keys stay.',
  })
  @EnvelopeOf(EndedSessionsDto, 200)
  @Endpoint({ scope, act: { action: 'user_update', resource: 'user' }, errors: ['not_found'] })
  async endSessions(@Req() request: FastifyRequest, @Param('id') id: string): Promise<EndedSessionsDto> {
    // Keys act in the name of such an owner, who never signs in.
    if ((await this.namedOwner(request, id)) !== undefined) return { id, ended_sessions: [] };
    const { account } = await this.accountNow(request, id);
    const asking = accessOf(request).user?.sessionId;
    const open = account.sessions.filter((session) => session.id !== asking && isLive(session, Date.now()));
    const ended = open.map((session) => session.id);
    await this.commands.send(request, (metadata) => new EndSessions(account.id, ended, metadata));
    await this.directory.applyWritten();
    return { id, ended_sessions: ended };
  }

  private async changeNamed(
    request: FastifyRequest,
    id: string,
    subject: string,
    changes: UserChanges,
  ): Promise<ChangedUserDto> {
    await this.commands.send(request, (metadata) => new ChangeUser(subject, changes, metadata));
    const named = await this.namedOwner(request, id);
    if (named === undefined) throw notFound();
    return { ...named.record, revoked_keys: [] };
  }

  /** Before the deletion, which ends what is left: cut off in between, the user is there still and may be deleted again. */
  private async handOver(request: FastifyRequest, from: string): Promise<string[]> {
    const { organizationId, subject, userId } = accessOf(request);
    const { role } = await this.directory.ownerNow(organizationId, subject);
    const to = { subject, userId, role };
    return this.commands.send(request, (metadata) => new HandOverKeys(from, to, metadata));
  }

  /** Nothing of it works any more by now; where its events cannot be written, the worker writes them. */
  private async withdraw(request: FastifyRequest, of: { accountId: string; subject: string }): Promise<void> {
    try {
      await this.commands.send(request, (metadata) => new WithdrawRights(of, metadata));
    } catch (error) {
      this.logger.warn({ err: error, request_id: request.id }, 'the worker takes back what a user has handed on');
    }
  }

  private async accountOf(request: FastifyRequest, id: string): Promise<{ accountId: string; subject: string }> {
    const { account } = await this.accountNow(request, id);
    return { accountId: account.id, subject: account.owner.subject };
  }

  private async accountNow(request: FastifyRequest, id: string): Promise<{ account: KnownAccount }> {
    if (!isId(id, 'usr')) throw notFound();
    const account = await this.accounts.withUserId(accessOf(request).organizationId, id);
    const now = account && (await this.directory.accountNow(account.accountId));
    if (now === undefined) throw notFound();
    return now;
  }

  private async shown(request: FastifyRequest, accountId: string): Promise<UserDto> {
    const found = await this.recordOf(request, accountId);
    if (found === undefined) throw notFound();
    return found;
  }

  private async recordOf(request: FastifyRequest, accountId: string): Promise<UserRecord | undefined> {
    await this.ownWrites.visibleIn('users');
    return this.queries.find(accessOf(request).organizationId, accountId);
  }

  /** The owner in whose name keys act, as long as the owner has no account. */
  private async namedOwner(
    request: FastifyRequest,
    id: string,
  ): Promise<{ subject: string; record: UserRecord } | undefined> {
    const { organizationId } = accessOf(request);
    const subject = isId(id, 'usr') ? await this.subjectKeys.find(organizationId, id) : undefined;
    if (subject === undefined) return undefined;
    await this.ownWrites.visibleIn('users', 'named-owners');
    const record = await this.queries.findNamed(organizationId, subject);
    return record && { subject, record };
  }
}
