import { beforeEach, describe, expect, it } from 'vitest';
import { ChangeUser } from '#libs/application/users/change-user.handler.js';
import { DeleteUser } from '#libs/application/users/delete-user.handler.js';
import { EndSessions } from '#libs/application/users/end-sessions.handler.js';
import { HandOverKeys } from '#libs/application/users/hand-over-keys.handler.js';
import { InviteUser } from '#libs/application/users/invite-user.handler.js';
import { WithdrawRights } from '#libs/application/users/withdraw-rights.handler.js';
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
import type { KnownAccount } from '../access/known-users.js';
import { UsersController } from './users.controller.js';

const id = 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const access = accessOfKey({ scopes });
const { organizationId } = access;
const record: UserRecord = {
  ...{ id, email: 'ada@example.com', name: 'Ada', role: 'developer', status: 'invited', invite_expires_at: null },
  ...{ account_id: accountId, created_at: '2026-11-21T08:00:00.000Z' },
};
const namedId = 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R3';
const named: UserRecord = {
  ...{ id: namedId, email: '', name: 'First owner', role: 'owner', status: 'named', invite_expires_at: null },
  ...{ account_id: null, created_at: '2026-11-21T08:00:00.000Z' },
};
const settings = readSettings({ TRANSLEDGER_PUBLIC_URL: 'https://translate.example' });
const request = requestOf({}, { access });

const owner = { subject: 'sub_of_user', sealed: 'sealed', userId: id, role: 'developer', gone: false } as const;
const later = '2026-11-28T08:00:00.000Z';
const account: KnownAccount = {
  ...{ id: accountId, owner: { ...owner }, role: 'developer', generation: 1, canSignIn: true, sessions: [] },
  organization: { id: organizationId, tier: 'pro', suspended: false, keys: [], unreadable: false },
};
const of = { accountId, subject: owner.subject };
const keys = [
  { id: 'key_translates', scopes: ['translate'] as const },
  { id: 'key_detects', scopes: ['detect', 'languages'] as const },
  { id: 'key_reads', scopes: ['languages'] as const },
];

let commands: RecordedCommands;
let warned: unknown[];
let lastOwnerAsked: string[];
let applied: number;

const controller = ({ isLastOwner = false, isFull = false } = {}) =>
  new UsersController(
    commands.asCommands,
    {
      withUserId: async (organization, userId) =>
        organization === organizationId && userId === id ? { accountId, organizationId, userId } : undefined,
      withEmail: async (email) =>
        email === 'grace@example.com'
          ? [{ accountId, organizationId, userId: id }]
          : [{ accountId, organizationId: 'org_other', userId: id }],
    },
    {
      find: async (organization, userId) =>
        organization === organizationId && userId === namedId ? 'sub_named' : undefined,
    },
    {
      list: async (_organization, page) => ({
        users: [record],
        pagination: { ...page, total: 1, has_more: false, next_cursor: null },
      }),
      find: async (_organization, account) => (account === accountId ? record : undefined),
      findNamed: async (_organization, subject) => (subject === 'sub_named' ? named : undefined),
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
      accountNow: async () => ({ account, otherOwners: 1 }),
      ownerNow: async (_organization, subject) =>
        subject === account.owner.subject ? { role: 'developer', keys } : { role: 'owner', keys: [] },
    },
    settings,
    { warn: (_fields: unknown, message?: string) => void warned.push(message) },
  );

beforeEach(() => {
  commands = new RecordedCommands({ accountId, userId: id, token: 'the-token', expiresAt: later });
  lastOwnerAsked = [];
  applied = 0;
  warned = [];
});

describe('users', () => {
  it('nobody is invited to an organization that has as many users as it may have', async () => {
    const user = { email: 'ada@example.com', role: 'developer' } as const;
    const refusal = await rejectionOf(() => controller({ isFull: true }).invite(request, user));
    expect([refusal.code, commands.sent]).toEqual(['conflict', []]);
    // Who is there already needs no room.
    await controller({ isFull: true }).invite(request, { ...user, email: 'grace@example.com' });
    expect(commands.sent).toHaveLength(1);
  });

  it('an invited user is shown with the link, which ends with the token', async () => {
    const invited = await controller().invite(request, { email: 'ada@example.com', role: 'developer' });
    expect(invited).toEqual({
      ...record,
      invite_expires_at: later,
      invite_url: 'https://translate.example/console/invite#the-token',
    });
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
    expect(await controller().update(request, id, { name: 'Grace' })).toEqual({ ...record, revoked_keys: [] });
    expect(lastOwnerAsked).toEqual([]);
    expect(await controller().update(request, id, { role: 'auditor' })).toMatchObject({
      revoked_keys: ['key_translates', 'key_detects'],
    });
    expect(await controller().delete(request, id, {})).toEqual({
      ...{ id, deleted: true, transferred_keys: [] },
      revoked_keys: ['key_translates', 'key_detects', 'key_reads'],
    });
    expect(lastOwnerAsked).toEqual([accountId, accountId]);
    expect(commands.sent).toEqual([
      new ChangeUser(accountId, { name: 'Grace', role: undefined }, uploaderMetadata),
      new ChangeUser(accountId, { name: undefined, role: 'auditor' }, uploaderMetadata),
      new WithdrawRights(of, uploaderMetadata),
      new DeleteUser(accountId, uploaderMetadata),
      new WithdrawRights(of, uploaderMetadata),
    ]);
    const last = controller({ isLastOwner: true });
    expect((await rejectionOf(() => last.delete(request, id, {}))).code).toBe('conflict');
    expect((await rejectionOf(() => last.update(request, id, { role: 'auditor' }))).code).toBe('conflict');
    const unknown = 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1RZ';
    for (const other of [unknown, 'key_1']) {
      expect((await rejectionOf(() => controller().delete(request, other, {}))).code).toBe('not_found');
    }
    expect(commands.sent).toHaveLength(5);
  });

  it('the open sessions of a user are ended, but for the one that asks', async () => {
    const sessionOf = (sessionId: string, generation = 1, endsAt = Number.POSITIVE_INFINITY) => ({
      ...{ id: sessionId, tokenHash: sessionId, account, generation, endsAt, usedAt: 0 },
    });
    account.sessions = [sessionOf('ses_1'), sessionOf('ses_2'), sessionOf('ses_3', 0), sessionOf('ses_4', 1, 0)];
    expect(await controller().endSessions(request, id)).toEqual({ id, ended_sessions: ['ses_1', 'ses_2'] });
    const user = { accountId, sessionId: 'ses_2', role: 'owner', generation: 1, sessionEndsAt: undefined } as const;
    const own = requestOf({}, { access: { ...access, user } });
    expect(await controller().endSessions(own, id)).toEqual({ id, ended_sessions: ['ses_1'] });
    expect(await controller().endSessions(request, namedId)).toEqual({ id: namedId, ended_sessions: [] });
    account.sessions = [];
    expect(commands.sent).toEqual([
      new EndSessions(accountId, ['ses_1', 'ses_2'], uploaderMetadata),
      new EndSessions(accountId, ['ses_1'], uploaderMetadata),
    ]);
    for (const other of ['usr_01KAH3W7J4B2X8Y6Z5V9T0S1RZ', 'key_1'])
      expect((await rejectionOf(() => controller().endSessions(request, other))).code).toBe('not_found');
  });

  it('keys are handed over to whoever deletes, before the deletion', async () => {
    commands = new RecordedCommands(['key_translates']);
    const { transferred_keys } = await controller().delete(request, id, { keys: 'transfer' });
    expect(transferred_keys).toEqual(['key_translates']);
    const to = { subject: access.subject, userId: access.userId, role: 'owner' } as const;
    expect(commands.sent).toEqual([
      new HandOverKeys(owner.subject, to, uploaderMetadata),
      new DeleteUser(accountId, uploaderMetadata),
      new WithdrawRights(of, uploaderMetadata),
    ]);
  });

  it('a user is deleted also where the ends of the keys are left to the worker', async () => {
    const execute = commands.execute.bind(commands);
    commands.execute = async (sentBy, command) => {
      if (command instanceof WithdrawRights) throw new Rejection('service_unavailable');
      return execute(sentBy, command);
    };
    expect(await controller().delete(request, id, {})).toMatchObject({ deleted: true });
    expect(warned).toHaveLength(1);
  });

  it('the owner in whose name keys act is shown and gets another name, and is not deleted', async () => {
    expect(await controller().one(request, namedId)).toEqual(named);
    expect(await controller().update(request, namedId, { name: 'Grace' })).toEqual({ ...named, revoked_keys: [] });
    expect(commands.sent).toEqual([new ChangeUser('sub_named', { name: 'Grace', role: undefined }, uploaderMetadata)]);
    expect((await rejectionOf(() => controller().delete(request, namedId, {}))).code).toBe('conflict');
    const foreign = requestOf({}, { access: { ...access, organizationId: 'org_other' } });
    for (const look of [
      () => controller().one(foreign, namedId),
      () => controller().update(foreign, namedId, { name: 'Eve' }),
      () => controller().one(foreign, id),
    ])
      expect((await rejectionOf(look)).code).toBe('not_found');
  });

  it('one user is shown as in the list, to who only audits without what the manager sees', async () => {
    expect(await controller().one(request, id)).toEqual(record);
    const { email, name, role, status } = record;
    const auditor = requestOf({}, { access: accessOfKey({ scopes: ['compliance:read'] }) });
    expect(await controller().one(auditor, id)).toEqual({ id, email, name, role, status });
    for (const other of ['usr_01KAH3W7J4B2X8Y6Z5V9T0S1RZ', 'x'])
      expect((await rejectionOf(() => controller().one(request, other))).code).toBe('not_found');
  });

  it('users are listed with where the list goes on, and to who only audits without what the manager sees', async () => {
    expect(await controller().list(request, {})).toMatchObject({ users: [record], pagination: { total: 1 } });
    const auditor = requestOf({}, { access: accessOfKey({ scopes: ['compliance:read'] }) });
    const { email, name, role, status } = record;
    expect((await controller().list(auditor, {})).users).toEqual([{ id, email, name, role, status }]);
  });
});
