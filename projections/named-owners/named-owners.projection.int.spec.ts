import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { EventLog, ReadModelFixture } from '../read-model.fixture.js';
import { users } from '../users/users.projection.js';
import { UserQueries } from '../users/users.queries.js';
import { namedOwners } from './named-owners.projection.js';

const at = '2026-11-21T08:00:00.000Z';
const later = '2026-11-22T08:00:00.000Z';
const organizationId = 'org_a';
const page = { limit: 10, offset: 0 };

describe('owners in whose names first keys were made', () => {
  let fixture: ReadModelFixture;
  let subjectKeys: InMemorySubjectKeys;
  let queries: UserQueries;
  const log = new EventLog();

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
  });
  beforeEach(async () => {
    await fixture.empty('user_account', 'named_owner');
    subjectKeys = new InMemorySubjectKeys();
    queries = new UserQueries(fixture.dataSource, subjectKeys);
  });
  afterAll(() => fixture.close());

  const sealedUser = async (userId: string, more: object) => {
    const subject = await subjectKeys.subjectFor(organizationId, userId);
    return { organizationId, subject, sealedUser: await subjectKeys.seal(subject, { user_id: userId, ...more }) };
  };
  const first = async (name: object = { name: 'Grace' }) =>
    log.event('UserCreated', { ...(await sealedUser('usr_first', name)), role: 'owner', createdAt: at });

  it('the owner is listed beside the users, has a name, and no account', async () => {
    const invite = { accountId: 'acc_1', inviteHash: 'hash', inviteExpiresAt: later, role: 'developer' } as const;
    const ada = await sealedUser('usr_1', { email: 'ada@example.com', name: 'Ada' });
    await fixture.given(
      [users, namedOwners],
      [await first(), log.event('UserInvited', { ...ada, ...invite, invitedAt: later })],
    );
    const { users: listed, pagination } = await queries.list(organizationId, page);
    expect(listed).toMatchObject([
      { id: 'usr_1' },
      { id: 'usr_first', name: 'Grace', status: 'named', account_id: null },
    ]);
    expect(pagination.total).toBe(2);
    const { next_cursor: cursor } = (await queries.list(organizationId, { limit: 1, offset: 0 })).pagination;
    const rest = await queries.list(organizationId, { ...page, cursor: cursor ?? undefined });
    expect(rest.users.map(({ id }) => id)).toEqual(['usr_first']);
    expect((await queries.list('org_b', page)).users).toEqual([]);
    const subject = await subjectKeys.subjectFor(organizationId, 'usr_first');
    expect(await queries.hasAccount(organizationId, subject)).toBe(false);
    expect(await queries.namesOf(organizationId, [subject, ada.subject, 'sub_other'])).toEqual(
      new Map([
        [subject, { name: 'Grace', email: '' }],
        [ada.subject, { name: 'Ada', email: 'ada@example.com' }],
      ]),
    );
    expect(await queries.namesOf('org_b', [subject])).toEqual(new Map());
    await subjectKeys.destroy(subject);
    expect((await queries.namesOf(organizationId, [subject])).size).toBe(0);
  });

  it('an owner gets another name, and is found by the reference in the own organization', async () => {
    const created = await first();
    const { subject } = created.data as { subject: string };
    const sealed = await subjectKeys.seal(subject, { user_id: 'usr_first', name: 'Grace Hopper' });
    const changed = {
      organizationId,
      accountId: subject,
      subject,
      generation: 0,
      sealedUser: sealed,
      changedAt: later,
    };
    const roles = { role: 'owner', previousRole: 'owner', nameChanged: true } as const;
    await fixture.given([users, namedOwners], [created, log.event('UserChanged', { ...changed, ...roles })]);
    const shown = { id: 'usr_first', name: 'Grace Hopper', status: 'named', created_at: at };
    expect((await queries.list(organizationId, page)).users).toMatchObject([shown]);
    expect(await queries.findNamed(organizationId, subject)).toMatchObject(shown);
    expect(await queries.findNamed('org_b', subject)).toBeUndefined();
    expect(await queries.findNamed(organizationId, 'sub_other')).toBeUndefined();
  });

  it('an owner of an older release has no name', async () => {
    await fixture.given([namedOwners], [await first({})]);
    expect((await queries.list(organizationId, page)).users).toMatchObject([{ id: 'usr_first', name: '', email: '' }]);
  });

  it('an owner who has signed up is listed once, by the account', async () => {
    const signedUp = {
      accountId: 'acc_1',
      generation: 1,
      role: 'owner',
      credentialId: 'cred_1',
      signedUpAt: later,
    } as const;
    const account = await sealedUser('usr_first', { email: 'grace@example.com', name: 'Grace Hopper' });
    await fixture.given([users, namedOwners], [await first(), log.event('OwnerSignedUp', { ...account, ...signedUp })]);
    const { users: listed, pagination } = await queries.list(organizationId, page);
    expect(listed).toMatchObject([{ id: 'usr_first', status: 'active', name: 'Grace Hopper', account_id: 'acc_1' }]);
    expect(pagination.total).toBe(1);
    const names = await queries.namesOf(organizationId, [account.subject]);
    expect(names.get(account.subject)).toEqual({ name: 'Grace Hopper', email: 'grace@example.com' });
  });
});
