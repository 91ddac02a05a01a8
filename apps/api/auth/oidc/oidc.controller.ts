import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LinkIdentity } from '#libs/application/users/link-identity.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { ProviderAwayError, SignInNotProvenError } from '#libs/platform/openid-connect/openid-provider.errors.js';
import type { OpenIdProvider, ProvenIdentity } from '#libs/platform/openid-connect/openid-provider.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { LOGGER } from '#libs/ports/tokens.js';
import { networkOf } from '../../access/unknown-keys.js';
import { OpenEndpoint } from '../../http/endpoint.decorator.js';
import { RequestCommands } from '../../http/request-commands.js';
import { BegunSessions } from '../begun-sessions.js';
import { RefusedSignIns } from '../refused-sign-ins.js';
import { SignIn } from '../sign-in.js';
import { continuePage } from './continue-page.js';
import type { FlowCookie } from './flow-cookie.js';
import type { FoundUser, OidcUsers } from './oidc-users.js';
import { refusalPage } from './refusal-page.js';

/** Parts of the sign-in by OpenID Connect, which the operator may set up. */
export interface OidcSignIn {
  organizationId: string;
  provider: Pick<OpenIdProvider, 'begin' | 'complete'>;
  users: Pick<OidcUsers, 'find'>;
  cookie: Pick<FlowCookie, 'cookieFor' | 'read' | 'none'>;
  /** Where the browser goes once its user is signed in. */
  goesOnTo: string;
}

export const OIDC_SIGN_IN = Symbol('OidcSignIn | undefined');

const act = { action: 'user_login', resource: 'user', method: 'oidc' } as const;
const callback = { method: 'GET', path: '/v1/auth/oidc/callback', act };
/** These requests have no body. */
const maxBodyBytes = 1_024;
const retryAfter = 30;

const notSetUp = () => new Rejection('not_found', { message: 'Sign-in by OpenID Connect is not set up.' });

const refused = () =>
  new Rejection('invalid_credentials', {
    message: 'The sign-in was refused. Begin again, or ask an owner of your organization to invite you.',
  });

const providerAway = () =>
  new Rejection('service_unavailable', {
    message: 'The provider of identities cannot be asked at the moment. Try again soon.',
    retryAfter,
    isLogged: true,
  });

const clientRefused = () =>
  new Rejection('service_unavailable', {
    message: 'The provider of identities does not accept this service. Whoever runs it has to correct its settings.',
    isLogged: true,
  });

@ApiTags('auth')
@Controller('v1/auth/oidc')
export class OidcController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(OIDC_SIGN_IN) private readonly oidc: OidcSignIn | undefined,
    @Inject(SignIn) private readonly signIn: Pick<SignIn, 'beginFrom' | 'succeededFrom'>,
    @Inject(BegunSessions) private readonly sessions: Pick<BegunSessions, 'begin'>,
    @Inject(RefusedSignIns) private readonly refusals: Pick<RefusedSignIns, 'refuse' | 'nobodyOf'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'beginOidcSignIn',
    summary: 'Sign in by OpenID Connect',
    description:
      'For a browser, which is led to the provider and comes back to the callback within ten minutes. 404 without `TRANSLEDGER_OIDC_ISSUER`.',
  })
  @ApiResponse({
    status: 302,
    description: 'To the provider.',
    headers: { Location: { description: 'The page of the provider.', schema: { type: 'string' } } },
  })
  @OpenEndpoint({ maxBodyBytes, errorPage: refusalPage, errors: ['not_found'] })
  async begin(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.oidc === undefined) throw notSetUp();
    const { flow, url } = await this.oidc.provider.begin().catch((error: unknown) => {
      throw this.asRejection(request, error);
    });
    await reply
      .header('Set-Cookie', this.oidc.cookie.cookieFor(flow))
      .header('Cache-Control', 'no-store')
      .header('Location', url)
      .code(302)
      .send();
  }

  @Get('callback')
  @ApiOperation({
    operationId: 'completeOidcSignIn',
    summary: 'Where the provider leads back to',
    description:
      'Sets the cookie of a session and answers a page that goes on to the console. 404 without `TRANSLEDGER_OIDC_ISSUER`. The first time the provider must have verified the e-mail address of a user of the organization; from then on the user is known by the provider’s own name for them.',
  })
  @ApiResponse({
    status: 200,
    description: 'A page that goes on to the console.',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  @OpenEndpoint({
    act,
    maxBodyBytes,
    errorPage: refusalPage,
    errors: ['not_found', 'invalid_credentials', 'organization_suspended', 'rate_limit_exceeded'],
  })
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { oidc } = this;
    if (oidc === undefined) throw notSetUp();
    const network = networkOf(request.caller.address);
    await this.signIn.beginFrom(network);
    const flow = oidc.cookie.read(request);
    reply.header('Set-Cookie', oidc.cookie.none).header('Cache-Control', 'no-store');
    const identity = await this.proven(request, oidc, flow).catch(async (error: unknown) => {
      const rejection = this.asRejection(request, error);
      const access = await this.refusals.nobodyOf(oidc.organizationId);
      return this.refusals.refuse(request, callback, { refusedOn: access ? [access] : [], rejection });
    });
    const account = await this.accountOf(request, oidc, identity);
    await this.signIn.succeededFrom(network);
    await this.sessions.begin({ request, reply }, { ...account, method: 'oidc' });
    await reply.type('text/html; charset=utf-8').send(continuePage(oidc.goesOnTo));
  }

  private async proven(
    request: FastifyRequest,
    { provider, users }: OidcSignIn,
    flow: ReturnType<FlowCookie['read']>,
  ): Promise<{ user: FoundUser; identity: ProvenIdentity }> {
    if (flow === undefined) throw new SignInNotProvenError('no_cookie');
    const identity = await provider.complete(new URL(request.url, 'http://any').search, flow);
    return { user: await users.find(identity), identity };
  }

  /** The account of the user, who is linked the first time. */
  private async accountOf(
    request: FastifyRequest,
    { organizationId }: OidcSignIn,
    { user, identity }: { user: FoundUser; identity: ProvenIdentity },
  ) {
    if ('refused' in user) {
      const access = user.access ?? (await this.refusals.nobodyOf(organizationId));
      return this.refuseFor(request, user.refused, access);
    }
    const { account, access, isLinked } = user;
    request.caller.access = access;
    if (access.organizationSuspended) throw new Rejection('organization_suspended');
    if (isLinked) return { account, access };
    const { issuer, subject } = identity;
    const command = (metadata: ConstructorParameters<typeof LinkIdentity>[2]) =>
      new LinkIdentity(account.accountId, { issuer, subject }, metadata);
    const linked = await this.commands.send(request, command).catch(async (error: unknown) => {
      if (!(error instanceof Rejection) || error.status >= 500) throw error;
      return this.refuseFor(request, error.code, access);
    });
    return { account: linked, access };
  }

  private refuseFor(request: FastifyRequest, reason: string, access: FoundUser['access']): Promise<never> {
    const rejection = this.asRejection(request, new SignInNotProvenError(reason));
    return this.refusals.refuse(request, callback, { refusedOn: access ? [access] : [], rejection });
  }

  /** The caller learns nothing of the reason, which is for the log; nothing of what was sent is in it. */
  private asRejection(request: FastifyRequest, error: unknown): Rejection {
    if (error instanceof ProviderAwayError) {
      const { reason, isClientRefused } = error;
      const remedy = isClientRefused
        ? { remedy: 'correct TRANSLEDGER_OIDC_CLIENT_ID or TRANSLEDGER_OIDC_CLIENT_SECRET' }
        : {};
      this.logger.error({ request_id: request.id, reason, ...remedy }, 'the provider of identities cannot be used');
      return isClientRefused ? clientRefused() : providerAway();
    }
    if (!(error instanceof SignInNotProvenError)) throw error;
    this.logger.info({ request_id: request.id, reason: error.reason }, 'a sign-in by OpenID Connect was refused');
    return refused();
  }
}
