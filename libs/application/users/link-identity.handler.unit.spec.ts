import { describe, expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, invited, stranger, userDeleted } from '#test/fakes/user-events.js';
import { handlerSpecification, type Ports, stream } from '#test/handler/handler-specification.js';
import { LinkIdentity, LinkIdentityHandler } from './link-identity.handler.js';

const identity = { issuer: 'https://id.example', subject: 'ada-at-the-provider' };
const { organizationId } = uploaderMetadata;
const account = { accountId, organizationId, userId: 'usr_1' };
const specification = (prepare: (ports: Ports) => Promise<unknown> = async () => undefined) =>
  handlerSpecification(
    ({ eventStore, accounts }) => new LinkIdentityHandler(eventStore, accounts),
    async (ports) => {
      await ports.accounts.reserve(account, 'ada@example.com');
      await ports.accounts.setInvite(accountId, 'invite-hash');
      await prepare(ports);
    },
  );
const link = new LinkIdentity(accountId, identity, uploaderMetadata);

describe('linking an identity', () => {
  it('the account is found by it, the invite holds no more, and the event does not say who it is', async () => {
    const { result, ports } = await specification()
      .given(stream(user, accountId, invited))
      .when(link)
      .then({ type: 'UserIdentityLinked', data: { issuer: identity.issuer, generation: 0 } });
    const known = await ports.accounts.withIdentity(organizationId, identity);
    expect(result.identities).toEqual([{ issuer: identity.issuer, identityId: known?.identityId }]);
    expect(known?.accountId).toBe(accountId);
    expect(await ports.accounts.withInvite('invite-hash')).toBeUndefined();
    expect(JSON.stringify(ports.eventStore.events)).not.toContain(identity.subject);
  });

  it('sent again it links once', () =>
    specification()
      .given(stream(user, accountId, invited))
      .when(link)
      .thenOnce({ type: 'UserIdentityLinked' }));

  it('what was reserved before a crash is linked by the next attempt', () =>
    specification(({ accounts }) => accounts.reserveIdentity({ ...account, identityId: 'idn_1' }, identity))
      .given(stream(user, accountId, invited))
      .when(link)
      .then({ type: 'UserIdentityLinked', data: { identityId: 'idn_1' } }));

  it('an identity of another user, and another identity of this one, are refused', async () => {
    const ofAnother = { identityId: 'idn_1', accountId: 'acc_2', organizationId };
    await specification(({ accounts }) => accounts.reserveIdentity(ofAnother, identity))
      .given(stream(user, accountId, invited))
      .when(link)
      .thenRejected('conflict');
    const another = { ...identity, subject: 'another' };
    await specification(({ accounts }) => accounts.reserveIdentity({ ...ofAnother, accountId }, another))
      .given(stream(user, accountId, invited))
      .when(link)
      .thenRejected('conflict');
  });

  it('a user who was deleted, or is of another organization, is not found', async () => {
    await specification()
      .given(stream(user, accountId, invited, userDeleted))
      .when(link)
      .thenRejected('not_found');
    await specification()
      .given(stream(user, accountId, invited))
      .when(new LinkIdentity(accountId, identity, stranger))
      .thenRejected('not_found');
  });
});
