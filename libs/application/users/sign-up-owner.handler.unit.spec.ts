import { describe, expect, it } from 'vitest';
import { user } from '#libs/domain/user/user.decider.js';
import type { UserEvent } from '#libs/domain/user/user.events.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, type Ports, stream } from '#test/handler/handler-specification.js';
import { accountIdOfOwner } from './owner-links.js';
import { passwordSecret } from './secret-tokens.js';
import { SignUpOwner, SignUpOwnerHandler } from './sign-up-owner.handler.js';

const { organizationId } = uploaderMetadata;
const subject = 'sub_of_owner';
const accountId = accountIdOfOwner(subject);
const make = ({ eventStore, subjectKeys, keyVault, accounts }: Ports) =>
  new SignUpOwnerHandler(eventStore, subjectKeys, keyVault, accounts);

const created = (sealedUser: string): UserEvent => ({
  type: 'UserCreated',
  data: { organizationId, subject, sealedUser, role: 'owner', createdAt: 'then' },
});
const link: UserEvent = {
  type: 'OwnerLinkMade',
  data: {
    ...{ organizationId, accountId, subject },
    ...{ linkHash: 'the hash', linkExpiresAt: '2099-01-01T00:00:00.000Z', madeAt: 'then' },
  },
};
const wanted = { accountId, subject, proof: 'the hash', email: 'ada@example.com', name: 'Ada', hash: 'hashed' };

/** The owner whose name was sealed for the first key, and the link. */
const expected = async () => {
  const events = { owner: stream(user, subject, created('')), link: stream(user, accountId, link) };
  const { given } = handlerSpecification(make, async ({ subjectKeys }) => {
    const { subjects } = subjectKeys as unknown as { subjects: Map<string, string> };
    subjects.set(`user/${organizationId}/usr_1`, subject);
    const sealedUser = await subjectKeys.seal(subject, { user_id: 'usr_1', name: 'First owner' });
    Object.assign(events.owner.events[0]?.data ?? {}, { sealedUser });
  });
  return given(events.owner, events.link);
};

const secretsOf = ({ keyVault }: Ports) => (keyVault as unknown as { secrets: Map<string, string> }).secrets;

describe('signing up the owner of the first start', () => {
  it('the user stays the same, can be found by the address, and has the password', async () => {
    const { result, ports } = await (await expected())
      .when(new SignUpOwner(wanted, uploaderMetadata))
      .then({ type: 'OwnerSignedUp', data: { accountId, subject, role: 'owner', generation: 1 } });
    expect(await ports.subjectKeys.open(subject, result.sealedUser)).toEqual({
      ...{ user_id: 'usr_1', email: 'ada@example.com', name: 'Ada' },
    });
    expect(await ports.accounts.withEmail('ADA@example.com')).toEqual([{ accountId, organizationId, userId: 'usr_1' }]);
    expect(await ports.keyVault.getSecret(passwordSecret, result.credentialId ?? '')).toBe('hashed');
    expect(JSON.stringify(ports.eventStore.events)).not.toContain('ada@');
  });

  it('without a name the owner keeps the one of before', async () => {
    const { result, ports } = await (await expected())
      .when(new SignUpOwner({ ...wanted, name: undefined }, uploaderMetadata))
      .then({ type: 'OwnerSignedUp' });
    expect(await ports.subjectKeys.open(subject, result.sealedUser)).toMatchObject({ name: 'First owner' });
  });

  it('a link that is not the last one leaves neither password nor address', async () => {
    const ports = await (await expected())
      .when(new SignUpOwner({ ...wanted, proof: 'another' }, uploaderMetadata))
      .thenRejected('not_found');
    expect([...secretsOf(ports).values()]).toEqual([]);
    expect(await ports.accounts.withEmail('ada@example.com')).toEqual([]);
  });

  it('of two who use a link at once, the one who came first keeps the address, whatever the other one wants', async () => {
    const { ports } = await (await expected())
      .when(new SignUpOwner(wanted, uploaderMetadata))
      .then({ type: 'OwnerSignedUp' });
    const { accounts } = ports;
    await accounts.reserve({ accountId: 'acc_2', organizationId, userId: 'usr_2' }, 'grace@example.com');
    for (const [email, code] of [
      ['grace@example.com', 'conflict'],
      ['other@example.com', 'not_found'],
    ] as const) {
      const second = make(ports).execute(
        new SignUpOwner({ ...wanted, email }, { ...uploaderMetadata, requestId: `req_${code}` }),
      );
      await expect(second).rejects.toMatchObject({ code });
      expect(await accounts.withEmail('ada@example.com')).toMatchObject([{ accountId }]);
      expect(secretsOf(ports).size).toBe(1);
    }
    expect(await accounts.withEmail('other@example.com')).toEqual([]);
  });

  it('the owner of another organization is not found', async () => {
    const elsewhere = { ...uploaderMetadata, organizationId: 'org_other' };
    await (await expected()).when(new SignUpOwner(wanted, elsewhere)).thenRejected('not_found');
  });
});
