import { expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, invited, passwordSet, stranger } from '#test/fakes/user-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RenewInvite, RenewInviteHandler } from './renew-invite.handler.js';
import { hashToken, passwordSecret } from './secret-tokens.js';

const account = { accountId, organizationId: uploaderMetadata.organizationId, userId: 'usr_1' };
const identity = { issuer: 'https://id.example', subject: 'ada' };
const { given } = handlerSpecification(
  ({ eventStore, accounts, keyVault }) => new RenewInviteHandler(eventStore, accounts, keyVault),
  async ({ accounts, keyVault }) => {
    await accounts.reserve(account, 'ada@example.com');
    await accounts.reserveIdentity({ ...account, identityId: 'idn_1' }, identity);
    await keyVault.putSecret(passwordSecret, 'cred_1', 'hash');
  },
);

it('a new link takes the place of password and identity, which are gone', async () => {
  const { result, ports } = await given(stream(user, accountId, invited, passwordSet))
    .when(new RenewInvite(account, uploaderMetadata))
    .then({ type: 'UserInviteRenewed', data: { generation: 2 } });
  expect(await ports.accounts.withInvite(hashToken(result.token))).toEqual(account);
  expect(await ports.accounts.withIdentity(account.organizationId, identity)).toBeUndefined();
  expect(await ports.keyVault.getSecret(passwordSecret, 'cred_1')).toBeUndefined();
});

it('the user of another organization is not found', () =>
  given(stream(user, accountId, invited))
    .when(new RenewInvite(account, stranger))
    .thenRejected('not_found'));
