import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../process/free-port.js';
import { ProviderAwayError, SignInNotProvenError } from './openid-provider.errors.js';
import { OpenIdProvider } from './openid-provider.js';
import { newSigningKey, SigningProvider } from './signing-provider.fixture.js';

const redirectUri = 'http://127.0.0.1:8080/v1/auth/oidc/callback';

describe('a provider of identities', () => {
  let server: SigningProvider;
  let provider: OpenIdProvider;
  let now: number;

  beforeEach(async () => {
    now = 0;
    server = await SigningProvider.start();
    const client = { clientId: 'our-client', clientSecret: 'our secret', redirectUri };
    provider = new OpenIdProvider({ issuer: server.issuer, ...client }, () => now);
  });
  afterEach(() => server.stop());

  const begin = async () => {
    const { flow, url } = await provider.begin();
    server.nonce = flow.nonce;
    return { flow, url: new URL(url) };
  };
  const complete = async (changes: Record<string, string> = {}) => {
    const { flow } = await begin();
    const query = new URLSearchParams({ code: 'the-code', state: flow.state, ...changes });
    return provider.complete(`?${query}`, flow);
  };
  const refusalOf = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error instanceof SignInNotProvenError || error instanceof ProviderAwayError) return [error.name, error.reason];
    throw error ?? new Error('Nothing was refused');
  };

  it('a sign-in begins with a challenge, a state and a nonce that are new each time', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(first.url.origin + first.url.pathname).toBe(`${server.issuer}/authorize`);
    expect(Object.fromEntries(first.url.searchParams)).toMatchObject({
      client_id: 'our-client',
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      state: first.flow.state,
      nonce: first.flow.nonce,
    });
    expect(first.url.href).not.toContain(first.flow.verifier);
    const distinct = [first, second].flatMap(({ flow }) => [flow.state, flow.nonce, flow.verifier]);
    expect(new Set(distinct).size).toBe(6);
  });

  it('a code is exchanged for who it is, with the verifier', async () => {
    server.claims = { email: 'ada@example.com', email_verified: true };
    const { issuer, subject, verifiedEmail } = await complete();
    expect({ issuer, subject, email: await verifiedEmail() }).toEqual({
      issuer: server.issuer,
      subject: 'ada',
      email: 'ada@example.com',
    });
    expect(server.asked.find((line) => line.startsWith('POST /token'))).toMatch(/code=the-code.*code_verifier=/);
    expect(server.asked).not.toContain('GET /userinfo');
  });

  it('where the token has no address, the provider is asked for it, and for the same subject only', async () => {
    server.info = { sub: 'ada', email: 'ada@example.com', email_verified: true };
    expect(await (await complete()).verifiedEmail()).toBe('ada@example.com');
    server.info = { ...server.info, sub: 'somebody' };
    const { verifiedEmail } = await complete();
    expect(await refusalOf(verifiedEmail())).toEqual(['SignInNotProvenError', expect.any(String)]);
  });

  it('an address counts only where it is said to be verified, as the boolean', async () => {
    for (const claims of [
      { email_verified: false },
      { email_verified: 'true' },
      {},
      { email: '', email_verified: true },
    ]) {
      server.claims = { email: 'ada@example.com', ...claims };
      expect(await (await complete()).verifiedEmail()).toBeUndefined();
    }
  });

  it.each([
    ['another issuer', { iss: 'https://other.example' }],
    ['another audience', { aud: 'another-client' }],
    ['several audiences and none authorized', { aud: ['our-client', 'another-client'], azp: 'another-client' }],
    ['another nonce', { nonce: 'of another attempt' }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['an end that is over', { exp: Math.floor(Date.now() / 1_000) - 120 }],
  ])('a token of %s proves nobody', async (_what, claims) => {
    server.claims = claims;
    expect(await refusalOf(complete())).toEqual(['SignInNotProvenError', expect.stringMatching(/^OAUTH_/)]);
  });

  it('a clock that is off by less than a minute does no harm', async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    server.claims = { iat: seconds + 40, exp: seconds - 20 };
    expect(await complete()).toMatchObject({ subject: 'ada' });
  });

  it('another state, another issuer in the answer, no code, and a refusal prove nobody, and no token is asked for', async () => {
    const attempts = [
      complete({ state: 'of another browser' }),
      complete({ iss: 'https://other.example' }),
      complete({ code: '' }),
      complete({ error: 'access_denied', error_description: 'The secret of the user' }),
      complete({ error: '<script>' }),
    ];
    const refusals = await Promise.all(attempts.map(refusalOf));
    expect(refusals.map(([name]) => name)).toEqual(Array(5).fill('SignInNotProvenError'));
    expect(refusals.slice(3).map(([, reason]) => reason)).toEqual(['provider_access_denied', 'provider_unknown']);
    expect(server.asked.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  it('where the provider names itself in its answers, one without its name proves nobody', async () => {
    server.metadata = { authorization_response_iss_parameter_supported: true };
    expect((await refusalOf(complete()))[0]).toBe('SignInNotProvenError');
    expect(await complete({ iss: server.issuer })).toMatchObject({ subject: 'ada' });
  });

  it('a signature of a key that was not shown proves nobody; the next attempt asks for keys anew', async () => {
    await complete();
    server.key = newSigningKey('second');
    expect(await refusalOf(complete())).toEqual(['SignInNotProvenError', 'OAUTH_KEY_SELECTION_FAILED']);
    server.shownKey = server.key;
    expect(await complete()).toMatchObject({ subject: 'ada' });
    server.key = { ...newSigningKey('second'), kid: 'second' };
    expect((await refusalOf(complete()))[0]).toBe('SignInNotProvenError');
  });

  it('discovery is asked for once, again after an hour, and not because of what a browser sends', async () => {
    const discoveries = () => server.asked.filter((line) => line.includes('openid-configuration')).length;
    await Promise.all([begin(), begin()]);
    await refusalOf(complete({ state: 'wrong' }));
    expect(discoveries()).toBe(1);
    now += 60 * 60_000;
    await begin();
    expect(discoveries()).toBe(2);
  });

  it('a code that is not taken proves nobody; a provider that does not answer in order is away', async () => {
    const refusedWith = async (status: number, body: string) => {
      server.refusal = { status, body };
      return refusalOf(complete());
    };
    expect(await refusedWith(400, '{"error":"invalid_grant"}')).toEqual([
      ...['SignInNotProvenError', 'provider_invalid_grant'],
    ]);
    expect(await refusedWith(401, '{"error":"invalid_client"}')).toEqual(['ProviderAwayError', 'invalid_client']);
    expect(await refusedWith(503, '{}')).toEqual(['ProviderAwayError', 'status_503']);
    expect(await refusedWith(200, 'not JSON')).toEqual(['ProviderAwayError', 'OAUTH_PARSE_ERROR']);
    expect(await refusedWith(302, '')).toEqual(['ProviderAwayError', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);
    expect(await refusedWith(200, ' '.repeat(300_000))).toEqual(['ProviderAwayError', expect.any(String)]);
  });

  it('a provider that is away, or is another, is told of, and asked again the next time', async () => {
    const client = { clientId: 'our-client', clientSecret: 'our secret', redirectUri };
    const nobody = new OpenIdProvider({ ...client, issuer: `http://127.0.0.1:${await freePort()}` });
    expect(await refusalOf(nobody.begin())).toEqual(['ProviderAwayError', 'connection_refused']);
    server.metadata = { issuer: 'https://other.example' };
    expect((await refusalOf(provider.discover()))[0]).toBe('ProviderAwayError');
    server.metadata = {};
    await provider.discover();
  });

  it('what providers add of their own does no harm: a state of their session, groups, roles, hashes, a list of audiences', async () => {
    server.claims = {
      ...{ aud: ['our-client'], azp: 'our-client', at_hash: 'of a token', sid: 'session', typ: 'ID', acr: '1' },
      ...{
        groups: ['/admins'],
        realm_access: { roles: ['owner'] },
        tid: 'a-tenant',
        oid: 'an-object',
        hd: 'example.com',
      },
      ...{ email: 'ada@example.com', email_verified: true },
    };
    const cameBack = { session_state: 'theirs', scope: 'openid email', authuser: '0', prompt: 'none' };
    const { subject, verifiedEmail } = await complete(cameBack);
    expect([subject, await verifiedEmail()]).toEqual(['ada', 'ada@example.com']);
  });

  it('a claim of the tenant does not choose the issuer', async () => {
    server.metadata = { issuer: `${server.issuer}/{tenantid}/v2.0` };
    server.claims = { iss: `${server.issuer}/another-tenant/v2.0`, tid: 'another-tenant' };
    expect(await refusalOf(complete())).toEqual(['ProviderAwayError', expect.any(String)]);
  });

  it('a token that is signed by the secret of the client, or by nothing, proves nobody', async () => {
    for (const alg of ['HS256', 'none']) {
      server.alg = alg;
      expect(await refusalOf(complete()), alg).toEqual(['SignInNotProvenError', expect.stringMatching(/^OAUTH_/)]);
    }
  });

  it('the secret goes by the way that the provider offers', async () => {
    server.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    await complete();
    expect(server.asked.find((line) => line.startsWith('POST'))).toContain('client_secret=our+secret');
  });
});
