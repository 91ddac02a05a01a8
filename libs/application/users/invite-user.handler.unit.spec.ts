import { describe, expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, invited, passwordSet, userDeleted } from '#test/fakes/user-events.js';
import { handlerSpecification, type Ports, stream } from '#test/handler/handler-specification.js';
import { InviteUser, InviteUserHandler } from './invite-user.handler.js';
import { hashToken } from './secret-tokens.js';

const make = ({ eventStore, subjectKeys, accounts }: Ports) => new InviteUserHandler(eventStore, subjectKeys, accounts);
const { organizationId, subject } = uploaderMetadata;
const wanted = { email: 'ada@example.com', name: 'Ada', role: 'developer' } as const;
const invite = new InviteUser(wanted, uploaderMetadata);

/** The address belongs to the account of the streams, whose subject is known. */
const known = handlerSpecification(make, async ({ accounts, subjectKeys }) => {
  await accounts.reserve({ accountId, organizationId, userId: 'usr_1' }, 'ADA@example.com');
  (subjectKeys as unknown as { subjects: Map<string, string> }).subjects.set(`user/${organizationId}/usr_1`, subject);
});

describe('inviting a user', () => {
  it('a new address begins an account, found by the token, and the event names neither address nor token', async () => {
    const { given } = handlerSpecification(make);
    const { result, ports } = await given()
      .when(invite)
      .then({ type: 'UserInvited', data: { organizationId, role: 'developer' } });
    const written = JSON.stringify(ports.eventStore.events);
    expect(written).not.toContain('ada@');
    expect(written).not.toContain(result.token);
    expect(written).not.toContain(result.userId);
    expect(written).toContain(hashToken(result.token));
    expect(await ports.accounts.withInvite(hashToken(result.token))).toEqual({
      accountId: result.accountId,
      organizationId,
      userId: result.userId,
    });
  });

  it.each([
    [{ ...wanted, role: 'auditor', name: 'Ada L.' }, [{ role: 'auditor', nameChanged: true }]],
    [{ ...wanted, role: 'auditor' }, [{ role: 'auditor', nameChanged: false }]],
    [wanted, []],
  ] as const)('a user who has not come gets another link and what is said now: %o', async (again, changes) => {
    const events = stream(user, accountId, structuredClone(invited));
    const { given } = handlerSpecification(make, async ({ accounts, subjectKeys }) => {
      await accounts.reserve({ accountId, organizationId, userId: 'usr_1' }, wanted.email);
      const of = await subjectKeys.subjectFor(organizationId, 'usr_1');
      const { email, name } = wanted;
      const sealedUser = await subjectKeys.seal(of, { user_id: 'usr_1', email, name });
      Object.assign(events.events[0]?.data ?? {}, { subject: of, sealedUser });
    });
    await given(events)
      .when(new InviteUser(again, uploaderMetadata))
      .then(...changes.map((data) => ({ type: 'UserChanged', data }) as const), { type: 'UserInviteRenewed' });
  });

  it('a user who has come gets a link to another password, and keeps name, role and the present one', async () => {
    const { result, ports } = await known
      .given(stream(user, accountId, invited, passwordSet))
      .when(new InviteUser({ ...wanted, name: 'Another' }, uploaderMetadata))
      .then({ type: 'UserInviteRenewed', data: { generation: 1 } });
    expect(result).toMatchObject({ accountId, userId: 'usr_1' });
    expect(await ports.accounts.withInvite(hashToken(result.token))).toMatchObject({ accountId });
  });

  it('no link is made with another role, by the user who has signed in, or by the operator', async () => {
    const signedIn = { ...uploaderMetadata, actorType: 'user', keyId: null } as const;
    for (const refused of [
      new InviteUser({ ...wanted, role: 'owner' }, uploaderMetadata),
      new InviteUser(wanted, signedIn),
      new InviteUser(wanted, { ...uploaderMetadata, actorType: 'operator', keyId: null, subject: 'sub_of_operator' }),
    ]) {
      const { accounts } = await known
        .given(stream(user, accountId, invited, passwordSet))
        .when(refused)
        .thenRejected('conflict');
      expect(accounts.kept.map(({ inviteHash }) => inviteHash)).toEqual([undefined]);
    }
    // Another user who has signed in may.
    await known
      .given(stream(user, accountId, invited, passwordSet))
      .when(new InviteUser(wanted, { ...signedIn, subject: 'sub_of_owner' }))
      .then({ type: 'UserInviteRenewed' });
  });

  it('an address whose user was deleted, or never begun, is free', async () => {
    const { result } = await known
      .given(stream(user, accountId, invited, userDeleted))
      .when(invite)
      .then({ type: 'UserInvited' });
    expect(result.accountId).not.toBe(accountId);
    const begun = await known.given().when(invite).then({ type: 'UserInvited', data: { accountId } });
    expect(begun.result.userId).toBe('usr_1');
  });
});
