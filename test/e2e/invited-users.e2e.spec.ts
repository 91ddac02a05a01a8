import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { Browsers, password } from './browsers.js';
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
    expect(invited.data.invite_url.endsWith(`/${invited.token}`)).toBe(true);
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
    expect((await browsers.invite('ada@example.COM', 'developer')).error.code).toBe('conflict');

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
    const { cookie } = await browsers.accept(tokenOf(made));
    expect((await browsers.session(cookie)).data.user).toMatchObject({ id: made.id, role: 'owner' });
    const { users } = await run<{ users: object[] }>('list');
    expect(users).toMatchObject([{ id: made.id, email, status: 'active' }]);

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
    await run('delete', made.id);
    expect((await browsers.signIn(email, 'a password after the reset')).status).toBe(401);
  });
});
