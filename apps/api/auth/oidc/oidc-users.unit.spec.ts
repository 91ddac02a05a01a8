import { describe, expect, it } from 'vitest';
import type { UserEvent } from '#libs/domain/user/user.events.js';
import { toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, identityLinked, invited, passwordSet, userDeleted } from '#test/fakes/user-events.js';
import { Ports } from '#test/handler/handler-specification.js';
import { OidcUsers } from './oidc-users.js';

const { organizationId } = uploaderMetadata;
const { issuer, identityId } = identityLinked.data;
const access = accessOfKey();

const setUp = async (events: readonly UserEvent[], changes: { isKnown?: boolean; isGone?: boolean } = {}) => {
  const ports = new Ports();
  await ports.accounts.reserve({ accountId, organizationId, userId: 'usr_1' }, 'ada@example.com');
  await ports.accounts.reserve({ accountId: 'acc_2', organizationId: 'org_2', userId: 'usr_2' }, 'bob@example.com');
  if (changes.isKnown)
    await ports.accounts.reserveIdentity({ identityId, accountId, organizationId }, { issuer, subject: 'ada' });
  await ports.eventStore.append(`user-${accountId}`, toNewEvents('given', events, uploaderMetadata), 'no-stream');
  const users = new OidcUsers({
    organizationId,
    eventStore: ports.eventStore,
    accounts: ports.accounts,
    accountAccess: { of: async () => (changes.isGone ? undefined : access) },
  });
  let asked = 0;
  const find = (email: string | undefined, subject = 'ada') =>
    users.find({
      issuer,
      subject,
      verifiedEmail: async () => {
        asked += 1;
        return email;
      },
    });
  return { find, asked: () => asked };
};

describe('users by the identities of a provider', () => {
  it('the first time the verified address tells the user, whether there is a password or not', async () => {
    for (const events of [[invited], [invited, passwordSet]]) {
      const { find } = await setUp(events);
      expect(await find('ADA@example.com')).toMatchObject({ account: { accountId }, access, isLinked: false });
    }
  });

  it('once linked the identity alone counts, and no address is asked for', async () => {
    const { find, asked } = await setUp([invited, identityLinked], { isKnown: true });
    expect(await find('another@example.com')).toMatchObject({ account: { accountId }, isLinked: true });
    expect(asked()).toBe(0);
  });

  it('an address that is not verified, is unknown, or is of another organization tells nobody', async () => {
    const { find } = await setUp([invited]);
    expect(await find(undefined)).toEqual({ refused: 'email_not_verified', access: undefined });
    expect(await find('nobody@example.com')).toEqual({ refused: 'email_unknown', access: undefined });
    expect(await find('bob@example.com')).toEqual({ refused: 'email_unknown', access: undefined });
  });

  it('a user who is linked to another identity of the issuer is not linked again', async () => {
    const { find } = await setUp([invited, identityLinked], { isKnown: true });
    expect(await find('ada@example.com', 'mallory')).toEqual({ refused: 'linked_to_another', access });
  });

  it('a link that was taken away, or cut off before its event, is made anew by the address', async () => {
    const { find, asked } = await setUp([invited], { isKnown: true });
    expect(await find('ada@example.com')).toMatchObject({ account: { accountId }, isLinked: false });
    expect(asked()).toBe(1);
  });

  it('an invite that ended with its maker lets nobody in', async () => {
    const { inviteExpiresAt: _, inviteHash, invitedAt: at, ...rest } = invited.data;
    const { sealedUser: __, role: ___, ...of } = rest;
    const ended = { ...of, inviteHash, inviteExpiresAt: at, renewedAt: at, generation: 1 };
    const { find } = await setUp([invited, { type: 'UserInviteRenewed', data: ended }]);
    expect(await find('ada@example.com')).toEqual({ refused: 'email_unknown', access: undefined });
  });

  it('a user who was deleted is nobody, also where that is not known here yet', async () => {
    const deleted = await setUp([invited, identityLinked, userDeleted], { isKnown: true });
    expect(await deleted.find('ada@example.com')).toEqual({ refused: 'email_unknown', access: undefined });
    const meanwhile = await setUp([invited, identityLinked], { isKnown: true, isGone: true });
    expect(await meanwhile.find('ada@example.com')).toEqual({ refused: 'user_deleted', access: undefined });
  });
});
