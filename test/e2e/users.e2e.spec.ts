import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, Browsers, cookieName, password } from './browsers.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';
import { StreamClient } from './stream-client.js';

describe('users of the console, seen from outside', () => {
  let service: RunningService;
  let browsers: Browsers;

  beforeAll(async () => {
    service = await sharedService(withLoad);
    browsers = new Browsers(service);
  });

  it('a session acts within its role, in the name of its user and with no key', async () => {
    const { cookie, id } = await browsers.newUser('developer@example.com', 'developer');
    const body = { text: 'Hello', source: 'en', target: 'es' };
    expect((await browsers.send('POST', '/v1/translate', { cookie, body })).status).toBe(200);
    expect((await browsers.send('GET', '/v1/users', { cookie })).error).toMatchObject({ code: 'insufficient_scope' });
    expect((await browsers.send('GET', '/v1/compliance/audit-logs', { cookie })).status).toBe(403);
    const auditor = await browsers.newUser('auditor@example.com', 'auditor');
    const log = `/v1/compliance/audit-logs?user_id=${id}`;
    const { data } = await browsers.send('GET', log, { cookie: auditor.cookie });
    expect(data.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'translate', user_id: id, key_id: null }),
        expect.objectContaining({ action: 'request_refused', resource: 'user', result: 'denied', user_id: id }),
      ]),
    );
    expect((await browsers.send('POST', '/v1/translate', { cookie: auditor.cookie, body })).status).toBe(403);
  });

  it('what a session may change is asked for from our origin, and so is a sign-in', async () => {
    const { cookie } = await browsers.newUser('origin@example.com', 'developer');
    const body = { text: 'Hello', source: 'en', target: 'es' };
    for (const origin of ['https://evil.example', 'null', `${browsers.own}.evil.example`, null]) {
      expect(await browsers.send('POST', '/v1/translate', { cookie, origin, body })).toMatchObject({
        status: 400,
        error: { code: 'invalid_request', details: { Origin: expect.any(Array) } },
      });
      expect(
        await browsers.send('POST', '/v1/auth/login', { origin, body: { email: 'origin@example.com', password } }),
      ).toMatchObject({ status: 400, error: { code: 'invalid_request' }, cookie: undefined });
      expect((await browsers.send('POST', '/v1/auth/logout', { cookie, origin })).status).toBe(400);
    }
    expect((await browsers.send('GET', '/v1/languages', { cookie, origin: 'https://evil.example' })).status).toBe(200);
    expect((await browsers.session(cookie)).status).toBe(200);
    const form = await fetch(`${browsers.own}/v1/auth/login`, {
      method: 'POST',
      headers: { origin: browsers.own, 'content-type': 'text/plain' },
      body: JSON.stringify({ email: 'origin@example.com', password }),
    });
    expect(form.status).toBe(415);
  });

  it('a session that was signed out is nobody, on whatever it was copied to', async () => {
    const { cookie } = await browsers.newUser('out@example.com', 'developer');
    const other = (await browsers.signIn('out@example.com')).cookie;
    const out = await browsers.send('POST', '/v1/auth/logout', { cookie });
    expect(out).toMatchObject({ status: 200, data: { signed_out: true } });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await browsers.session(cookie)).toMatchObject({ status: 401, error: { code: 'invalid_credentials' } });
    expect((await browsers.session(other)).status).toBe(200);
    expect((await browsers.send('GET', '/v1/auth/session', {})).error.code).toBe('missing_api_key');
    expect((await browsers.asKey('GET', '/v1/auth/session')).error.code).toBe('invalid_credentials');
  });

  it('a page of ours streams by its session, which ends the stream with itself', async () => {
    const { cookie = '' } = await browsers.newUser('stream@example.com', 'developer');
    const connect = async (origin: string) => {
      const client = await StreamClient.open(service.url, { cookie: `${cookieName}=${cookie}`, origin });
      client.say({ type: 'auth' });
      return client;
    };
    const foreign = await connect('https://evil.example');
    expect(await foreign.closed()).toBe(4401);
    expect(foreign.frames).toMatchObject([{ type: 'error', code: 'invalid_request' }]);
    const client = await connect(browsers.own);
    await client.got('authenticated');
    client.say({ type: 'translate', text: 'The house is big.', source: 'en', target: 'es', id: '1' });
    await client.got('complete', '1');
    expect(client.closeCode).toBeUndefined();
    await browsers.send('POST', '/v1/auth/logout', { cookie });
    expect(await client.closed()).toBe(4401);
    expect(client.frames.at(-1)).toMatchObject({ type: 'error', code: 'invalid_credentials' });
  });

  it('an auditor exports the audit log by a session', async () => {
    const { cookie } = await browsers.newUser('exports@example.com', 'auditor');
    const answer = await fetch(`${browsers.own}/v1/compliance/audit-logs/export`, {
      headers: { cookie: `${cookieName}=${cookie}` },
    });
    expect(answer.status).toBe(200);
    expect((await answer.text()).trimEnd().split('\n').at(-1)).toContain('"type":"summary"');
    const id = answer.headers.get('x-export-id');
    const { data } = await browsers.asKey('GET', `/v1/compliance/audit-logs/exports/${id}`);
    expect(data).toMatchObject({ status: 'completed', reason: null });
  });

  it('a token that the caller chose begins no session, and a key is none', async () => {
    const { cookie } = await browsers.newUser('fixed@example.com', 'developer');
    const chosen = 'A'.repeat(43);
    const again = await browsers.send('POST', '/v1/auth/login', {
      cookie: chosen,
      body: { email: 'fixed@example.com', password },
    });
    expect(again.cookie).not.toBe(chosen);
    expect((await browsers.session(chosen)).status).toBe(401);
    expect((await browsers.asKey('GET', '/v1/languages', undefined, cookie)).error.code).toBe('invalid_api_key');
    expect((await browsers.session(service.apiKey)).status).toBe(401);
  });

  it('a changed password ends every other session and wants the old one', async () => {
    const email = 'change@example.com';
    const { cookie } = await browsers.newUser(email, 'developer');
    const other = (await browsers.signIn(email)).cookie;
    const change = (current: string, next: string) =>
      browsers.send('POST', '/v1/auth/password', { cookie, body: { current, new: next } });
    expect((await change('not the password at all', 'another long password')).error.code).toBe('invalid_credentials');
    const changed = await change(password, 'another long password');
    expect(changed).toMatchObject({ status: 200, data: { user: { email } } });
    expect((await browsers.session(changed.cookie)).status).toBe(200);
    expect((await browsers.session(cookie)).status).toBe(401);
    expect((await browsers.session(other)).status).toBe(401);
    expect((await browsers.signIn(email)).error.code).toBe('invalid_credentials');
    expect((await browsers.signIn(email, 'another long password')).status).toBe(200);
  });

  it('another role and a deletion end the sessions at once', async () => {
    const { id, cookie } = await browsers.newUser('role@example.com', 'developer');
    expect((await browsers.asKey('PATCH', `/v1/users/${id}`, { name: 'Grace' })).data).toMatchObject({ name: 'Grace' });
    expect((await browsers.session(cookie)).data.user.name).toBe('Grace');
    expect((await browsers.asKey('PATCH', `/v1/users/${id}`, { role: 'auditor' })).data).toMatchObject({
      role: 'auditor',
    });
    expect((await browsers.session(cookie)).status).toBe(401);
    const next = (await browsers.signIn('role@example.com')).cookie;
    expect((await browsers.send('POST', '/v1/detect', { cookie: next, body: { text: 'Hello' } })).status).toBe(403);
    expect((await browsers.asKey('DELETE', `/v1/users/${id}`)).data).toEqual({
      ...{ id, deleted: true, revoked_keys: [], transferred_keys: [] },
    });
    expect((await browsers.session(next)).status).toBe(401);
    expect((await browsers.signIn('role@example.com')).error.code).toBe('invalid_credentials');
    expect((await browsers.asKey('DELETE', `/v1/users/${id}`)).error.code).toBe('not_found');
    const after = await browsers.invite('role@example.com', 'developer');
    expect(after.status).toBe(201);
    expect(after.data.id).not.toBe(id);
  });

  it('who manages users ends their sessions, which is one entry, and nobody ends the session that asks', async () => {
    const { id, accountId, cookie } = await browsers.newUser('lost@example.com', 'developer');
    const other = (await browsers.signIn('lost@example.com')).cookie;
    const end = (by: { cookie?: string | undefined; key?: string }, user = id) =>
      browsers.send('DELETE', `/v1/users/${user}/sessions`, by);
    expect((await end({ cookie })).error.code).toBe('insufficient_scope');
    const ended = await end({ key: service.apiKey });
    expect(ended.data).toEqual({ id, ended_sessions: [expect.any(String), expect.any(String)] });
    for (const token of [cookie, other]) expect((await browsers.session(token)).status).toBe(401);
    expect((await end({ key: service.apiKey })).data).toEqual({ id, ended_sessions: [] });
    expect((await browsers.signIn('lost@example.com')).status).toBe(200);
    const log = `/v1/compliance/audit-logs?resource_id=${accountId}&action=user_update`;
    const { entries } = (await browsers.asKey('GET', log)).data;
    expect(entries).toMatchObject([{ result: 'success', metadata: { sessions_ended: ended.data.ended_sessions } }]);
    const { data } = await browsers.asKey('GET', `/v1/compliance/subjects/user/${id}/data?section=sessions`);
    expect(data.sessions.map((one: { ended_at: string | null }) => one.ended_at !== null)).toEqual([false, true, true]);

    const owner = await browsers.newUser('ends.own@example.com', 'owner');
    const elsewhere = (await browsers.signIn('ends.own@example.com')).cookie;
    expect((await end({ cookie: owner.cookie }, owner.id)).data.ended_sessions).toHaveLength(1);
    expect((await browsers.session(owner.cookie)).status).toBe(200);
    expect((await browsers.session(elsewhere)).status).toBe(401);
  });

  it('an address of two organizations asks for one, once the password is right', async () => {
    const created = await commandLine<{ organization_id: string; api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Twin', '--tier', 'max'],
    );
    await browsers.newUser('twin@example.com', 'developer');
    await browsers.newUser('twin@example.com', 'auditor', created.api_key);
    expect((await browsers.signIn('twin@example.com', 'not the right password')).error.code).toBe(
      'invalid_credentials',
    );
    expect((await browsers.signIn('twin@example.com')).error).toMatchObject({
      code: 'missing_required_field',
      details: { organization_id: ['is required'] },
    });
    const named = await browsers.signIn('twin@example.com', password, { organization_id: created.organization_id });
    expect(named).toMatchObject({ status: 200, data: { user: { role: 'auditor' } } });
    await commandLine(service, 'organization', 'suspend', created.organization_id);
    await eventually(
      () => browsers.session(named.cookie),
      ({ error }) => error?.code === 'organization_suspended',
    );
    const suspended = await browsers.signIn('twin@example.com', password, { organization_id: created.organization_id });
    expect(suspended).toMatchObject({ status: 403, error: { code: 'organization_suspended' }, cookie: undefined });
  });

  it('what is unknown, wrong or locked gets the same answer, and who knows the password waits too', async () => {
    const email = 'locked@example.com';
    const { accountId } = await browsers.newUser(email, 'developer');
    const unknown = await browsers.signIn('nobody@example.com', 'wrong wrong wrong');
    const wrong = await browsers.signIn(email, 'wrong wrong wrong');
    expect(unknown).toMatchObject({ status: 401, error: { code: 'invalid_credentials' } });
    const told = ({ status, error }: Answer) => ({ status, error });
    expect(told(wrong)).toEqual(told(unknown));
    const lockedOut = await eventually(
      async () => {
        for (let attempt = 0; attempt < 6; attempt += 1) await browsers.signIn(email, 'wrong wrong wrong');
        return browsers.signIn(email);
      },
      ({ status }) => status === 401,
    );
    expect(told(lockedOut)).toEqual(told(unknown));
    const denied = (await browsers.acts()).filter((act) => act === `user_login denied ${accountId}`);
    expect(denied.length).toBeGreaterThan(1);
    expect(service.logs()).not.toContain(password);
    await eventually(
      () => browsers.signIn(email),
      ({ status }) => status === 200,
    );
  });
});
