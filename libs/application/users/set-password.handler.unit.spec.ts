import { describe, expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { accountId, invited, passwordSet, stranger } from '#test/fakes/user-events.js';
import { handlerSpecification, type Ports, stream } from '#test/handler/handler-specification.js';
import { passwordSecret } from './secret-tokens.js';
import { SetPassword, SetPasswordHandler } from './set-password.handler.js';

const { given } = handlerSpecification(
  ({ eventStore, keyVault, accounts }) => new SetPasswordHandler(eventStore, keyVault, accounts),
  ({ keyVault }) => keyVault.putSecret(passwordSecret, 'cred_1', 'old hash'),
);
const accepted = { accountId, hash: 'new hash', by: 'invite', proof: 'invite-hash' } as const;

const hashes = ({ keyVault }: Ports) => (keyVault as unknown as { secrets: Map<string, string> }).secrets;

describe('setting a password', () => {
  it('the hash is in the vault under the name that the event gives, and not in the event', async () => {
    const { result, ports } = await given(stream(user, accountId, invited))
      .when(new SetPassword(accepted, uploaderMetadata))
      .then({ type: 'UserPasswordSet', data: { generation: 1, by: 'invite' } });
    expect(JSON.stringify(ports.eventStore.events)).not.toContain('new hash');
    expect(await ports.keyVault.getSecret(passwordSecret, result.credentialId ?? '')).toBe('new hash');
  });

  it('the hash of the password before it goes', async () => {
    const { ports } = await given(stream(user, accountId, invited, passwordSet))
      .when(new SetPassword({ ...accepted, by: 'user', proof: 'cred_1' }, uploaderMetadata))
      .then({ type: 'UserPasswordSet', data: { generation: 2 } });
    expect([...hashes(ports).values()]).toEqual(['new hash']);
  });

  it('a password that may not be set leaves no hash', async () => {
    const events = stream(user, accountId, invited, passwordSet);
    const used = await given(events).when(new SetPassword(accepted, uploaderMetadata)).thenRejected('not_found');
    expect([...hashes(used).values()]).toEqual(['old hash']);
    await given(events)
      .when(new SetPassword({ ...accepted, by: 'operator' }, stranger))
      .thenRejected('not_found');
  });
});
