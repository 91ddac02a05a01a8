import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { StreamClient } from './stream-client.js';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at the fields that it means.
  error: any;
  headers: Headers;
  /** The token of the session that the answer began. */
  cookie: string | undefined;
}

interface Sent {
  cookie?: string | undefined;
  origin?: string | null;
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const password = 'correct horse battery staple';
const cookieName = 'transledger_session';

describe('users of the console, seen from outside', () => {
  let service: RunningService;
  let own: string;

  /** A request as a browser makes it: from our origin unless another is named, with a cookie and no key. */
  const browse = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const origin = sent.origin === undefined ? own : sent.origin;
    const answer = await fetch(`${own}${path}`, {
      method,
      headers: {
        ...(origin === null ? {} : { origin }),
        ...(sent.cookie === undefined ? {} : { cookie: `${cookieName}=${sent.cookie}` }),
        ...(sent.key === undefined ? {} : { authorization: `Bearer ${sent.key}` }),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    });
    const cookie = new RegExp(`${cookieName}=([^;]+);`).exec(answer.headers.get('set-cookie') ?? '')?.[1];
    return { status: answer.status, headers: answer.headers, cookie, ...((await answer.json()) as object) } as Answer;
  };

  const asKey = (method: string, path: string, body?: unknown, key = service.apiKey) =>
    browse(method, path, { key, origin: null, body });

  const invite = async (email: string, role: string, key = service.apiKey): Promise<Answer & { token: string }> => {
    const answer = await asKey('POST', '/v1/users', { email, role, name: 'Ada' }, key);
    return { ...answer, token: answer.data?.invite_url?.split('/').at(-1) ?? '' };
  };
  const accept = (token: string, secret = password) =>
    browse('POST', `/v1/auth/invites/${token}`, { body: { password: secret } });
  const signIn = (email: string, secret = password, more: object = {}) =>
    browse('POST', '/v1/auth/login', { body: { email, password: secret, ...more } });
  const newUser = async (email: string, role: string, key?: string) => {
    const invited = await invite(email, role, key);
    const accepted = await accept(invited.token);
    return { id: invited.data.id as string, accountId: invited.data.account_id as string, cookie: accepted.cookie };
  };
  const session = (cookie: string | undefined) => browse('GET', '/v1/auth/session', { cookie, origin: null });
  const acts = async (): Promise<string[]> => {
    const { data } = await asKey('GET', '/v1/compliance/audit-logs?resource=user&limit=1000');
    return data.entries
      .map((entry: { action: string; result: string; resource_id: string }) =>
        [entry.action, entry.result, entry.resource_id].join(' '),
      )
      .reverse();
  };

  beforeAll(async () => {
    service = await sharedService(withLoad);
    own = service.url;
  });

  it('an invite is answered once, sets one password, and signs in', async () => {
    const invited = await invite('Ada@Example.com', 'developer');
    expect(invited).toMatchObject({
      status: 201,
      data: { email: 'Ada@Example.com', name: 'Ada', role: 'developer', status: 'invited' },
    });
    expect(invited.data.invite_url.endsWith(`/${invited.token}`)).toBe(true);
    expect((await asKey('GET', '/v1/users')).data.users[0]).not.toHaveProperty('invite_url');

    expect((await accept(invited.token, 'too short')).error).toMatchObject({ code: 'invalid_request' });
    expect((await accept(`${invited.token}x`)).error.code).toBe('not_found');
    const accepted = await accept(invited.token);
    const user = { id: invited.data.id, email: 'Ada@Example.com', name: 'Ada', role: 'developer' };
    expect(accepted).toMatchObject({ status: 200, data: { user } });
    expect(accepted.headers.get('set-cookie')).toMatch(
      /^transledger_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await session(accepted.cookie)).toMatchObject({ status: 200, data: { user } });
    expect(await accept(invited.token)).toMatchObject({ status: 404, cookie: undefined });
    expect((await invite('ada@example.COM', 'developer')).error.code).toBe('conflict');

    const again = await signIn('ADA@example.com');
    expect(again).toMatchObject({ status: 200, data: { user } });
    expect(again.cookie).not.toBe(accepted.cookie);
    expect((await acts()).filter((act) => act.endsWith(invited.data.account_id))).toEqual([
      `user_create success ${invited.data.account_id}`,
      `password_change success ${invited.data.account_id}`,
      `user_login success ${invited.data.account_id}`,
      `user_login success ${invited.data.account_id}`,
    ]);
  });

  it('an invite that was renewed is the only one that holds', async () => {
    const first = await invite('renewed@example.com', 'auditor');
    const second = await invite('renewed@example.com', 'developer');
    expect(second.data.id).toBe(first.data.id);
    expect((await accept(first.token)).error.code).toBe('not_found');
    expect(await accept(second.token)).toMatchObject({ status: 200, data: { user: { role: 'developer' } } });
  });

  it('a session acts within its role, in the name of its user and with no key', async () => {
    const { cookie, id } = await newUser('developer@example.com', 'developer');
    const body = { text: 'Hello', source: 'en', target: 'es' };
    expect((await browse('POST', '/v1/translate', { cookie, body })).status).toBe(200);
    expect((await browse('GET', '/v1/users', { cookie })).error).toMatchObject({ code: 'insufficient_scope' });
    expect((await browse('GET', '/v1/compliance/audit-logs', { cookie })).status).toBe(403);
    const auditor = await newUser('auditor@example.com', 'auditor');
    const log = `/v1/compliance/audit-logs?user_id=${id}`;
    const { data } = await browse('GET', log, { cookie: auditor.cookie });
    expect(data.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'translate', user_id: id, key_id: null }),
        expect.objectContaining({ action: 'request_refused', resource: 'user', result: 'denied', user_id: id }),
      ]),
    );
    expect((await browse('POST', '/v1/translate', { cookie: auditor.cookie, body })).status).toBe(403);
  });

  it('what a session may change is asked for from our origin, and so is a sign-in', async () => {
    const { cookie } = await newUser('origin@example.com', 'developer');
    const body = { text: 'Hello', source: 'en', target: 'es' };
    for (const origin of ['https://evil.example', 'null', `${own}.evil.example`, null]) {
      expect(await browse('POST', '/v1/translate', { cookie, origin, body })).toMatchObject({
        status: 400,
        error: { code: 'invalid_request', details: { Origin: expect.any(Array) } },
      });
      expect(
        await browse('POST', '/v1/auth/login', { origin, body: { email: 'origin@example.com', password } }),
      ).toMatchObject({ status: 400, error: { code: 'invalid_request' }, cookie: undefined });
      expect((await browse('POST', '/v1/auth/logout', { cookie, origin })).status).toBe(400);
    }
    expect((await browse('GET', '/v1/languages', { cookie, origin: 'https://evil.example' })).status).toBe(200);
    expect((await session(cookie)).status).toBe(200);
    const form = await fetch(`${own}/v1/auth/login`, {
      method: 'POST',
      headers: { origin: own, 'content-type': 'text/plain' },
      body: JSON.stringify({ email: 'origin@example.com', password }),
    });
    expect(form.status).toBe(415);
  });

  it('a session that was signed out is nobody, on whatever it was copied to', async () => {
    const { cookie } = await newUser('out@example.com', 'developer');
    const other = (await signIn('out@example.com')).cookie;
    const out = await browse('POST', '/v1/auth/logout', { cookie });
    expect(out).toMatchObject({ status: 200, data: { signed_out: true } });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await session(cookie)).toMatchObject({ status: 401, error: { code: 'invalid_credentials' } });
    expect((await session(other)).status).toBe(200);
    expect((await browse('GET', '/v1/auth/session', {})).error.code).toBe('missing_api_key');
    expect((await asKey('GET', '/v1/auth/session')).error.code).toBe('invalid_credentials');
  });

  it('a page of ours streams by its session, which ends the stream with itself', async () => {
    const { cookie = '' } = await newUser('stream@example.com', 'developer');
    const connect = async (origin: string) => {
      const client = await StreamClient.open(service.url, { cookie: `${cookieName}=${cookie}`, origin });
      client.say({ type: 'auth' });
      return client;
    };
    const foreign = await connect('https://evil.example');
    expect(await foreign.closed()).toBe(4401);
    expect(foreign.frames).toMatchObject([{ type: 'error', code: 'invalid_request' }]);
    const client = await connect(own);
    await client.got('authenticated');
    client.say({ type: 'translate', text: 'The house is big.', source: 'en', target: 'es', id: '1' });
    await client.got('complete', '1');
    expect(client.closeCode).toBeUndefined();
    await browse('POST', '/v1/auth/logout', { cookie });
    expect(await client.closed()).toBe(4401);
    expect(client.frames.at(-1)).toMatchObject({ type: 'error', code: 'invalid_credentials' });
  });

  it('an auditor exports the audit log by a session', async () => {
    const { cookie } = await newUser('exports@example.com', 'auditor');
    const answer = await fetch(`${own}/v1/compliance/audit-logs/export`, {
      headers: { cookie: `${cookieName}=${cookie}` },
    });
    expect(answer.status).toBe(200);
    expect((await answer.text()).trimEnd().split('\n').at(-1)).toContain('"type":"summary"');
    const id = answer.headers.get('x-export-id');
    const { data } = await asKey('GET', `/v1/compliance/audit-logs/exports/${id}`);
    expect(data).toMatchObject({ status: 'completed', reason: null });
  });

  it('a token that the caller chose begins no session, and a key is none', async () => {
    const { cookie } = await newUser('fixed@example.com', 'developer');
    const chosen = 'A'.repeat(43);
    const again = await browse('POST', '/v1/auth/login', {
      cookie: chosen,
      body: { email: 'fixed@example.com', password },
    });
    expect(again.cookie).not.toBe(chosen);
    expect((await session(chosen)).status).toBe(401);
    expect((await asKey('GET', '/v1/languages', undefined, cookie)).error.code).toBe('invalid_api_key');
    expect((await session(service.apiKey)).status).toBe(401);
  });

  it('a changed password ends every other session and wants the old one', async () => {
    const email = 'change@example.com';
    const { cookie } = await newUser(email, 'developer');
    const other = (await signIn(email)).cookie;
    const change = (current: string, next: string) =>
      browse('POST', '/v1/auth/password', { cookie, body: { current, new: next } });
    expect((await change('not the password at all', 'another long password')).error.code).toBe('invalid_credentials');
    const changed = await change(password, 'another long password');
    expect(changed).toMatchObject({ status: 200, data: { user: { email } } });
    expect((await session(changed.cookie)).status).toBe(200);
    expect((await session(cookie)).status).toBe(401);
    expect((await session(other)).status).toBe(401);
    expect((await signIn(email)).error.code).toBe('invalid_credentials');
    expect((await signIn(email, 'another long password')).status).toBe(200);
  });

  it('another role and a deletion end the sessions at once', async () => {
    const { id, cookie } = await newUser('role@example.com', 'developer');
    expect((await asKey('PATCH', `/v1/users/${id}`, { name: 'Grace' })).data).toMatchObject({ name: 'Grace' });
    expect((await session(cookie)).data.user.name).toBe('Grace');
    expect((await asKey('PATCH', `/v1/users/${id}`, { role: 'auditor' })).data).toMatchObject({ role: 'auditor' });
    expect((await session(cookie)).status).toBe(401);
    const next = (await signIn('role@example.com')).cookie;
    expect((await browse('POST', '/v1/detect', { cookie: next, body: { text: 'Hello' } })).status).toBe(403);
    expect((await asKey('DELETE', `/v1/users/${id}`)).data).toEqual({ id, deleted: true });
    expect((await session(next)).status).toBe(401);
    expect((await signIn('role@example.com')).error.code).toBe('invalid_credentials');
    expect((await asKey('DELETE', `/v1/users/${id}`)).error.code).toBe('not_found');
    const after = await invite('role@example.com', 'developer');
    expect(after.status).toBe(201);
    expect(after.data.id).not.toBe(id);
  });

  it('the last owner stays, and nobody grants more than is granted to them', async () => {
    const created = await commandLine<{ organization_id: string; api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Small', '--tier', 'max'],
    );
    const key = created.api_key;
    const owner = await newUser('owner@small.example', 'owner', key);
    const own = (path: string, method: string, body?: unknown) => browse(method, path, { cookie: owner.cookie, body });
    expect((await own(`/v1/users/${owner.id}`, 'DELETE')).error.code).toBe('conflict');
    expect((await own(`/v1/users/${owner.id}`, 'PATCH', { role: 'auditor' })).error.code).toBe('conflict');
    const second = await newUser('second@small.example', 'owner', key);
    expect((await own(`/v1/users/${second.id}`, 'DELETE')).status).toBe(200);
    const weak = await asKey(
      'POST',
      '/v1/api-keys',
      { name: 'users', scopes: ['organization:manage', 'translate'] },
      key,
    );
    expect((await invite('more@small.example', 'developer', weak.data.key)).error).toMatchObject({
      code: 'insufficient_scope',
      details: { scopes: expect.arrayContaining(['detect']) },
    });
    // What another organization has is not found.
    expect((await asKey('PATCH', `/v1/users/${owner.id}`, { role: 'auditor' })).error.code).toBe('not_found');
    expect((await asKey('DELETE', `/v1/users/${owner.id}`)).error.code).toBe('not_found');
  });

  it('an address of two organizations asks for one, once the password is right', async () => {
    const created = await commandLine<{ organization_id: string; api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Twin', '--tier', 'max'],
    );
    await newUser('twin@example.com', 'developer');
    await newUser('twin@example.com', 'auditor', created.api_key);
    expect((await signIn('twin@example.com', 'not the right password')).error.code).toBe('invalid_credentials');
    expect((await signIn('twin@example.com')).error).toMatchObject({
      code: 'missing_required_field',
      details: { organization_id: ['is required'] },
    });
    const named = await signIn('twin@example.com', password, { organization_id: created.organization_id });
    expect(named).toMatchObject({ status: 200, data: { user: { role: 'auditor' } } });
    await commandLine(service, 'organization', 'suspend', created.organization_id);
    await eventually(
      () => session(named.cookie),
      ({ error }) => error?.code === 'organization_suspended',
    );
    const suspended = await signIn('twin@example.com', password, { organization_id: created.organization_id });
    expect(suspended).toMatchObject({ status: 403, error: { code: 'organization_suspended' }, cookie: undefined });
  });

  it('what is unknown, wrong or locked gets the same answer, and who knows the password waits too', async () => {
    const email = 'locked@example.com';
    const { accountId } = await newUser(email, 'developer');
    const unknown = await signIn('nobody@example.com', 'wrong wrong wrong');
    const wrong = await signIn(email, 'wrong wrong wrong');
    expect(unknown).toMatchObject({ status: 401, error: { code: 'invalid_credentials' } });
    const told = ({ status, error }: Answer) => ({ status, error });
    expect(told(wrong)).toEqual(told(unknown));
    const lockedOut = await eventually(
      async () => {
        for (let attempt = 0; attempt < 6; attempt += 1) await signIn(email, 'wrong wrong wrong');
        return signIn(email);
      },
      ({ status }) => status === 401,
    );
    expect(told(lockedOut)).toEqual(told(unknown));
    const denied = (await acts()).filter((act) => act === `user_login denied ${accountId}`);
    expect(denied.length).toBeGreaterThan(1);
    expect(service.logs()).not.toContain(password);
    await eventually(
      () => signIn(email),
      ({ status }) => status === 200,
    );
  });

  it('the operator makes, lists, resets and deletes users', async () => {
    const { organization_id: organization } = await commandLine<{ organization_id: string }>(
      service,
      ...['organization', 'create', '--name', 'By hand', '--tier', 'max'],
    );
    const of = ['--organization', organization];
    const run = <T>(...args: string[]) => commandLine<T>(service, 'users', ...args, ...of);
    const email = 'op@hand.example';
    const made = await run<{ id: string; invite_url: string }>('create', '--email', email, '--role', 'owner');
    const tokenOf = ({ invite_url }: { invite_url: string }) => invite_url.split('/').at(-1) ?? '';
    const { cookie } = await accept(tokenOf(made));
    expect((await session(cookie)).data.user).toMatchObject({ id: made.id, role: 'owner' });
    const { users } = await run<{ users: object[] }>('list');
    expect(users).toMatchObject([{ id: made.id, email, status: 'active' }]);

    const reset = await run<{ invite_url: string }>('reset-password', email);
    await eventually(
      () => session(cookie),
      ({ status }) => status === 401,
    );
    expect((await signIn(email)).status).toBe(401);
    expect((await accept(tokenOf(reset), 'a password after the reset')).status).toBe(200);

    const program = join(projectRoot, 'dist/apps/cli/main.js');
    const args = [program, '--json', 'users', 'create', '--email', 'piped@hand.example', '--role', 'auditor', ...of];
    const env = { ...cleanEnvironment(), ...service.commandLineSettings };
    const piped = JSON.parse(
      execFileSync(process.execPath, [...args, '--password-stdin'], { env, input: `${password}\n` }).toString(),
    );
    expect(piped.invite_url).toBeNull();
    expect((await signIn('piped@hand.example')).status).toBe(200);
    await run('delete', made.id);
    expect((await signIn(email, 'a password after the reset')).status).toBe(401);
  });
});
