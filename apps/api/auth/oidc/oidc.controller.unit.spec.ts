import { beforeEach, describe, expect, it } from 'vitest';
import { LinkIdentity } from '#libs/application/users/link-identity.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { user } from '#libs/domain/user/user.decider.js';
import type { UserEvent } from '#libs/domain/user/user.events.js';
import { ProviderAwayError, SignInNotProvenError } from '#libs/platform/openid-connect/openid-provider.errors.js';
import { createLogger } from '#libs/platform/telemetry/logger.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { accountId, identityLinked, invited } from '#test/fakes/user-events.js';
import { OidcController, type OidcSignIn } from './oidc.controller.js';
import type { FoundUser } from './oidc-users.js';

const flow = { state: 's', nonce: 'n', verifier: 'v' };
const access = accessOfKey();
const nobody = accessOfKey({ keyId: 'nobody' });
const identity = { issuer: 'https://id.example', subject: 'ada', verifiedEmail: async () => 'ada@example.com' };
const accountOf = (...events: UserEvent[]) => {
  const state = events.reduce<ReturnType<typeof user.evolve>>(user.evolve, user.initialState);
  if (state.status !== 'account') throw new Error('There is no account');
  return state;
};

describe('signing in by OpenID Connect', () => {
  let commands: RecordedCommands;
  let reply: RecordedReply;
  let lines: string[];
  let found: FoundUser;
  let failure: Error | undefined;
  let cookie: typeof flow | undefined;
  let done: string[];
  let queries: string[];

  beforeEach(() => {
    commands = new RecordedCommands(accountOf(invited, identityLinked));
    reply = new RecordedReply();
    lines = [];
    found = { account: accountOf(invited), access, isLinked: false };
    failure = undefined;
    cookie = flow;
    done = [];
    queries = [];
  });

  const oidc = (): OidcSignIn => ({
    organizationId: uploaderMetadata.organizationId,
    provider: {
      begin: async () => {
        if (failure !== undefined) throw failure;
        return { flow, url: 'https://id.example/authorize?x=y' };
      },
      complete: async (search) => {
        queries.push(search);
        if (failure !== undefined) throw failure;
        return identity;
      },
    },
    users: { find: async () => found },
    cookie: { cookieFor: ({ state }) => `flow ${state}`, read: () => cookie, none: 'no flow' },
    goesOnTo: 'https://mt.example/console/',
  });
  const controller = (set: OidcSignIn | null = oidc()) =>
    new OidcController(
      commands.asCommands,
      set ?? undefined,
      {
        beginFrom: async () => void done.push('counted'),
        succeededFrom: async () => void done.push('taken back'),
      },
      {
        begin: async (_exchange, { account, method }) => {
          done.push(`session ${account.identities.length} ${method}`);
          const user = { id: 'usr_1', email: 'e', name: 'n', role: 'owner' } as const;
          return { user, organization: { id: 'org_1', name: 'o' }, scopes: [], expires_at: 'then' };
        },
      },
      {
        nobodyOf: async () => nobody,
        refuse: async (_request, route, { refusedOn: [of], rejection }) => {
          done.push(`${route.act?.action} ${route.act?.method} ${of?.keyId}`);
          throw rejection;
        },
      },
      createLogger('api', 'info', { write: (line) => lines.push(line) }),
    );
  const request = () => Object.assign(requestOf(), { url: '/v1/auth/oidc/callback?code=secret-code?&state=s' });
  const callback = () => controller().callback(request(), reply.asReply);
  const reasons = () => lines.map((line) => JSON.parse(line).reason);
  const refusal = () => rejectionOf(callback);

  it('a browser is led to the provider, with what it began in a cookie', async () => {
    await controller().begin(request(), reply.asReply);
    expect([reply.statusCode, reply.headers]).toMatchObject([
      302,
      { location: 'https://id.example/authorize?x=y', 'set-cookie': 'flow s', 'cache-control': 'no-store' },
    ]);
  });

  it('who comes the first time is linked and signed in, on a page that goes on', async () => {
    await callback();
    expect(queries).toEqual(['?code=secret-code?&state=s']);
    const { issuer, subject } = identity;
    expect(commands.sent).toEqual([new LinkIdentity(accountId, { issuer, subject }, uploaderMetadata)]);
    expect(done).toEqual(['counted', 'taken back', 'session 1 oidc']);
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'no flow' });
    expect(reply.sent).toContain('https://mt.example/console/');
  });

  it('who is linked already is signed in', async () => {
    found = { account: accountOf(invited, identityLinked), access, isLinked: true };
    await callback();
    expect(commands.sent).toEqual([]);
    expect(done.at(-1)).toBe('session 1 oidc');
  });

  it('whoever is refused gets one answer, and the reason is in the log without what was sent', async () => {
    const answers: Rejection[] = [];
    cookie = undefined;
    answers.push(await refusal());
    expect(queries).toEqual([]);
    cookie = flow;
    failure = new SignInNotProvenError('OAUTH_INVALID_RESPONSE');
    answers.push(await refusal());
    failure = undefined;
    for (const refused of ['email_not_verified', 'email_unknown'] as const) {
      found = { refused, access: undefined };
      answers.push(await refusal());
    }
    found = { refused: 'linked_to_another', access };
    answers.push(await refusal());
    found = { account: accountOf(invited), access, isLinked: false };
    commands = new RecordedCommands(new Rejection('conflict'));
    answers.push(await refusal());
    expect(new Set(answers.map(({ code, message, status }) => [code, message, status].join())).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'invalid_credentials', status: 401 });
    expect(done.filter((line) => line !== 'counted')).toEqual([
      ...Array(4).fill('user_login oidc nobody'),
      ...Array(2).fill(`user_login oidc ${access.keyId}`),
    ]);
    expect(reasons()).toEqual([
      ...[
        'no_cookie',
        'OAUTH_INVALID_RESPONSE',
        'email_not_verified',
        'email_unknown',
        'linked_to_another',
        'conflict',
      ],
    ]);
    expect(lines.join()).not.toMatch(/secret-code|ada/);
    expect(reply.headers['set-cookie']).toBe('no flow');
  });

  it('a suspended organization signs nobody in, and links nobody', async () => {
    found = { account: accountOf(invited), access: { ...access, organizationSuspended: true }, isLinked: false };
    expect(await refusal()).toMatchObject({ code: 'organization_suspended' });
    expect(commands.sent).toEqual([]);
  });

  it('a provider that is away is 503, with its cause in the log', async () => {
    failure = new ProviderAwayError('timed_out');
    expect(await refusal()).toMatchObject({ code: 'service_unavailable', retryAfter: 30, isLogged: true });
    expect(await rejectionOf(() => controller().begin(request(), reply.asReply))).toMatchObject({ status: 503 });
    expect(reasons()).toEqual(['timed_out', 'timed_out']);
    expect(done).toEqual(['counted', 'user_login oidc nobody']);
  });

  it('where the provider does not accept this service, the log names the settings to correct', async () => {
    failure = new ProviderAwayError('invalid_client');
    expect(await refusal()).toMatchObject({
      status: 503,
      message: expect.stringContaining('does not accept this service'),
      retryAfter: undefined,
      isLogged: true,
    });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      reason: 'invalid_client',
      remedy: 'correct TRANSLEDGER_OIDC_CLIENT_ID or TRANSLEDGER_OIDC_CLIENT_SECRET',
    });
  });

  it('a fault of ours stays one', async () => {
    failure = new TypeError('a fault');
    await expect(callback()).rejects.toThrow('a fault');
  });

  it('where nothing is set up there is nothing', async () => {
    const none = controller(null);
    expect(await rejectionOf(() => none.begin(request(), reply.asReply))).toMatchObject({ code: 'not_found' });
    expect(await rejectionOf(() => none.callback(request(), reply.asReply))).toMatchObject({ code: 'not_found' });
  });
});
