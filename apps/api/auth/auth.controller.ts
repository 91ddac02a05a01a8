import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndSession } from '#libs/application/users/end-session.handler.js';
import { loadAccount } from '#libs/application/users/own-account.js';
import { hashToken } from '#libs/application/users/secret-tokens.js';
import { SetPassword } from '#libs/application/users/set-password.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Account } from '#libs/domain/user/user.decider.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ACCOUNTS, EVENT_STORE } from '#libs/ports/tokens.js';
import { AccessDirectory } from '../access/access-directory.js';
import { networkOf } from '../access/unknown-keys.js';
import { BrowserSessions } from '../http/browser-sessions.js';
import { Endpoint, OpenEndpoint } from '../http/endpoint.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { AccountAccess } from './account-access.js';
import { AcceptInviteRequest, ChangePasswordRequest, SessionDto, SignedOutDto, SignInRequest } from './auth.dto.js';
import { BegunSessions } from './begun-sessions.js';
import { Passwords } from './passwords.js';
import { RefusedSignIns } from './refused-sign-ins.js';
import { invalidCredentials, SignIn } from './sign-in.js';

const signInAct = { action: 'user_login', resource: 'user', method: 'password' } as const;
const passwordAct = { action: 'password_change', resource: 'user' } as const;
const signInRoute = { method: 'POST', path: '/v1/auth/login', act: signInAct };
const maxBodyBytes = 8 * 1024;

/** The password of the user of the examples. */
const passwordOfExamples = 'correct horse battery staple';

const invalidInvite = () =>
  new Rejection('not_found', { message: 'The invite does not exist, was used, or has ended.' });

@ApiTags('auth')
@Controller('v1/auth')
export class AuthController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(SignIn)
    private readonly signIn: Pick<SignIn, 'withPassword' | 'isPasswordOf' | 'beginFrom' | 'succeededFrom'>,
    @Inject(BegunSessions) private readonly sessions: Pick<BegunSessions, 'begin'>,
    @Inject(Passwords) private readonly passwords: Pick<Passwords, 'hash'>,
    @Inject(AccountAccess) private readonly accountAccess: Pick<AccountAccess, 'of' | 'sessionOf'>,
    @Inject(ACCOUNTS) private readonly accounts: Pick<Accounts, 'withInvite'>,
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(AccessDirectory) private readonly directory: Pick<AccessDirectory, 'applyWritten'>,
    @Inject(BrowserSessions) private readonly browserSessions: Pick<BrowserSessions, 'withoutToken'>,
    @Inject(RefusedSignIns) private readonly refusals: Pick<RefusedSignIns, 'refuse'>,
  ) {}

  @Post('login')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign in with a password',
    description:
      'Sets the cookie of a session. The password is the one that was set by `POST /v1/auth/invites/{token}`, and the header `Origin` that of this service, as browsers send it. An unknown address, a wrong password and a locked account are answered alike, after the same time.',
  })
  @ApiBody({
    type: SignInRequest,
    examples: {
      password: {
        summary: 'An address and its password',
        value: { email: 'ada@example.com', password: passwordOfExamples },
      },
    },
  })
  @EnvelopeOf(SessionDto, 200)
  @OpenEndpoint({
    act: signInAct,
    maxBodyBytes,
    errors: ['missing_required_field', 'invalid_credentials', 'organization_suspended', 'rate_limit_exceeded'],
  })
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(validatedBy(SignInRequest)) { email, password, organization_id }: SignInRequest,
  ): Promise<SessionDto> {
    const credentials = { email, password, organizationId: organization_id ?? undefined };
    const outcome = await this.signIn.withPassword(credentials, request.caller.address);
    if (outcome.account === undefined) {
      const { refusedOn } = outcome;
      return this.refusals.refuse(request, signInRoute, { refusedOn, rejection: invalidCredentials() });
    }
    return this.sessions.begin({ request, reply }, { ...outcome, method: 'password' });
  }

  @Post('logout')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signOut',
    summary: 'Sign out: the session ends at once',
    description: 'Within two seconds the cookie of `POST /v1/auth/login` opens nothing on any node.',
  })
  @EnvelopeOf(SignedOutDto, 200)
  @Endpoint({ signedIn: true, errors: [] })
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignedOutDto> {
    const sessionId = accessOf(request).user?.sessionId ?? '';
    await this.commands.send(request, (metadata) => new EndSession(sessionId, metadata));
    await this.directory.applyWritten();
    reply.header('Set-Cookie', this.browserSessions.withoutToken);
    return { signed_out: true };
  }

  @Get('session')
  @ApiOperation({
    operationId: 'getSession',
    summary: 'Who has signed in',
    description: 'The user of the cookie of `POST /v1/auth/login`, and when the session ends.',
  })
  @EnvelopeOf(SessionDto, 200)
  @Endpoint({ signedIn: true, errors: [] })
  async session(@Req() request: FastifyRequest): Promise<SessionDto> {
    const account = await this.accountOf(request);
    const endsAt = accessOf(request).user?.sessionEndsAt ?? 0;
    return this.accountAccess.sessionOf(account, new Date(endsAt).toISOString());
  }

  @Post('invites/:token')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'acceptInvite',
    summary: 'Set the password that an invite asks for, and sign in',
    description: 'An invite works once. The answer is that of a sign-in.',
  })
  @ApiBody({
    type: AcceptInviteRequest,
    examples: { password: { summary: 'A first password', value: { password: passwordOfExamples } } },
  })
  @EnvelopeOf(SessionDto, 200)
  @OpenEndpoint({
    act: passwordAct,
    maxBodyBytes,
    errors: ['missing_required_field', 'not_found', 'organization_suspended', 'rate_limit_exceeded'],
  })
  async acceptInvite(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
    @Body(validatedBy(AcceptInviteRequest)) { password }: AcceptInviteRequest,
  ): Promise<SessionDto> {
    const network = networkOf(request.caller.address);
    await this.signIn.beginFrom(network);
    const proof = hashToken(token);
    const found = await this.accounts.withInvite(proof);
    const account = found && (await loadAccount(this.eventStore, found.accountId));
    const access = account && (await this.accountAccess.of(account));
    if (account?.invite?.inviteHash !== proof || access === undefined) throw invalidInvite();
    if (account.invite.inviteExpiresAt <= new Date().toISOString()) throw invalidInvite();
    request.caller.access = access;
    if (access.organizationSuspended) throw new Rejection('organization_suspended');
    await this.signIn.succeededFrom(network);
    const hash = await this.passwords.hash(password, network);
    const { accountId } = account;
    return this.setPassword({ request, reply }, { accountId, hash, by: 'invite', proof });
  }

  @Post('password')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Change the own password; every other session ends',
    description:
      'The present password is asked for, of the user of the cookie of `POST /v1/auth/login`. The answer has the cookie of a new session.',
  })
  @ApiBody({
    type: ChangePasswordRequest,
    examples: {
      password: {
        summary: 'Another password',
        value: { current: passwordOfExamples, new: 'incorrect horse battery staple' },
      },
    },
  })
  @EnvelopeOf(SessionDto, 200)
  @Endpoint({ signedIn: true, act: passwordAct, errors: ['missing_required_field', 'conflict'] })
  async changePassword(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(validatedBy(ChangePasswordRequest)) body: ChangePasswordRequest,
  ): Promise<SessionDto> {
    const { address } = request.caller;
    const account = await this.accountOf(request);
    const { accountId, credentialId: proof } = account;
    if (!(await this.signIn.isPasswordOf(account, body.current, address))) throw invalidCredentials();
    const hash = await this.passwords.hash(body.new, networkOf(address));
    return this.setPassword({ request, reply }, { accountId, hash, by: 'user', proof });
  }

  /** Every session of before has ended then: the browser gets a new one. */
  private async setPassword(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    password: SetPassword['password'],
  ): Promise<SessionDto> {
    const { request } = exchange;
    const account = await this.commands.send(request, (metadata) => new SetPassword(password, metadata));
    const access = await this.accountAccess.of(account);
    if (access === undefined) throw invalidCredentials();
    return this.sessions.begin(exchange, { account, access, method: 'new_password' });
  }

  private async accountOf(request: FastifyRequest): Promise<Account> {
    const account = await loadAccount(this.eventStore, accessOf(request).user?.accountId ?? '');
    if (account === undefined) throw invalidCredentials();
    return account;
  }
}
