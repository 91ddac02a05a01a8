import { describe, expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { roleScopes } from './role-scopes.js';
import type { UserCommand } from './user.commands.js';
import { type Account, mayCome, user } from './user.decider.js';
import type { UserEvent } from './user.events.js';

const now = '2026-11-21T08:00:00.000Z';
const later = '2026-11-28T08:00:00.000Z';
const of = { organizationId: 'org_1', accountId: 'acc_1', subject: 'sub_1' };
const invite = { inviteHash: 'hash', inviteExpiresAt: later };

const named = {
  organizationId: 'org_1',
  subject: 'sub_1',
  sealedUser: 'sealed',
  role: 'owner',
  createdAt: now,
} as const;
const invitedData = { ...of, ...invite, sealedUser: 'sealed', role: 'developer', invitedAt: now } as const;
const invited: UserEvent = { type: 'UserInvited', data: invitedData };
const passwordSet: UserEvent = {
  type: 'UserPasswordSet',
  data: { ...of, generation: 1, credentialId: 'cred_1', by: 'invite', setAt: now },
};
const deleted: UserEvent = { type: 'UserDeleted', data: { ...of, deletedAt: now } };
const accept = { type: 'SetPassword', credentialId: 'cred_1', by: 'invite', proof: 'hash', now } as const;

describe('a user', () => {
  it('sessions of an account end, where there are any, and change nothing else of it', () => {
    const end: Extract<UserCommand, { type: 'EndSessions' }> = { type: 'EndSessions', sessionIds: ['ses_1'], now };
    const ended: UserEvent = { type: 'UserSessionsEnded', data: { ...of, sessionIds: ['ses_1'], endedAt: now } };
    given(user, [invited, passwordSet]).when(end).then([ended]);
    given(user, [invited, passwordSet])
      .when({ ...end, sessionIds: [] })
      .then([]);
    expect(fold(user, [invited, passwordSet, ended])).toEqual(fold(user, [invited, passwordSet]));
    for (const none of [[], [invited, deleted]]) given(user, none).when(end).thenRejected('not_found');
  });

  it('a user in whose name keys act is created once, and has no account', () => {
    given(user, [])
      .when({ type: 'CreateUser', data: named })
      .then([{ type: 'UserCreated', data: named }]);
    given(user, [{ type: 'UserCreated', data: named }])
      .when({ type: 'CreateUser', data: named })
      .thenRejected('conflict');
    given(user, [{ type: 'UserCreated', data: named }])
      .when(accept)
      .thenRejected('not_found');
  });

  it('of a user in whose name keys act the name is changed, and the role stays', () => {
    const created: UserEvent = { type: 'UserCreated', data: named };
    const rename = { type: 'ChangeUser', role: 'owner', sealedUser: 'sealed anew', now } as const;
    const renamed: UserEvent = {
      type: 'UserChanged',
      data: {
        ...{ organizationId: 'org_1', accountId: 'sub_1', subject: 'sub_1', generation: 0, sealedUser: 'sealed anew' },
        ...{ role: 'owner', previousRole: 'owner', nameChanged: true, changedAt: now },
      },
    };
    given(user, [created]).when(rename).then([renamed]);
    expect(fold(user, [created, renamed])).toMatchObject({ status: 'named', sealedUser: 'sealed anew' });
    given(user, [created])
      .when({ ...rename, sealedUser: undefined })
      .then([]);
    given(user, [created])
      .when({ ...rename, role: 'auditor' })
      .thenRejected('conflict');
  });

  it('an account begins with an invite, once', () => {
    given(user, []).when({ type: 'InviteUser', data: invitedData }).then([invited]);
    given(user, [invited]).when({ type: 'InviteUser', data: invitedData }).thenRejected('conflict');
  });

  it('an invite sets a password once, before its end, and with its own token', () => {
    given(user, [invited]).when(accept).then([passwordSet]);
    given(user, [invited, passwordSet]).when(accept).thenRejected('not_found');
    given(user, [invited])
      .when({ ...accept, now: later })
      .thenRejected('not_found');
    given(user, [invited])
      .when({ ...accept, proof: 'another' })
      .thenRejected('not_found');
    given(user, []).when(accept).thenRejected('not_found');
    given(user, [invited, deleted]).when(accept).thenRejected('not_found');
  });

  it('a renewed invite takes the place of the last one and of the password', () => {
    const renew = { type: 'RenewInvite', invite: { ...invite, inviteHash: 'second' }, now } as const;
    const renewed: UserEvent = {
      type: 'UserInviteRenewed',
      data: { ...of, inviteHash: 'second', inviteExpiresAt: later, generation: 2, renewedAt: now },
    };
    given(user, [invited, passwordSet]).when(renew).then([renewed]);
    given(user, [invited, passwordSet, renewed]).when(accept).thenRejected('not_found');
    given(user, [invited, passwordSet, renewed])
      .when({ ...accept, by: 'user', proof: 'cred_1' })
      .thenRejected('conflict');
  });

  it('a user who has come is invited again beside the password, which holds until the link is used', () => {
    const again = { type: 'InviteAgain', invite: { ...invite, inviteHash: 'second' }, now } as const;
    const renewed: UserEvent = {
      type: 'UserInviteRenewed',
      data: { ...of, inviteHash: 'second', inviteExpiresAt: later, generation: 1, renewedAt: now },
    };
    const come = [invited, passwordSet];
    given(user, come).when(again).then([renewed]);
    expect(fold(user, [...come, renewed])).toMatchObject({ credentialId: 'cred_1', generation: 1 });
    const used: UserEvent = {
      type: 'UserPasswordSet',
      data: { ...of, generation: 2, credentialId: 'cred_2', by: 'invite', setAt: now },
    };
    const useIt = { ...accept, credentialId: 'cred_2', proof: 'second' } as const;
    given(user, [...come, renewed])
      .when(useIt)
      .then([used]);
    given(user, [...come, renewed, used])
      .when(useIt)
      .thenRejected('not_found');
    // Of who has not come the next generation, as ever.
    given(user, [invited])
      .when(again)
      .then([{ ...renewed, data: { ...renewed.data, generation: 1 } }]);
  });

  it('a link to another password ends with an own new password, another role and its maker, who leave the sign-in', () => {
    const renewed: UserEvent = {
      type: 'UserInviteRenewed',
      data: { ...of, inviteHash: 'second', inviteExpiresAt: later, generation: 1, renewedAt: now },
    };
    const linked = [invited, passwordSet, renewed];
    const useIt = { ...accept, proof: 'second' } as const;
    const own: UserEvent = {
      type: 'UserPasswordSet',
      data: { ...of, generation: 2, credentialId: 'cred_2', by: 'user', setAt: now },
    };
    given(user, [...linked, own])
      .when(useIt)
      .thenRejected('not_found');
    const changedTo = (role: 'owner' | 'developer', generation: number): UserEvent => ({
      type: 'UserChanged',
      data: {
        ...of,
        ...{ generation, sealedUser: 'sealed', role, previousRole: 'developer', nameChanged: true, changedAt: now },
      },
    });
    given(user, [...linked, changedTo('owner', 2)])
      .when(useIt)
      .thenRejected('not_found');
    expect(fold(user, [...linked, changedTo('developer', 1)])).toMatchObject({ invite: { inviteHash: 'second' } });
    const ended: UserEvent = {
      type: 'UserInviteRenewed',
      data: { ...of, inviteHash: '0'.repeat(64), inviteExpiresAt: now, generation: 1, renewedAt: now },
    };
    given(user, linked).when({ type: 'EndInvite', now }).then([ended]);
    expect(fold(user, [...linked, ended])).toMatchObject({ credentialId: 'cred_1', invite: null });
  });

  it('an invite that is ended is none, until there is another; of who has come none ends', () => {
    const ended: UserEvent = {
      type: 'UserInviteRenewed',
      data: { ...of, inviteHash: '0'.repeat(64), inviteExpiresAt: now, generation: 1, renewedAt: now },
    };
    const end = { type: 'EndInvite', now } as const;
    given(user, [invited]).when(end).then([ended]);
    given(user, [invited, ended]).when(end).then([]);
    given(user, [invited, ended])
      .when({ ...accept, proof: '0'.repeat(64), now: '2026-11-21T07:00:00.000Z' })
      .thenRejected('not_found');
    given(user, [invited, passwordSet]).when(end).then([]);
    given(user, [invited, ended])
      .when({ type: 'LinkIdentity', issuer: 'https://id.example', identityId: 'idn_1', now })
      .thenRejected('not_found');
    expect(fold(user, [invited])).toSatisfy((state) => mayCome(state as Account));
    expect(fold(user, [invited, ended])).not.toSatisfy((state) => mayCome(state as Account));
  });

  it('a user changes the password that was verified, and no newer one', () => {
    const change = { type: 'SetPassword', credentialId: 'cred_2', by: 'user', proof: 'cred_1', now } as const;
    const changed: UserEvent = {
      type: 'UserPasswordSet',
      data: { ...of, generation: 2, credentialId: 'cred_2', by: 'user', setAt: now },
    };
    given(user, [invited, passwordSet]).when(change).then([changed]);
    given(user, [invited, passwordSet, changed])
      .when({ ...change, credentialId: 'cred_3' })
      .thenRejected('conflict');
  });

  it('an identity is linked once, ends the invite, and is not exchanged for another of its issuer', () => {
    const link = { type: 'LinkIdentity', issuer: 'https://id.example', identityId: 'idn_1', now } as const;
    const linked: UserEvent = {
      type: 'UserIdentityLinked',
      data: { ...of, generation: 1, issuer: 'https://id.example', identityId: 'idn_1', linkedAt: now },
    };
    given(user, [invited, passwordSet]).when(link).then([linked]);
    given(user, [invited, linked]).when(link).then([]);
    given(user, [invited, linked]).when(accept).thenRejected('not_found');
    given(user, [invited, linked])
      .when({ ...link, identityId: 'idn_2' })
      .thenRejected('conflict');
    const elsewhere = { issuer: 'https://other.example', identityId: 'idn_2' };
    given(user, [invited, passwordSet, linked])
      .when({ ...link, ...elsewhere })
      .then([{ type: 'UserIdentityLinked', data: { ...linked.data, ...elsewhere } }]);
    given(user, []).when(link).thenRejected('not_found');
    given(user, [invited, deleted]).when(link).thenRejected('not_found');
  });

  it('a renewed invite unlinks, so that another identity can be linked', () => {
    const identity = { issuer: 'https://id.example', identityId: 'idn_1' };
    const linked: UserEvent = {
      type: 'UserIdentityLinked',
      data: { ...of, ...identity, generation: 0, linkedAt: now },
    };
    const renewed: UserEvent = { type: 'UserInviteRenewed', data: { ...of, ...invite, generation: 1, renewedAt: now } };
    given(user, [invited, linked, renewed])
      .when({ type: 'LinkIdentity', ...identity, identityId: 'idn_2', now })
      .then([{ type: 'UserIdentityLinked', data: { ...linked.data, identityId: 'idn_2', generation: 1 } }]);
  });

  it('another role is another generation, another name is not', () => {
    const data = { ...of, sealedUser: 'sealed', previousRole: 'developer', changedAt: now } as const;
    given(user, [invited])
      .when({ type: 'ChangeUser', role: 'owner', sealedUser: undefined, now })
      .then([{ type: 'UserChanged', data: { ...data, generation: 1, role: 'owner', nameChanged: false } }]);
    given(user, [invited])
      .when({ type: 'ChangeUser', role: 'developer', sealedUser: 'sealed anew', now })
      .then([
        {
          type: 'UserChanged',
          data: { ...data, generation: 0, sealedUser: 'sealed anew', role: 'developer', nameChanged: true },
        },
      ]);
    given(user, [invited]).when({ type: 'ChangeUser', role: 'developer', sealedUser: undefined, now }).then([]);
  });

  it('nothing happens to an account that was deleted', () => {
    given(user, [invited]).when({ type: 'DeleteUser', now }).then([deleted]);
    for (const command of [
      { type: 'DeleteUser', now },
      { type: 'RenewInvite', invite, now },
    ] as const) {
      given(user, [invited, passwordSet, deleted]).when(command).thenRejected('not_found');
    }
  });

  it('only an owner may manage keys, users and holds', () => {
    const managing = ['keys:manage', 'organization:manage', 'compliance:write'] as const;
    for (const scope of managing) {
      expect(roleScopes.owner).toContain(scope);
      expect(roleScopes.developer).not.toContain(scope);
      expect(roleScopes.auditor).not.toContain(scope);
    }
  });

  describe('the owner of the first start', () => {
    const link = (linkHash: string): Extract<UserEvent, { type: 'OwnerLinkMade' }> => ({
      type: 'OwnerLinkMade',
      data: { ...of, linkHash, linkExpiresAt: later, madeAt: now },
    });
    const signedUp: Extract<UserEvent, { type: 'OwnerSignedUp' }> = {
      type: 'OwnerSignedUp',
      data: { ...of, generation: 1, sealedUser: 'sealed', role: 'owner', credentialId: 'cred_1', signedUpAt: now },
    };

    it('an owner is expected by the last link, and has no account yet', () => {
      const { accountId, organizationId } = of;
      const owner = { status: 'expected', accountId, organizationId, subject: 'sub_1' };
      const expected = { ...owner, linkHash: 'second', linkExpiresAt: later };
      expect(fold(user, [link('first'), link('second')])).toEqual(expected);
      given(user, [link('first')])
        .when({ type: 'ChangeUser', role: 'auditor', sealedUser: undefined, now })
        .thenRejected('not_found');
      given(user, [link('first')])
        .when(accept)
        .thenRejected('not_found');
    });

    it('an owner who has signed up has an account, which no further link takes away', () => {
      const events = [link('first'), signedUp];
      expect(fold(user, events)).toMatchObject({ status: 'account', role: 'owner', generation: 1, invite: null });
      expect(fold(user, [...events, link('second')])).toEqual(fold(user, events));
      given(user, events)
        .when({ type: 'SetPassword', credentialId: 'cred_2', by: 'user', proof: 'cred_1', now })
        .then([
          { type: 'UserPasswordSet', data: { ...of, generation: 2, credentialId: 'cred_2', by: 'user', setAt: now } },
        ]);
    });

    const signUp = { type: 'SignUpOwner', proof: 'second', sealedUser: 'sealed', credentialId: 'cred_1', now } as const;

    it('the last link gives the owner an account, once and in time', () => {
      const { data } = signedUp;
      given(user, [link('first'), link('second')])
        .when(signUp)
        .then([{ type: 'OwnerSignedUp', data }]);
      for (const [events, command] of [
        [[link('first'), link('second')], { ...signUp, proof: 'first' }],
        [[link('second')], { ...signUp, now: later }],
        [[link('second'), signedUp], signUp],
        [[], signUp],
        [[invited], signUp],
      ] satisfies [UserEvent[], UserCommand][])
        given(user, events).when(command).thenRejected('not_found');
    });

    it('no link is made for an owner who has an account', () => {
      const made = link('third');
      given(user, [link('first')])
        .when({ type: 'MakeOwnerLink', data: made.data })
        .then([made]);
      for (const events of [[link('first'), signedUp], [invited]])
        given(user, events).when({ type: 'MakeOwnerLink', data: made.data }).thenRejected('conflict');
    });

    it('nobody signs up without a link', () => expect(fold(user, [signedUp])).toEqual({ status: 'none' }));
  });
});
