import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { Browser, IdentityProvider } from './identity-provider.js';
import { cleanEnvironment, newDataDir, RunningService } from './running-service.js';

interface Entry {
  action: string;
  result: string;
  resource_id: string;
  user_id: string | null;
  metadata: Record<string, unknown>;
}

const secret = 'the-secret-of-the-client-at-the-provider';
const flowCookie = 'transledger_oidc';

describe('signing in by OpenID Connect, seen from outside', () => {
  let service: RunningService;
  let provider: IdentityProvider;
  let own: string;
  let callback: string;
  let oidc: Record<string, string>;
  let organizationId: string;
  /** Values that no log may have. */
  const secrets = new Set([secret]);

  const invite = async (email: string, client = service) => {
    const answer = await client.postJson('/v1/users', { email, role: 'developer' });
    return ((await answer.json()) as { data: { id: string; account_id: string; invite_url: string } }).data;
  };
  const users = async (): Promise<{ id: string; account_id: string; email: string; status: string }[]> => {
    const { data } = (await (await service.fetch('/v1/users?limit=100')).json()) as { data: { users: [] } };
    return data.users;
  };
  const entries = async (client = service): Promise<Entry[]> => {
    const answer = await client.fetch('/v1/compliance/audit-logs?resource=user&limit=1000');
    return ((await answer.json()) as { data: { entries: Entry[] } }).data.entries;
  };
  const isPerson = (subject: string, email: string, isVerified = true) =>
    provider.people.set(subject, { email, email_verified: isVerified });

  /** Begins at the service: where the provider's page is. */
  const begin = async (browser: Browser, query = ''): Promise<string> => {
    const answer = await browser.open(`${own}/v1/auth/oidc${query}`);
    expect(answer.status).toBe(302);
    secrets.add(browser.cookies(own).get(flowCookie) ?? 'no cookie');
    return answer.headers.get('location') ?? '';
  };
  /** The URL that the provider leads back to. */
  const comeBack = async (browser: Browser, login: string | undefined): Promise<URL> => {
    const url = new URL(await browser.passProvider(await begin(browser), callback, login));
    for (const name of ['code', 'state']) secrets.add(url.searchParams.get(name) ?? 'none');
    return url;
  };
  const signIn = async (login: string, browser = new Browser()) => browser.open((await comeBack(browser, login)).href);
  const sessionOf = async (browser: Browser) => {
    const answer = await browser.open(`${own}/v1/auth/session`);
    return { status: answer.status, ...((await answer.json()) as { data?: { user: { id: string; email: string } } }) };
  };

  const answers: string[] = [];
  /** The attempt is refused as every other one is, signs nobody in, and leaves an entry under the resource. */
  const expectRefused = async (attempt: () => Promise<Response>, browser: Browser, resourceId?: string) => {
    const [before, usersBefore] = [await entries(), await users()];
    const answer = await attempt();
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code]).toEqual([401, 'invalid_credentials']);
    answers.push(error.message);
    expect(new Set(answers).size).toBe(1);
    expect([...browser.cookies(own).keys()]).toEqual([]);
    expect(await users()).toEqual(usersBefore);
    const after = await entries();
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({
      action: 'user_login',
      result: 'denied',
      metadata: { code: 'invalid_credentials', method: 'oidc' },
      ...(resourceId === undefined ? { user_id: '[unknown]' } : { resource_id: resourceId }),
    });
  };

  beforeAll(async () => {
    const [dataDir, port, providerPort] = [await newDataDir(), await freePort(), await freePort()];
    own = `http://127.0.0.1:${port}`;
    callback = `${own}/v1/auth/oidc/callback`;
    const client = { secret, redirectUri: callback };
    provider = new IdentityProvider(providerPort, [
      { id: 'transledger', ...client },
      { id: 'another-client', ...client },
    ]);
    const echo = { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_TIER_MAX_REQUESTS_PER_MINUTE: '0' };
    const first = await RunningService.start({ dataDir, port, settings: echo });
    const { data } = (await (await first.fetch('/v1/organization')).json()) as { data: { id: string } };
    organizationId = data.id;
    expect((await first.fetch('/v1/auth/oidc', { key: null })).status).toBe(404);
    await first.stop();
    oidc = {
      TRANSLEDGER_OIDC_ISSUER: provider.issuer,
      TRANSLEDGER_OIDC_CLIENT_ID: 'transledger',
      TRANSLEDGER_OIDC_CLIENT_SECRET: secret,
      TRANSLEDGER_OIDC_ORGANIZATION: organizationId,
    };
    const settings = { ...echo, ...oidc, TRANSLEDGER_LOG_LEVEL: 'trace' };
    service = (await RunningService.start({ dataDir, port, settings })).as(first.apiKey);
  });
  afterAll(async () => {
    await provider.stop();
    await service.dispose();
  });

  it('a provider that is away holds up no start; a sign-in is 503, and goes on once it is there', async () => {
    const away = await service.fetch('/v1/auth/oidc', { key: null });
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '30']);
    const failed = service.logs().match(/^.*"level":"error".*$/gm) ?? [];
    expect(failed).toEqual([
      expect.stringMatching(/"reason":"connection_refused".*the provider of identities cannot be used/),
    ]);
    await provider.start();
    await begin(new Browser());
  });

  it('the first sign-in links an invited user, whose invite holds no more', async () => {
    const { id, account_id: accountId, invite_url: link } = await invite('Ada@example.com');
    isPerson('ada-at-the-provider', 'ada@example.com');
    const browser = new Browser();
    const answer = await signIn('ada-at-the-provider', browser);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain(`content="0; url=${own}/console/"`);
    const session = answer.headers.getSetCookie().find((line) => line.startsWith('transledger_session='));
    expect(session).toMatch(/^transledger_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect([...browser.cookies(own).keys()]).toEqual(['transledger_session']);
    expect(await sessionOf(browser)).toMatchObject({ status: 200, data: { user: { id } } });
    expect((await users()).find((user) => user.id === id)?.status).toBe('active');
    expect((await entries()).filter(({ resource_id }) => resource_id === accountId)).toMatchObject([
      { action: 'user_login', result: 'success', user_id: id, metadata: { method: 'oidc' } },
      { action: 'user_update', result: 'success', metadata: { identity_linked: provider.issuer } },
      { action: 'user_create' },
    ]);
    const late = await fetch(`${own}/v1/auth/invites`, {
      method: 'POST',
      headers: { origin: own, 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.split('#').at(-1), password: 'correct horse battery staple' }),
    });
    expect(late.status).toBe(404);
    expect((await service.postJson('/v1/users', { email: 'ada@example.com', role: 'owner' })).status).toBe(409);
  });

  it('from then on the subject alone counts, whatever its address is now', async () => {
    isPerson('ada-at-the-provider', 'ada.lovelace@example.com', false);
    const browser = new Browser();
    expect((await signIn('ada-at-the-provider', browser)).status).toBe(200);
    expect((await sessionOf(browser)).data?.user.email).toBe('Ada@example.com');
  });

  it('a user with a password is linked as well, and keeps the password', async () => {
    const { invite_url: link } = await invite('grace@example.com');
    const post = (path: string, body: object) =>
      fetch(`${own}${path}`, {
        method: 'POST',
        headers: { origin: own, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const password = 'correct horse battery staple';
    expect((await post('/v1/auth/invites', { token: link.split('#').at(-1), password })).status).toBe(200);
    isPerson('grace-at-the-provider', 'grace@example.com');
    expect((await signIn('grace-at-the-provider')).status).toBe(200);
    expect((await post('/v1/auth/login', { email: 'grace@example.com', password })).status).toBe(200);
  });

  it('an address that is not verified, or that nobody here has, signs nobody in and makes nobody', async () => {
    await invite('unverified@example.com');
    isPerson('unverified', 'unverified@example.com', false);
    isPerson('stranger', 'stranger@example.com');
    for (const login of ['unverified', 'stranger']) {
      const browser = new Browser();
      await expectRefused(() => signIn(login, browser), browser);
    }
  });

  it('a browser is shown a page that says so, with where to begin again', async () => {
    const shown = await fetch(callback, { headers: { accept: 'text/html,application/xhtml+xml' } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(await shown.text()).toMatch(/refused.*href="\/v1\/auth\/oidc"/s);
  });

  it('another subject does not take an account that is linked, even with its address', async () => {
    isPerson('mallory', 'ada@example.com');
    const accountId = (await users()).find(({ email }) => email === 'Ada@example.com')?.account_id;
    const browser = new Browser();
    await expectRefused(() => signIn('mallory', browser), browser, accountId);
  });

  it('a user of another organization is nobody here', async () => {
    const created = await commandLine<{ api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Another', '--tier', 'max'],
    );
    const another = service.as(created.api_key);
    await invite('foreign@example.com', another);
    const before = await entries(another);
    isPerson('foreign', 'foreign@example.com');
    const browser = new Browser();
    await expectRefused(() => signIn('foreign', browser), browser);
    expect(await entries(another)).toEqual(before);
  });

  it('who was removed is nobody, and is not made again', async () => {
    const { id } = await invite('removed@example.com');
    isPerson('removed', 'removed@example.com');
    const browser = new Browser();
    expect((await signIn('removed', browser)).status).toBe(200);
    expect((await service.fetch(`/v1/users/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await sessionOf(browser)).status).toBe(401);
    const next = new Browser();
    await expectRefused(() => signIn('removed', next), next);
  });

  it('a new link unlinks, and the user is linked anew', async () => {
    const { id } = await invite('renewed@example.com');
    isPerson('renewed', 'renewed@example.com');
    const browser = new Browser();
    expect((await signIn('renewed', browser)).status).toBe(200);
    await commandLine(service, 'users', 'reset-password', 'renewed@example.com', '--organization', organizationId);
    isPerson('renewed-again', 'renewed@example.com');
    expect((await signIn('renewed-again', new Browser())).status).toBe(200);
    const old = new Browser();
    await expectRefused(() => signIn('renewed', old), old, (await users()).find((user) => user.id === id)?.account_id);
  });

  it('nobody is signed in to what was begun in another browser, or in none', async () => {
    const [mallory, victim, fresh] = [new Browser(), new Browser(), new Browser()];
    const back = await comeBack(mallory, 'grace-at-the-provider');
    await begin(victim);
    await expectRefused(() => victim.open(back.href), victim);
    await expectRefused(() => fresh.open(back.href), fresh);
    const changed = new Browser();
    await begin(changed);
    const jar = changed.cookies(own);
    jar.set(flowCookie, `${jar.get(flowCookie)?.slice(0, -2)}xx`);
    await expectRefused(() => changed.open(back.href), changed);
  });

  it('a code works once, for who began it and for this client alone', async () => {
    const [browser, other] = [new Browser(), new Browser()];
    const back = await comeBack(browser, 'grace-at-the-provider');
    const kept = browser.cookies(own).get(flowCookie) ?? '';
    expect((await browser.open(back.href)).status).toBe(200);
    const replaying = new Browser();
    replaying.cookies(own).set(flowCookie, kept);
    await expectRefused(() => replaying.open(back.href), replaying);

    // The code of one attempt under the state and nonce of another.
    const stolen = await comeBack(other, 'ada-at-the-provider');
    const victim = new Browser();
    const victims = await comeBack(victim, 'grace-at-the-provider');
    victims.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    await expectRefused(() => victim.open(victims.href), victim);

    // A code that the provider has given to another of its clients, for the same challenge and nonce.
    const begun = new Browser();
    const toProvider = new URL(await begin(begun));
    toProvider.searchParams.set('client_id', 'another-client');
    const foreign = await begun.passProvider(toProvider.href, callback, 'grace-at-the-provider');
    secrets.add(new URL(foreign).searchParams.get('code') ?? 'none');
    await expectRefused(() => begun.open(foreign), begun);
  });

  it('an answer in the name of another issuer, or of none, is refused', async () => {
    for (const iss of ['https://other.example', undefined]) {
      const browser = new Browser();
      const back = await comeBack(browser, 'grace-at-the-provider');
      expect(back.searchParams.get('iss')).toBe(provider.issuer);
      if (iss === undefined) back.searchParams.delete('iss');
      else back.searchParams.set('iss', iss);
      await expectRefused(() => browser.open(back.href), browser);
    }
  });

  it('who breaks off at the provider is refused like others', async () => {
    const browser = new Browser();
    const back = await comeBack(browser, undefined);
    expect(back.searchParams.get('error')).toBe('access_denied');
    await expectRefused(() => browser.open(back.href), browser);
    expect(service.logs()).toContain('"reason":"provider_access_denied"');
  });

  it('nobody is led elsewhere', async () => {
    const browser = new Browser();
    const evil = 'https://evil.example/';
    const query = `?${['return_to', 'redirect_uri', 'next', 'url'].map((name) => `${name}=${evil}`).join('&')}`;
    const toProvider = await begin(browser, query);
    expect(new URL(toProvider).origin).toBe(provider.issuer);
    expect(new URL(toProvider).searchParams.get('redirect_uri')).toBe(callback);
    const back = await browser.passProvider(toProvider, callback, 'grace-at-the-provider');
    const answer = await browser.open(`${back}&${query.slice(1)}`);
    expect(answer.headers.get('location')).toBeNull();
    const page = await answer.text();
    expect(page).toContain(`url=${own}/console/"`);
    expect(page).not.toContain('evil');
  });

  it('a suspended organization signs nobody in', async () => {
    await commandLine(service, 'organization', 'suspend', organizationId);
    const answer = await signIn('grace-at-the-provider');
    expect(answer.status).toBe(403);
    await commandLine(service, 'organization', 'resume', organizationId);
    await eventually(
      () => service.fetch('/v1/organization'),
      ({ ok }) => ok,
    );
  });

  it('a provider that goes away meanwhile is 503; the doctor names it', async () => {
    const browser = new Browser();
    const back = await comeBack(browser, 'grace-at-the-provider');
    await provider.stop();
    const answer = await browser.open(back.href);
    expect([answer.status, [...browser.cookies(own).keys()]]).toEqual([503, []]);
    const settings = { ...cleanEnvironment(), ...service.commandLineSettings, ...oidc };
    const doctor = spawnSync(process.execPath, ['dist/apps/cli/main.js', '--json', 'doctor'], {
      cwd: projectRoot,
      env: settings,
    });
    expect(JSON.parse(doctor.stdout.toString()).findings).toContainEqual(
      expect.objectContaining({ check: 'openid connect', verdict: 'wrong' }),
    );
    await provider.start();
  });

  it('no log and no entry has a secret, a code, a state, or who somebody is at the provider', async () => {
    expect(secrets.size).toBeGreaterThan(20);
    const logs = service.logs();
    for (const one of secrets) expect(logs).not.toContain(one);
    for (const one of ['ada-at-the-provider', 'ada@example.com', 'code_verifier', 'id_token']) {
      expect(logs).not.toContain(one);
      expect(JSON.stringify(await entries())).not.toContain(one);
    }
  });
});
