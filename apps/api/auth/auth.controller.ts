import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndSession } from '#libs/application/users/end-session.handler.js';
import { loadAccount } from '#libs/application/users/own-account.js';
import { ownerOfLink } from '#libs/application/users/owner-links.js';
import { hashToken } from '#libs/application/users/secret-tokens.js';
import { SetPassword } from '#libs/application/users/set-password.handler.js';
import { SignUpOwner } from '#libs/application/users/sign-up-owner.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Account, isOpenLink } from '#libs/domain/user/user.decider.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { ACCOUNTS, EVENT_STORE } from '#libs/ports/tokens.js';
import { AccessDirectory } from '../access/access-directory.js';
import { accessOfExpectedOwner } from '../access/known-users.js';
import { networkOf } from '../access/unknown-keys.js';
import { BrowserSessions } from '../http/browser-sessions.js';
import { Endpoint, OpenEndpoint } from '../http/endpoint.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { AccountAccess } from './account-access.js';
import {
  AcceptInviteRequest,
  ChangePasswordRequest,
  NewPasswordRequest,
  SessionDto,
  SignedOutDto,
  SignInRequest,
  SignUpOwnerRequest,
} from './auth.dto.js';
import { BegunSessions } from './begun-sessions.js';
import { Passwords } from './passwords.js';
import { RefusedSignIns } from './refused-sign-ins.js';
import { invalidCredentials, SignIn } from './sign-in.js';

const signInAct = { action: 'user_login', resource: 'user', method: 'password' } as const;
const ownerAct = { action: 'user_create', resource: 'user' } as const;
const passwordAct = { action: 'password_change', resource: 'user' } as const;
const signInRoute = { method: 'POST', path: '/v1/auth/login', act: signInAct };
const maxBodyBytes = 8 * 1024;

/** The password of the user of the examples. */
const passwordOfExamples = 'correct horse battery staple';

/** Stands in examples as a token does: nothing has it. */
const tokenOfExamples = 'Yb0hAqvJ8lYtq1nq0N3n5n2Wm5sJmXh0yJpXkq3cW1c';

const ownerTokenOfExamples = `0H4Q1ZC5V7XK2M9RT6WB3YD8EF.${tokenOfExamples}`;

const acceptance = {
  act: passwordAct,
  maxBodyBytes,
  errors: ['missing_required_field', 'not_found', 'organization_suspended', 'rate_limit_exceeded'],
} as const;

/** Headers of a route that is to go: since when (RFC 9745), until when (RFC 8594), and what takes its place. */
const deprecation = {
  Deprecation: `@${Date.parse('2026-11-29T00:00:00Z') / 1_000}`,
  Sunset: new Date('2027-11-29T00:00:00Z').toUTCString(),
  Link: '</v1/auth/invites>; rel="successor-version"',
};

const invalidLink = () => new Rejection('not_found', { message: 'The link does not exist, was used, or has ended.' });

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
    @Inject(AccessDirectory) private readonly directory: Pick<AccessDirectory, 'applyWritten' | 'organizationNow'>,
    @Inject(BrowserSessions) private readonly browserSessions: Pick<BrowserSessions, 'withoutToken'>,
    @Inject(RefusedSignIns) private readonly refusals: Pick<RefusedSignIns, 'refuse'>,
  ) {}

  @Post('login')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign in with a password',
    description:
      'Sets the cookie of a session. The password is the one that was set by `POST /v1/auth/invites`, and the header `Origin` that of this service, as browsers send it. An unknown address, a wrong password and a locked account are answered alike, after the same time.',
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

  @Post('invites')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'acceptInvite',
    summary: 'Set the password that an invite asks for, and sign in',
    description:
      'An invite works once: its token stands behind the `#` of the `invite_url` that `POST /v1/users` returns. The answer is that of a sign-in.',
  })
  @ApiBody({
    type: AcceptInviteRequest,
    examples: {
      password: { summary: 'A first password', value: { token: tokenOfExamples, password: passwordOfExamples } },
    },
  })
  @EnvelopeOf(SessionDto, 200)
  @OpenEndpoint(acceptance)
  async acceptInvite(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(validatedBy(AcceptInviteRequest)) { token, password }: AcceptInviteRequest,
  ): Promise<SessionDto> {
    return this.accept({ request, reply }, token, password);
  }

  @Post('invites/:token')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'acceptInviteByPath',
    deprecated: true,
    summary: 'The same as `POST /v1/auth/invites`, with the token in the path',
    description:
      'A path is written into logs of proxies, and a token is a secret: send it in the body of `POST /v1/auth/invites` instead. Answers have `Deprecation` and `Sunset`.',
  })
  @ApiBody({
    type: NewPasswordRequest,
    examples: { password: { summary: 'A first password', value: { password: passwordOfExamples } } },
  })
  @EnvelopeOf(SessionDto, 200)
  @OpenEndpoint(acceptance)
  async acceptInviteByPath(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
    @Body(validatedBy(NewPasswordRequest)) { password }: NewPasswordRequest,
  ): Promise<SessionDto> {
    for (const [name, value] of Object.entries(deprecation)) reply.header(name, value);
    return this.accept({ request, reply }, token, password);
  }

  @Post('owner')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signUpOwner',
    summary: 'Complete the owner of the first start, and sign in',
    description:
      'The link is made by `transledger-admin owner link`, and by the first start for whoever sees its terminal. It works once, for fifteen minutes, and only while no owner of the organization can sign in. The user stays the same. The answer is that of a sign-in.',
  })
  @ApiBody({
    type: SignUpOwnerRequest,
    examples: {
      owner: {
        summary: 'The first owner',
        value: {
          ...{ token: ownerTokenOfExamples, email: 'owner@example.com' },
          ...{ name: 'Ada Lovelace', password: passwordOfExamples },
        },
      },
    },
  })
  @EnvelopeOf(SessionDto, 200)
  @OpenEndpoint({
    act: ownerAct,
    maxBodyBytes,
    errors: ['missing_required_field', 'not_found', 'conflict', 'organization_suspended', 'rate_limit_exceeded'],
  })
  async signUpOwner(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(validatedBy(SignUpOwnerRequest)) { token, email, name, password }: SignUpOwnerRequest,
  ): Promise<SessionDto> {
    const network = networkOf(request.caller.address);
    await this.signIn.beginFrom(network);
    const found = await ownerOfLink(this.eventStore, token);
    const known = found && (await this.directory.organizationNow(found.owner.organizationId));
    if (found === undefined || known === undefined) throw invalidLink();
    const { accountId, subject } = found.owner;
    // From here on a refusal is an entry of the organization, as that of a wrong password is.
    request.caller.access = accessOfExpectedOwner(found.owner, known.organization);
    if (!isOpenLink(found.owner, found.proof, new Date().toISOString())) throw invalidLink();
    if (known.organization.suspended) throw new Rejection('organization_suspended');
    if (known.owners > 0)
      throw new Rejection('conflict', { message: 'Another owner can sign in by now: ask for an invite.' });
    await this.signIn.succeededFrom(network);
    const hash = await this.passwords.hash(password, network);
    const owner = { accountId, subject, proof: found.proof, email, name: name ?? undefined, hash };
    const account = await this.commands.send(request, (metadata) => new SignUpOwner(owner, metadata));
    const access = await this.accountAccess.of(account);
    if (access === undefined) throw invalidCredentials();
    return this.sessions.begin({ request, reply }, { account, access, method: 'new_password' });
  }

  private async accept(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    token: string,
    password: string,
  ): Promise<SessionDto> {
    const { request } = exchange;
    const network = networkOf(request.caller.address);
    await this.signIn.beginFrom(network);
    const proof = hashToken(token);
    const found = await this.accounts.withInvite(proof);
    const account = found && (await loadAccount(this.eventStore, found.accountId));
    const access = account && (await this.accountAccess.of(account));
    if (account?.invite?.inviteHash !== proof || access === undefined) throw invalidInvite();
    // From here on a refusal is an entry of the organization.
    request.caller.access = access;
    if (account.invite.inviteExpiresAt <= new Date().toISOString()) throw invalidInvite();
    if (access.organizationSuspended) throw new Rejection('organization_suspended');
    await this.signIn.succeededFrom(network);
    const hash = await this.passwords.hash(password, network);
    const { accountId } = account;
    return this.setPassword(exchange, { accountId, hash, by: 'invite', proof });
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
