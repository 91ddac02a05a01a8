import { expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, invited, passwordSet, stranger, userDeleted } from '#test/fakes/user-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { DeleteUser, DeleteUserHandler } from './delete-user.handler.js';
import { passwordSecret } from './secret-tokens.js';

const { given } = handlerSpecification(
  ({ eventStore, accounts, keyVault }) => new DeleteUserHandler(eventStore, accounts, keyVault),
  async ({ accounts, keyVault }) => {
    await accounts.reserve({ accountId, organizationId: uploaderMetadata.organizationId, userId: 'usr_1' }, 'a@b');
    await keyVault.putSecret(passwordSecret, 'cred_1', 'hash');
  },
);
const events = stream(user, accountId, invited, passwordSet);

it('a deleted user is found by nothing, and the hash of the password is gone', async () => {
  const { ports } = await given(events).when(new DeleteUser(accountId, uploaderMetadata)).then({ type: 'UserDeleted' });
  expect(await ports.accounts.withEmail('a@b')).toEqual([]);
  expect(await ports.keyVault.getSecret(passwordSecret, 'cred_1')).toBeUndefined();
});

it('a user is deleted once, and by the own organization', async () => {
  await given(events).when(new DeleteUser(accountId, stranger)).thenRejected('not_found');
  await given(stream(user, accountId, invited, userDeleted))
    .when(new DeleteUser(accountId, uploaderMetadata))
    .thenRejected('not_found');
});
