import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { EventLog, ReadModelFixture } from '../read-model.fixture.js';
import { users } from './users.projection.js';
import { UserQueries } from './users.queries.js';

const at = '2026-11-21T08:00:00.000Z';
const later = '2026-11-28T08:00:00.000Z';

describe('the read model of users', () => {
  let fixture: ReadModelFixture;
  let subjectKeys: InMemorySubjectKeys;
  let queries: UserQueries;
  let log: EventLog;
  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
  });
  beforeEach(async () => {
    await fixture.empty('user_account');
    log = new EventLog();
    subjectKeys = new InMemorySubjectKeys();
    queries = new UserQueries(fixture.dataSource, subjectKeys);
  });
  afterAll(() => fixture.close());

  const invited = async (number: number, organizationId = 'org_a') => {
    const userId = `usr_${number}`;
    const subject = await subjectKeys.subjectFor(organizationId, userId);
    const of = { organizationId, accountId: `acc_${number}`, subject };
    const sealedUser = await subjectKeys.seal(subject, {
      user_id: userId,
      email: `${number}@example.com`,
      name: 'Ada',
    });
    const invite = { inviteHash: `hash ${number}`, inviteExpiresAt: later };
    return {
      of,
      sealedUser,
      event: log.event('UserInvited', { ...of, ...invite, sealedUser, role: 'owner', invitedAt: at }),
    };
  };
  const page = { limit: 10, offset: 0 };

  it('a user is shown as invited, then as active, with what was changed, until the deletion', async () => {
    const { of, sealedUser, event } = await invited(1);
    const set = { ...of, generation: 1, credentialId: 'cred_1', by: 'invite', setAt: at } as const;
    const shown = {
      ...{ id: 'usr_1', email: '1@example.com', name: 'Ada', role: 'owner', status: 'invited' },
      ...{ invite_expires_at: later, account_id: 'acc_1', created_at: at },
    };
    await fixture.given([users], [event]);
    expect(await queries.find('org_a', 'acc_1')).toEqual(shown);
    expect(await queries.find('org_b', 'acc_1')).toBeUndefined();

    const role = { role: 'auditor', previousRole: 'owner', nameChanged: false } as const;
    await fixture.given(
      [users],
      [
        log.event('UserPasswordSet', set),
        log.event('UserChanged', { ...of, ...role, generation: 2, sealedUser, changedAt: at }),
      ],
    );
    const active = { ...shown, role: 'auditor', status: 'active', invite_expires_at: null };
    expect(await queries.find('org_a', 'acc_1')).toEqual(active);
    expect(await queries.hasAccount('org_a', of.subject)).toBe(true);
    expect(await queries.hasAccount('org_b', of.subject)).toBe(false);

    const renewed = { inviteHash: 'second', inviteExpiresAt: later, generation: 3, renewedAt: at };
    const byOperator = { actorType: 'operator', keyId: null } as const;
    await fixture.given([users], [log.event('UserInviteRenewed', { ...of, ...renewed, generation: 2 })]);
    expect(await queries.find('org_a', 'acc_1')).toEqual(active);
    await fixture.given([users], [log.event('UserInviteRenewed', { ...of, ...renewed }, byOperator)]);
    expect(await queries.find('org_a', 'acc_1')).toEqual({ ...shown, role: 'auditor' });

    const linked = { issuer: 'https://id.example', identityId: 'idn_1', generation: 3, linkedAt: at };
    await fixture.given([users], [log.event('UserIdentityLinked', { ...of, ...linked })]);
    expect(await queries.find('org_a', 'acc_1')).toEqual(active);
    await fixture.given([users], [log.event('UserInviteRenewed', { ...of, ...renewed, generation: 4 }, byOperator)]);
    expect(await queries.find('org_a', 'acc_1')).toMatchObject({ status: 'invited' });

    expect(await queries.everOf('org_a', of.subject)).toMatchObject({ status: 'invited', deleted_at: null });

    await fixture.given([users], [log.event('UserDeleted', { ...of, deletedAt: at })]);
    expect(await queries.find('org_a', 'acc_1')).toBeUndefined();
    expect(await queries.hasAccount('org_a', of.subject)).toBe(false);
    expect(await queries.accountOf('org_a', of.subject)).toBe('acc_1');
    expect(await queries.accountOf('org_b', of.subject)).toBeUndefined();
    expect(await queries.everOf('org_a', of.subject)).toEqual({
      ...shown,
      role: 'auditor',
      status: 'deleted',
      deleted_at: at,
    });
    expect(await queries.everOf('org_b', of.subject)).toBeUndefined();
    expect(await queries.list('org_a', page)).toMatchObject({ users: [], pagination: { total: 0 } });
  });

  it('users are listed newest first, of one organization, and erased ones without their names', async () => {
    const events = [await invited(1), await invited(2), await invited(3, 'org_b')].map(({ event }) => event);
    await fixture.given([users], events);
    await subjectKeys.destroy(await subjectKeys.subjectFor('org_a', 'usr_1'));
    const { users: listed, pagination } = await queries.list('org_a', page);
    expect(listed.map(({ id, email, name }) => [id, email, name])).toEqual([
      ['usr_2', '2@example.com', 'Ada'],
      ['[erased]', '[erased]', '[erased]'],
    ]);
    expect(pagination).toMatchObject({ total: 2, has_more: false });
  });

  it('open invites are found by who made the last one, and those of nobody known too', async () => {
    const made = await Promise.all([1, 2, 3, 4].map((number) => invited(number)));
    const inviterOf = (number: number) => made[number]?.event.metadata.subject as string;
    await fixture.given(
      [users],
      made.map(({ event }) => event),
    );
    const of = made[3]?.of ?? expect.fail();
    await fixture.given([users], [log.event('UserDeleted', { ...of, deletedAt: at })]);
    const invites = (inviter: string, now = at) => queries.openInvites('org_a', inviter, now);
    expect(await invites(inviterOf(0))).toEqual(['acc_1', 'acc_2', 'acc_3']);
    expect(await invites('sub_other')).toEqual([]);
    expect(await invites(inviterOf(0), later)).toEqual([]);
    expect(await queries.openInvites('org_b', inviterOf(0), at)).toEqual([]);
    const ended = { inviteHash: '0', inviteExpiresAt: at, generation: 1, renewedAt: at };
    // One who has come may have a link too.
    const set = { ...(made[0]?.of ?? of), generation: 1, credentialId: 'cred_1', by: 'invite', setAt: at } as const;
    const again = { ...ended, inviteExpiresAt: later };
    await fixture.given(
      [users],
      [log.event('UserPasswordSet', set), log.event('UserInviteRenewed', { ...(made[0]?.of ?? of), ...again })],
    );
    expect(await invites(inviterOf(0))).toContain('acc_1');
    await fixture.given([users], [log.event('UserInviteRenewed', { ...(made[0]?.of ?? of), ...ended })]);
    expect(await invites(inviterOf(0))).toEqual(['acc_2', 'acc_3']);
    await fixture.pool.query("update read_model.user_account set inviter_subject = null where id = 'acc_2'");
    expect(await invites('sub_other')).toEqual(['acc_2']);
  });

  it('an owner who signed up by a link is an active user from then on', async () => {
    const { of, sealedUser } = await invited(1);
    const link = { linkHash: 'hash', linkExpiresAt: later, madeAt: at };
    const signedUp = { generation: 1, sealedUser, role: 'owner', credentialId: 'cred_1', signedUpAt: at } as const;
    await fixture.given([users], [log.event('OwnerLinkMade', { ...of, ...link })]);
    expect(await queries.find('org_a', 'acc_1')).toBeUndefined();
    await fixture.given([users], [log.event('OwnerSignedUp', { ...of, ...signedUp })]);
    expect(await queries.find('org_a', 'acc_1')).toMatchObject({ id: 'usr_1', role: 'owner', status: 'active' });
  });
});
