import { beforeEach, describe, expect, it } from 'vitest';
import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { accountId, invited, passwordSet, userDeleted } from '#test/fakes/user-events.js';
import type { KeyOwner, KnownOrganization } from './known-keys.js';
import { accessOfUser, KnownUsers } from './known-users.js';

const now = Date.parse('2026-11-21T09:00:00.000Z');
const organization: KnownOrganization = { id: 'org_1', tier: 'pro', suspended: false, keys: [], unreadable: false };
const { subject, organizationId } = invited.data;

const began = (id: string, generation = 1, expiresAt = '2026-11-21T20:00:00.000Z') =>
  ({
    type: 'SessionBegan',
    data: {
      organizationId,
      sessionId: id,
      accountId,
      tokenHash: `hash of ${id}`,
      generation,
      method: 'password',
      expiresAt,
      beganAt: '2026-11-21T08:00:00.000Z',
    },
  }) as const;
const ended = (sessionId: string) =>
  ({
    type: 'SessionEnded',
    data: { organizationId, sessionId, accountId, endedAt: '2026-11-21T08:30:00.000Z' },
  }) as const;
const changed = {
  type: 'UserChanged',
  data: {
    organizationId,
    accountId,
    subject,
    generation: 2,
    sealedUser: 'sealed',
    role: 'owner',
    previousRole: 'developer',
    nameChanged: false,
    changedAt: '2026-11-21T08:30:00.000Z',
  },
} as const;

describe('the users that a node knows', () => {
  let users: KnownUsers;
  let owner: KeyOwner | undefined;
  const apply = (...events: AnyDomainEvent[]) => {
    for (const event of events) users.apply(event, now);
  };
  const isKnown = (id: string) => users.findSession(`hash of ${id}`, now) !== undefined;

  beforeEach(() => {
    users = new KnownUsers({
      organizationOf: () => organization,
      ownerOf: (reference, sealed) => {
        owner = { subject: reference, sealed, userId: undefined, role: undefined, gone: false };
        return owner;
      },
      knownOwner: () => owner,
    });
    apply(invited, passwordSet);
  });

  it('a session is that of its token, with the scopes of the role, until it ends or is over', () => {
    apply(began('ses_1'), began('ses_2'), began('ses_3', 1, '2026-11-21T08:59:00.000Z'));
    expect(['ses_1', 'ses_2', 'ses_3', 'ses_4'].map(isKnown)).toEqual([true, true, false, false]);
    const session = users.findSession('hash of ses_1', now);
    const account = users.find(accountId);
    if (account === undefined) throw new Error('There is no account');
    expect(accessOfUser(account, 'usr_1', session)).toMatchObject({
      keyId: accountId,
      organizationId: 'org_1',
      tier: 'pro',
      scopes: expect.arrayContaining(['translate', 'webhooks:manage']),
      user: { accountId, sessionId: 'ses_1', role: 'developer', generation: 1 },
    });
    apply(ended('ses_1'));
    expect(['ses_1', 'ses_2'].map(isKnown)).toEqual([false, true]);
    expect(users.findSession('hash of ses_2', Date.parse('2026-11-21T20:00:00.000Z'))).toBeUndefined();
  });

  it('sessions that somebody else ended are none, on their own', () => {
    apply(began('ses_1'), began('ses_2'), began('ses_3'));
    const data = { organizationId, accountId, subject, sessionIds: ['ses_1', 'ses_3', 'ses_9'] };
    apply({ type: 'UserSessionsEnded', data: { ...data, endedAt: '2026-11-21T08:30:00.000Z' } });
    expect(['ses_1', 'ses_2', 'ses_3'].map(isKnown)).toEqual([false, true, false]);
  });

  it('accounts are counted once each, whatever comes again, until they are deleted', () => {
    expect([users.countOf('org_1'), users.countOf('org_2')]).toEqual([1, 0]);
    apply(invited, { ...invited, data: { ...invited.data, accountId: 'acc_other' } }, changed);
    users.addAccounts([
      {
        ...{ id: 'acc_other', organization_id: 'org_1', subject, sealed_user: 'sealed' },
        ...{ role: 'developer', generation: 0, can_sign_in: false },
      },
    ]);
    expect(users.countOf('org_1')).toBe(2);
    apply(userDeleted, userDeleted);
    expect(users.countOf('org_1')).toBe(1);
  });

  it('another password, another role, a new link and a deletion end every session of before', () => {
    const renewed = {
      type: 'UserInviteRenewed',
      data: { ...passwordSet.data, ...invited.data, generation: 3, renewedAt: invited.data.invitedAt },
    } as const;
    apply(began('ses_1'), changed);
    expect(isKnown('ses_1')).toBe(false);
    apply(began('ses_2', 2), renewed);
    expect(isKnown('ses_2')).toBe(false);
    apply(began('ses_3', 3), userDeleted);
    expect(isKnown('ses_3')).toBe(false);
  });

  it('a link to another password ends no session, and its user can sign in still', () => {
    const link = { ...passwordSet.data, ...invited.data, renewedAt: invited.data.invitedAt };
    apply(began('ses_1'), { type: 'UserInviteRenewed', data: { ...link, generation: 1 } });
    expect([isKnown('ses_1'), users.find(accountId)?.canSignIn]).toEqual([true, true]);
    apply({ type: 'UserInviteRenewed', data: { ...link, generation: 2 } });
    expect([isKnown('ses_1'), users.find(accountId)?.canSignIn]).toEqual([false, false]);
  });

  it('a session that was begun with what holds no more is none, even if its event comes later', () => {
    apply(changed, began('ses_1'));
    expect(isKnown('ses_1')).toBe(false);
    apply(userDeleted, began('ses_2', 2));
    expect(isKnown('ses_2')).toBe(false);
  });

  it('events that come again change nothing', () => {
    apply(began('ses_1'), changed, began('ses_2', 2), passwordSet, began('ses_2', 2));
    expect(users.find(accountId)).toMatchObject({ role: 'owner', generation: 2 });
    expect(['ses_1', 'ses_2'].map(isKnown)).toEqual([false, true]);
  });

  it('an account has twenty sessions; one more ends the oldest', () => {
    apply(...Array.from({ length: 21 }, (_, index) => began(`ses_${index}`)));
    expect(['ses_0', 'ses_1', 'ses_20'].map(isKnown)).toEqual([false, true, true]);
  });

  it('rows of the read models are known as the events that made them, and go on with those behind', () => {
    const account = { subject, sealed_user: 'sealed', role: 'auditor', generation: 4, can_sign_in: true } as const;
    users.addAccounts([{ id: 'acc_9', organization_id: 'org_1', ...account }]);
    const row = (id: string, generation: number) => ({
      id,
      account_id: 'acc_9',
      token_hash: `hash of ${id}`,
      generation,
      began_at: '2026-11-21T08:00:00.000Z',
      expires_at: '2026-11-21T20:00:00.000Z',
    });
    users.addSessions([row('ses_8', 3), row('ses_9', 4)], now);
    expect(['ses_8', 'ses_9'].map(isKnown)).toEqual([false, true]);
    apply({ ...userDeleted, data: { ...userDeleted.data, accountId: 'acc_9' } });
    expect(isKnown('ses_9')).toBe(false);
  });

  it('owners who can sign in are counted, but for one', () => {
    const owner = (id: string): AnyDomainEvent => ({
      type: 'UserInvited',
      data: { ...invited.data, accountId: id, role: 'owner' },
    });
    apply(owner('acc_2'), owner('acc_3'), { ...passwordSet, data: { ...passwordSet.data, accountId: 'acc_2' } });
    expect(users.countOtherOwners('org_1', accountId)).toBe(1);
    expect(users.countOtherOwners('org_1', 'acc_2')).toBe(0);
    expect(users.countOtherOwners('org_2', accountId)).toBe(0);
    const identity = { issuer: 'https://id.example', identityId: 'idn_1', linkedAt: invited.data.invitedAt };
    const linked = { ...passwordSet.data, ...identity, accountId: 'acc_3', generation: 0 };
    apply({ type: 'UserIdentityLinked', data: linked });
    expect(users.countOtherOwners('org_1', accountId)).toBe(2);
  });

  it('an owner who signed up by a link can sign in', () => {
    const { inviteHash: _, inviteExpiresAt: __, invitedAt: signedUpAt, ...account } = invited.data;
    const data = {
      ...account,
      accountId: 'acc_2',
      role: 'owner',
      generation: 1,
      credentialId: 'cred_2',
      signedUpAt,
    } as const;
    apply({ type: 'OwnerSignedUp', data });
    expect(users.find('acc_2')).toMatchObject({ role: 'owner', generation: 1, canSignIn: true });
    expect(users.countOtherOwners('org_1', accountId)).toBe(1);
  });
});
