import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { type Answer, Browsers, cookieName, password } from './browsers.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

describe('how users are made and deleted, seen from outside', () => {
  let service: RunningService;
  let browsers: Browsers;

  beforeAll(async () => {
    service = await sharedService(withLoad);
    browsers = new Browsers(service);
  });

  it('an invite is answered once, sets one password, and signs in', async () => {
    const invited = await browsers.invite('Ada@Example.com', 'developer');
    expect(invited).toMatchObject({
      status: 201,
      data: { email: 'Ada@Example.com', name: 'Ada', role: 'developer', status: 'invited' },
    });
    expect(invited.data.invite_url.endsWith(`/console/invite#${invited.token}`)).toBe(true);
    expect((await browsers.asKey('GET', '/v1/users')).data.users[0]).not.toHaveProperty('invite_url');

    expect((await browsers.accept(invited.token, 'too short')).error).toMatchObject({ code: 'invalid_request' });
    expect((await browsers.accept(`${invited.token}x`)).error.code).toBe('not_found');
    const accepted = await browsers.accept(invited.token);
    const user = { id: invited.data.id, email: 'Ada@Example.com', name: 'Ada', role: 'developer' };
    expect(accepted).toMatchObject({ status: 200, data: { user } });
    expect(accepted.headers.get('set-cookie')).toMatch(
      /^transledger_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await browsers.session(accepted.cookie)).toMatchObject({ status: 200, data: { user } });
    expect(await browsers.accept(invited.token)).toMatchObject({ status: 404, cookie: undefined });
    expect((await browsers.invite('ada@example.COM', 'auditor')).error).toMatchObject({
      ...{ code: 'conflict', details: { role: 'developer' } },
    });

    const again = await browsers.signIn('ADA@example.com');
    expect(again).toMatchObject({ status: 200, data: { user } });
    expect(again.cookie).not.toBe(accepted.cookie);
    expect((await browsers.acts()).filter((act) => act.endsWith(invited.data.account_id))).toEqual([
      `user_create success ${invited.data.account_id}`,
      `password_change success ${invited.data.account_id}`,
      `user_login success ${invited.data.account_id}`,
      `user_login success ${invited.data.account_id}`,
    ]);
  });

  it('an invite that was renewed is the only one that holds', async () => {
    const first = await browsers.invite('renewed@example.com', 'auditor');
    const second = await browsers.invite('renewed@example.com', 'developer');
    expect(second.data.id).toBe(first.data.id);
    expect((await browsers.accept(first.token)).error.code).toBe('not_found');
    expect(await browsers.accept(second.token)).toMatchObject({ status: 200, data: { user: { role: 'developer' } } });
  });

  it('who has forgotten the password is invited again, and keeps the id, the role and the name', async () => {
    const email = 'forgetful@example.com';
    const { id, accountId, cookie } = await browsers.newUser(email, 'developer');
    const owner = await browsers.newUser('helper@example.com', 'owner');
    const invite = (sent: object, body: object = {}) =>
      browsers.send('POST', '/v1/users', { ...sent, body: { email, role: 'developer', ...body } });
    const again = await invite({ cookie: owner.cookie }, { name: 'Another' });
    expect(again).toMatchObject({
      status: 201,
      data: { id, account_id: accountId, name: 'Ada', status: 'active', invite_expires_at: expect.any(String) },
    });
    // Until the link is used nothing has changed.
    expect((await browsers.session(cookie)).status).toBe(200);
    expect((await browsers.signIn(email)).status).toBe(200);

    const next = 'a password that is remembered';
    const token = again.data.invite_url.split('#').at(-1);
    expect(await browsers.accept(token, next)).toMatchObject({
      status: 200,
      data: { user: { id, role: 'developer' } },
    });
    expect((await browsers.session(cookie)).status).toBe(401);
    expect((await browsers.signIn(email)).error.code).toBe('invalid_credentials');
    expect((await browsers.signIn(email, next)).status).toBe(200);
    expect((await browsers.accept(token, 'yet another password')).error.code).toBe('not_found');
    expect((await browsers.acts()).filter((act) => act.startsWith('user_update') && act.endsWith(accountId))).toEqual([
      `user_update success ${accountId}`,
    ]);

    // Neither oneself, nor beyond the own rights, nor in another role.
    const self = { email: 'helper@example.com', role: 'owner' };
    expect((await invite({ cookie: owner.cookie }, self)).error.code).toBe('conflict');
    const { cookie: developer } = await browsers.signIn(email, next);
    expect((await invite({ cookie: developer })).error.code).toBe('insufficient_scope');
    expect((await invite({ cookie: owner.cookie }, { role: 'owner' })).error).toMatchObject({
      ...{ code: 'conflict', details: { role: 'developer' } },
    });
    // Another organization invites a user of its own.
    const { api_key: key } = await commandLine<{ api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Elsewhere', '--tier', 'max'],
    );
    const foreign = await browsers.invite(email, 'owner', key);
    expect(foreign.data).toMatchObject({ status: 'invited', role: 'owner' });
    expect(foreign.data.id).not.toBe(id);
    await browsers.accept(foreign.token, 'a password from elsewhere');
    expect((await browsers.signIn(email, next)).data).toMatchObject({ user: { id } });
  });

  it('the last owner stays, and nobody grants more than is granted to them', async () => {
    const created = await commandLine<{ organization_id: string; api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'Small', '--tier', 'max'],
    );
    const key = created.api_key;
    const owner = await browsers.newUser('owner@small.example', 'owner', key);
    const asOwner = (path: string, method: string, body?: unknown) =>
      browsers.send(method, path, { cookie: owner.cookie, body });
    expect((await asOwner(`/v1/users/${owner.id}`, 'DELETE')).error.code).toBe('conflict');
    expect((await asOwner(`/v1/users/${owner.id}`, 'PATCH', { role: 'auditor' })).error.code).toBe('conflict');
    const second = await browsers.newUser('second@small.example', 'owner', key);
    expect((await asOwner(`/v1/users/${second.id}`, 'DELETE')).status).toBe(200);
    const weak = await browsers.asKey(
      'POST',
      '/v1/api-keys',
      { name: 'users', scopes: ['organization:manage', 'translate'] },
      key,
    );
    expect((await browsers.invite('more@small.example', 'developer', weak.data.key)).error).toMatchObject({
      code: 'insufficient_scope',
      details: { scopes: expect.arrayContaining(['detect']) },
    });
    // What another organization has is not found.
    expect((await browsers.asKey('PATCH', `/v1/users/${owner.id}`, { role: 'auditor' })).error.code).toBe('not_found');
    expect((await browsers.asKey('DELETE', `/v1/users/${owner.id}`)).error.code).toBe('not_found');
  });

  const ours = () => ({ key: service.apiKey, origin: null });

  /** Makes a key as somebody who is signed in, or with another key. */
  const makeKey = async (sent: { cookie?: string | undefined; key?: string; origin?: null }, body: object) => {
    const made = await browsers.send('POST', '/v1/api-keys', { ...sent, body: { name: 'a key', ...body } });
    expect(made.status).toBe(201);
    return made.data as { id: string; key: string; owner: { user_id: string }; created_by: { user_id: string } };
  };
  const codeOf = async (key: string, path = '/v1/languages') =>
    (await browsers.asKey('GET', path, undefined, key)).error?.code;
  const recordOf = async (id: string) =>
    (await browsers.asKey('GET', '/v1/api-keys?limit=1000')).data.api_keys.find((key: { id: string }) => key.id === id);

  it('keys and open invites end with the user, at once, and the answer says which', async () => {
    await browsers.newUser('remaining@example.com', 'owner');
    const leaving = await browsers.newUser('leaving@example.com', 'owner');
    const { cookie } = leaving;
    const key = await makeKey({ cookie }, { scopes: ['keys:manage', 'languages', 'organization:manage'] });
    expect(key).toMatchObject({ owner: { user_id: leaving.id }, created_by: { user_id: leaving.id } });
    const further = await makeKey({ key: key.key }, { scopes: ['languages'] });
    const body = { email: 'backdoor@example.com', role: 'owner' };
    const invited = await browsers.send('POST', '/v1/users', { cookie, body });
    const deleted = await browsers.asKey('DELETE', `/v1/users/${leaving.id}`);
    expect(deleted.data).toEqual({
      ...{ id: leaving.id, deleted: true, transferred_keys: [] },
      revoked_keys: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === [key.id, further.id].sort().join()),
    });
    for (const one of [key, further]) {
      expect(await codeOf(one.key)).toBe('revoked_api_key');
      expect(await recordOf(one.id)).toMatchObject({ status: 'revoked', owner: { user_id: leaving.id } });
    }
    expect((await browsers.accept(invited.data.invite_url.split('#').at(-1))).error.code).toBe('not_found');
    expect((await browsers.invite('backdoor@example.com', 'developer')).status).toBe(201);
    const { data } = await browsers.asKey('GET', '/v1/compliance/audit-logs?action=api_key_revoke');
    expect(data.entries.map(({ resource_id }: { resource_id: string }) => resource_id)).toEqual(
      expect.arrayContaining([key.id, further.id]),
    );
  });

  it('keys are handed over to who deletes, and act in that name from then on', async () => {
    const staying = await browsers.newUser('staying@example.com', 'owner');
    const leaving = await browsers.newUser('handing-over@example.com', 'owner');
    const key = await makeKey({ cookie: leaving.cookie }, { scopes: ['languages', 'detect'] });
    const path = `/v1/users/${leaving.id}`;
    expect((await browsers.send('DELETE', `${path}?keys=keep`, { cookie: staying.cookie })).status).toBe(400);
    const own = await browsers.send('DELETE', `${path}?keys=transfer`, { cookie: leaving.cookie });
    expect(own.error.code).toBe('conflict');
    const deleted = await browsers.send('DELETE', `${path}?keys=transfer`, { cookie: staying.cookie });
    expect(deleted.data).toMatchObject({ revoked_keys: [], transferred_keys: [key.id] });
    expect(await recordOf(key.id)).toMatchObject({
      ...{ status: 'active', owner: { user_id: staying.id }, created_by: { user_id: leaving.id } },
    });
    const detected = await browsers.asKey('POST', '/v1/detect', { text: 'Hello there' }, key.key);
    expect(detected.status).toBe(200);
    const log = `/v1/compliance/audit-logs?key_id=${key.id}&action=detect`;
    expect((await browsers.asKey('GET', log)).data.entries).toMatchObject([{ user_id: staying.id }]);
    const transfers = await browsers.asKey('GET', '/v1/compliance/audit-logs?action=api_key_transfer');
    expect(transfers.data.entries).toMatchObject([{ resource_id: key.id, user_id: staying.id }]);
  });

  it('a key acts in the name of the owner that it was made for, within the role, and ends with that owner', async () => {
    const shop = await browsers.newUser('shop@example.com', 'developer');
    const key = await makeKey(ours(), { scopes: ['languages', 'detect'], owner: shop.id });
    expect(key.owner).toEqual({ user_id: shop.id });
    expect(key.created_by).not.toEqual(key.owner);
    await browsers.asKey('POST', '/v1/detect', { text: 'Hello there' }, key.key);
    const acts = await browsers.asKey('GET', `/v1/compliance/audit-logs?key_id=${key.id}`);
    expect(acts.data.entries).toMatchObject([{ action: 'detect', user_id: shop.id }]);
    const { data: log } = await browsers.asKey('GET', `/v1/compliance/audit-logs?resource_id=${key.id}`);
    expect(log.entries).toMatchObject([
      { action: 'api_key_create', metadata: { owner: shop.id, maker: key.created_by.user_id } },
    ]);
    expect(log.people[shop.id]).toEqual({ name: 'Ada', email: 'shop@example.com' });
    const history = await browsers.asKey('GET', `/v1/compliance/history/api_key/${key.id}`);
    expect(history.data.state).toMatchObject({ owner: key.owner, created_by: key.created_by });

    const refused = async (body: object, sent: { key: string } = ours()) =>
      (await browsers.send('POST', '/v1/api-keys', { ...sent, body: { name: 'refused', scopes: ['detect'], ...body } }))
        .error;
    expect(await refused({ owner: shop.id, scopes: ['compliance:read'] })).toMatchObject({
      ...{ code: 'insufficient_scope', details: { scopes: ['compliance:read'] } },
    });
    expect(await refused({ owner: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })).toMatchObject({ code: 'not_found' });
    expect(await refused({ owner: 'Ada' })).toMatchObject({
      code: 'invalid_request',
      details: { owner: [expect.any(String)] },
    });
    const limited = await makeKey(ours(), { scopes: ['keys:manage', 'detect'] });
    expect(await refused({ owner: shop.id }, { key: limited.key })).toMatchObject({
      ...{ code: 'insufficient_scope', details: { required: 'organization:manage' } },
    });
    expect(await refused({ owner: limited.owner.user_id }, { key: limited.key })).toBeUndefined();

    const rotated = (await browsers.asKey('POST', `/v1/api-keys/${key.id}/rotate`)).data;
    expect(rotated).toMatchObject({ owner: key.owner, created_by: key.created_by });
    const narrowed = await browsers.asKey('PATCH', `/v1/users/${shop.id}`, { role: 'auditor' });
    expect(narrowed.data.revoked_keys.toSorted()).toEqual([key.id, rotated.id].sort());
    expect(await codeOf(rotated.key)).toBe('revoked_api_key');
  });

  it('a translator sees the own documents alone, by session and by key', async () => {
    const translator = await browsers.newUser('translator@example.com', 'translator');
    const { cookie } = translator;
    const key = await makeKey(ours(), { scopes: ['documents:read', 'documents:write'], owner: translator.id });
    const upload = async (headers: Record<string, string>) => {
      const form = new FormData();
      form.set('file', new Blob(['Hello there.']), 'hello.txt');
      form.set('target', 'es');
      const answer = await fetch(`${browsers.own}/v1/documents`, { method: 'POST', headers, body: form });
      return ((await answer.json()) as { data: { id: string } }).data.id;
    };
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
    const foreign = await upload(bearer(service.apiKey));
    const own = await upload({ cookie: `${cookieName}=${cookie}`, origin: browsers.own });
    const byKey = await upload(bearer(key.key));
    const idsOf = ({ data }: Answer) => data.documents.map(({ id }: { id: string }) => id).sort();
    for (const who of [{ cookie }, { key: key.key }]) {
      expect(idsOf(await browsers.send('GET', '/v1/documents', who))).toEqual([own, byKey].sort());
      expect((await browsers.send('GET', `/v1/documents/${own}`, who)).status).toBe(200);
      for (const [method, path, body] of [
        ['GET', `/v1/documents/${foreign}`],
        ['GET', `/v1/documents/${foreign}/download`],
        ['GET', `/v1/documents/${foreign}/report`],
        ['GET', `/v1/documents/${foreign}/webhooks`],
        ['POST', `/v1/documents/${foreign}/translate`, { target: 'fr' }],
        ['DELETE', `/v1/documents/${foreign}`],
      ] as const) {
        expect((await browsers.send(method, path, { ...who, body })).error?.code).toBe('document_not_found');
      }
    }
    expect(idsOf(await browsers.asKey('GET', '/v1/documents'))).toEqual([foreign, own, byKey].sort());
    expect((await browsers.send('GET', '/v1/users', { cookie })).error.code).toBe('insufficient_scope');
  });

  it('compliance places holds and erases as a person, and sees who the users are', async () => {
    const { cookie } = await browsers.newUser('compliance@example.com', 'compliance');
    const hold = { period: { start: '2026-01-01', end: '2026-01-02' }, reason: 'Case 7' };
    const placed = await browsers.send('POST', '/v1/compliance/holds', { cookie, body: hold });
    expect(placed.status).toBe(201);
    expect((await browsers.send('DELETE', `/v1/compliance/holds/${placed.data.id}`, { cookie })).status).toBe(200);
    const erasure = { subject: { type: 'ip_address', id: '203.0.113.200' }, reason: 'Request 7' };
    expect((await browsers.send('POST', '/v1/compliance/erasures', { cookie, body: erasure })).error.code).toBe(
      'not_found',
    );
    const key = await makeKey(ours(), { scopes: ['compliance:read', 'compliance:write'] });
    for (const [path, body] of [
      ['/v1/compliance/holds', hold],
      ['/v1/compliance/erasures', erasure],
    ] as const) {
      expect((await browsers.asKey('POST', path, body, key.key)).error).toMatchObject({
        ...{ code: 'insufficient_scope', details: { required: 'organization:manage' } },
      });
      const auditor = await browsers.newUser(`auditor-${path.length}@example.com`, 'auditor');
      expect((await browsers.send('POST', path, { cookie: auditor.cookie, body })).status).toBe(403);
    }
    const declared = { controller: 'Marker Oy, Helsinki', purposes: ['Translation'] };
    const record = '/v1/compliance/processing-record';
    const set = await browsers.send('PUT', record, { cookie, body: declared });
    expect(set.data).toMatchObject({ ...declared, recipients: [], representative: null });
    const cleared = await browsers.send('PUT', record, { cookie, body: { controller: declared.controller } });
    expect(cleared.data).toMatchObject({ controller: declared.controller, purposes: [] });
    expect((await browsers.asKey('GET', record, undefined, key.key)).data).toEqual(cleared.data);
    const { data: log } = await browsers.asKey('GET', '/v1/compliance/audit-logs?action=settings_change&limit=2');
    expect(log.entries.map(({ metadata }: { metadata: object }) => metadata)).toEqual([
      { setting: 'processing_record', fields_set: [], fields_cleared: ['purposes'] },
      { setting: 'processing_record', fields_set: ['controller', 'purposes'], fields_cleared: [] },
    ]);
    expect(JSON.stringify(log)).not.toContain('Marker');
    const { data } = await browsers.send('GET', '/v1/users', { cookie });
    expect(data.users.map((user: object) => Object.keys(user).sort().join())).toEqual(
      data.users.map(() => 'email,id,name,role,status'),
    );
  });

  it('the operator makes, lists, resets and deletes users', async () => {
    const { organization_id: organization, api_key } = await commandLine<{ organization_id: string; api_key: string }>(
      service,
      ...['organization', 'create', '--name', 'By hand', '--tier', 'max', '--owner', 'Grace Hopper'],
    );
    const of = ['--organization', organization];
    const run = <T>(...args: string[]) => commandLine<T>(service, 'users', ...args, ...of);
    const email = 'op@hand.example';
    const made = await run<{ id: string; invite_url: string }>('create', '--email', email, '--role', 'owner');
    const tokenOf = ({ invite_url }: { invite_url: string }) => invite_url.split('#').at(-1) ?? '';
    const { cookie } = await browsers.accept(tokenOf(made));
    expect((await browsers.session(cookie)).data.user).toMatchObject({ id: made.id, role: 'owner' });
    const { users } = await run<{ users: { id: string }[] }>('list');
    expect(users).toMatchObject([
      { id: made.id, email, status: 'active' },
      { name: 'Grace Hopper', email: '', status: 'named', account_id: null },
    ]);
    // The first key acts in the name of the owner, who may own further ones.
    const first = users[1]?.id ?? '';
    const further = await makeKey({ key: api_key, origin: null }, { scopes: ['languages'], owner: first });
    expect(further).toMatchObject({ owner: { user_id: first }, created_by: { user_id: first } });
    const log = async (query: string) =>
      (await browsers.asKey('GET', `/v1/compliance/audit-logs?${query}`, undefined, api_key)).data;
    expect((await log('action=api_key_create&limit=1')).people).toEqual({ [first]: { name: 'Grace Hopper' } });
    const byAddress = await log(`user_id=${encodeURIComponent(email)}`);
    expect(byAddress.entries.length).toBeGreaterThan(0);
    expect(byAddress.people).toEqual({ [made.id]: { name: '', email } });
    expect((await log('user_id=nobody%40hand.example')).entries).toEqual([]);

    const asFirst = (method: string, path: string, body?: unknown) => browsers.asKey(method, path, body, api_key);
    const renamed = { id: first, name: 'Grace Brewster Hopper', status: 'named', role: 'owner' };
    expect((await asFirst('PATCH', `/v1/users/${first}`, { name: renamed.name })).data).toMatchObject(renamed);
    expect((await asFirst('PATCH', `/v1/users/${first}`, { role: 'auditor' })).error.code).toBe('conflict');
    expect((await asFirst('DELETE', `/v1/users/${first}`)).error.code).toBe('conflict');
    expect((await asFirst('GET', `/v1/users/${first}`)).data).toMatchObject(renamed);
    expect((await browsers.asKey('GET', `/v1/users/${first}`)).error.code).toBe('not_found');
    const { data: past } = await asFirst('GET', `/v1/compliance/history/user/${first}`);
    expect(past.events.map(({ state }: { state: { name: string } }) => state.name)).toEqual([
      'Grace Hopper',
      'Grace Brewster Hopper',
    ]);
    const changes = await log('action=user_update&result=success&limit=1');
    expect(changes.people).toEqual({ [first]: { name: renamed.name } });
    const named = await asFirst('GET', `/v1/compliance/history/user/${changes.entries[0].resource_id}`);
    expect(named.data.events).toEqual(past.events);

    const reset = await run<{ invite_url: string }>('reset-password', email);
    await eventually(
      () => browsers.session(cookie),
      ({ status }) => status === 401,
    );
    expect((await browsers.signIn(email)).status).toBe(401);
    expect((await browsers.accept(tokenOf(reset), 'a password after the reset')).status).toBe(200);

    const program = join(projectRoot, 'dist/apps/cli/main.js');
    const args = [program, '--json', 'users', 'create', '--email', 'piped@hand.example', '--role', 'auditor', ...of];
    const env = { ...cleanEnvironment(), ...service.commandLineSettings };
    const piped = JSON.parse(
      execFileSync(process.execPath, [...args, '--password-stdin'], { env, input: `${password}\n` }).toString(),
    );
    expect(piped.invite_url).toBeNull();
    expect((await browsers.signIn('piped@hand.example')).status).toBe(200);
    // The command line writes that the user is deleted, and nothing of the keys: so does a process that is killed.
    const key = await makeKey({ key: api_key, origin: null }, { scopes: ['languages'], owner: made.id });
    await run('delete', made.id);
    await eventually(
      () => codeOf(key.key),
      (code) => code === 'revoked_api_key',
    );
    const entries = () => browsers.asKey('GET', '/v1/compliance/audit-logs?action=api_key_revoke', undefined, api_key);
    const { data } = await eventually(entries, ({ data: found }) => found.entries.length > 0);
    expect(data.entries).toMatchObject([{ resource_id: key.id, user_id: 'operator', key_id: null }]);
    expect((await browsers.signIn(email, 'a password after the reset')).status).toBe(401);
  });
});
