import { beforeEach, describe, expect, it } from 'vitest';
import { ChangeUser } from '#libs/application/users/change-user.handler.js';
import { DeleteUser } from '#libs/application/users/delete-user.handler.js';
import { InviteUser } from '#libs/application/users/invite-user.handler.js';
import { scopes } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { readSettings } from '#libs/platform/config/settings.js';
import type { UserRecord } from '#projections/users/user-record.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { accountId } from '#test/fakes/user-events.js';
import { UsersController } from './users.controller.js';

const id = 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const access = accessOfKey({ scopes });
const { organizationId } = access;
const record: UserRecord = {
  ...{ id, email: 'ada@example.com', name: 'Ada', role: 'developer', status: 'invited', invite_expires_at: null },
  ...{ account_id: accountId, created_at: '2026-11-21T08:00:00.000Z' },
};
const settings = readSettings({ TRANSLEDGER_PUBLIC_URL: 'https://translate.example' });
const request = requestOf({}, { access });

let commands: RecordedCommands;
let lastOwnerAsked: string[];
let applied: number;

const controller = ({ isLastOwner = false, isFull = false } = {}) =>
  new UsersController(
    commands.asCommands,
    {
      withUserId: async (organization, userId) =>
        organization === organizationId && userId === id ? { accountId, organizationId, userId } : undefined,
    },
    {
      list: async (_organization, page) => ({
        users: [record],
        pagination: { ...page, total: 1, has_more: false, next_cursor: null },
      }),
      find: async (_organization, account) => (account === accountId ? record : undefined),
    },
    { visibleIn: async () => undefined },
    {
      within: (_organization, invite) => {
        if (isFull) throw new Rejection('conflict');
        return invite();
      },
    },
    {
      keptBy: async (account, _organization, change) => {
        lastOwnerAsked.push(account);
        if (isLastOwner) throw new Rejection('conflict');
        await change();
      },
    },
    {
      applyWritten: async () => {
        applied += 1;
      },
    },
    settings,
  );

beforeEach(() => {
  commands = new RecordedCommands({ accountId, userId: id, token: 'the-token', expiresAt: '' });
  lastOwnerAsked = [];
  applied = 0;
});

describe('users', () => {
  it('nobody is invited to an organization that has as many users as it may have', async () => {
    const user = { email: 'ada@example.com', role: 'developer' } as const;
    const refusal = await rejectionOf(() => controller({ isFull: true }).invite(request, user));
    expect([refusal.code, commands.sent]).toEqual(['conflict', []]);
  });

  it('an invited user is shown with the link, which ends with the token', async () => {
    const invited = await controller().invite(request, { email: 'ada@example.com', role: 'developer' });
    expect(invited).toEqual({ ...record, invite_url: 'https://translate.example/console/invite/the-token' });
    const user = { email: 'ada@example.com', name: '', role: 'developer' } as const;
    expect(commands.sent).toEqual([new InviteUser(user, uploaderMetadata)]);
    expect(applied).toBe(1);
  });

  it('nobody grants a role beyond the own scopes, addresses and end', async () => {
    for (const changes of [
      { scopes: ['organization:manage'] as const },
      { scopes, ipAllowlist: ['192.0.2.0/24'] },
      { scopes, endsAt: 1 },
    ]) {
      const limited = requestOf({}, { access: accessOfKey(changes) });
      const invite = () => controller().invite(limited, { email: 'ada@example.com', role: 'owner' });
      expect((await rejectionOf(invite)).code).toBe('insufficient_scope');
      const update = () => controller().update(limited, id, { role: 'owner' });
      expect((await rejectionOf(update)).code).toBe('insufficient_scope');
    }
    expect(commands.sent).toEqual([]);
  });

  it('a user of the own organization is changed and deleted, unless it is the last owner', async () => {
    expect(await controller().update(request, id, { name: 'Grace' })).toEqual(record);
    expect(lastOwnerAsked).toEqual([]);
    await controller().update(request, id, { role: 'auditor' });
    expect(await controller().delete(request, id)).toEqual({ id, deleted: true });
    expect(lastOwnerAsked).toEqual([accountId, accountId]);
    expect(commands.sent).toEqual([
      new ChangeUser(accountId, { name: 'Grace', role: undefined }, uploaderMetadata),
      new ChangeUser(accountId, { name: undefined, role: 'auditor' }, uploaderMetadata),
      new DeleteUser(accountId, uploaderMetadata),
    ]);
    const last = controller({ isLastOwner: true });
    expect((await rejectionOf(() => last.delete(request, id))).code).toBe('conflict');
    expect((await rejectionOf(() => last.update(request, id, { role: 'auditor' }))).code).toBe('conflict');
    const unknown = 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1RZ';
    for (const other of [unknown, 'key_1']) {
      expect((await rejectionOf(() => controller().delete(request, other))).code).toBe('not_found');
    }
    expect(commands.sent).toHaveLength(3);
  });

  it('users are listed with where the list goes on', async () => {
    expect(await controller().list(request, {})).toMatchObject({ users: [record], pagination: { total: 1 } });
  });
});
