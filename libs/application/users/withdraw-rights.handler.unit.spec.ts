import { beforeEach, describe, expect, it } from 'vitest';
import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { ApiKeyEvent } from '#libs/domain/api-key/api-key.events.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { user } from '#libs/domain/user/user.decider.js';
import type { Role, UserEvent } from '#libs/domain/user/user.events.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { accountId, invited, passwordSet, userDeleted } from '#test/fakes/user-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { type OwnedKey, type UserBelongings } from './user-belongings.port.js';
import { WithdrawRights, WithdrawRightsHandler } from './withdraw-rights.handler.js';

const { organizationId, subject, occurredAt } = uploaderMetadata;
const command = new WithdrawRights({ accountId, subject }, uploaderMetadata);

let keys: OwnedKey[];
let invites: string[];
let account: string | undefined;

beforeEach(() => {
  keys = [];
  invites = [];
  account = accountId;
});

const belongings: UserBelongings = {
  keysOf: async (organization, owner) => (organization === organizationId && owner === subject ? keys : []),
  invitesOf: async () => invites,
  accountOf: async (organization, owner) =>
    organization === organizationId && owner === subject ? account : undefined,
};
const { given } = handlerSpecification(
  ({ eventStore, accounts }) => new WithdrawRightsHandler(eventStore, accounts, belongings),
  async ({ accounts }) => {
    await accounts.reserve({ accountId: 'acc_2', organizationId, userId: 'usr_2' }, 'a@b');
    await accounts.setInvite('acc_2', 'hash');
  },
);

const key = (keyId: string, scopes: Scope[], ...later: ApiKeyEvent[]) => {
  keys.push({ id: keyId, scopes });
  const grant = {
    ...{ keyId, organizationId, name: 'a key', secretHash: keyId, scopes, ipAllowlist: [], expiresAt: null },
    ...{ createdAt: occurredAt, ownerSubject: subject, sealedOwner: 'sealed' },
  };
  return stream(apiKey, keyId, { type: 'ApiKeyCreated', data: grant }, ...later);
};
const changedTo = (role: Role): UserEvent => {
  const { accountId: account, ...rest } = passwordSet.data;
  const of = { organizationId: rest.organizationId, accountId: account, subject: rest.subject };
  const data = { ...of, generation: 2, sealedUser: 'sealed', role, previousRole: 'owner', nameChanged: false } as const;
  return { type: 'UserChanged', data: { ...data, changedAt: occurredAt } };
};
const revoked = (keyId: string) => ({ type: 'ApiKeyRevoked', data: { keyId } }) as const;

describe('WithdrawRights', () => {
  it('every key of a deleted user ends, once', () =>
    given(stream(user, accountId, invited, userDeleted), key('key_1', ['translate']), key('key_2', ['detect']))
      .when(command)
      .thenOnce(revoked('key_1'), revoked('key_2')));

  it('the account of an owner who is known by reference alone is looked up, and one who never had any keeps the keys', async () => {
    const sent = new WithdrawRights({ subject }, uploaderMetadata);
    const made = key('key_1', ['translate']);
    await given(stream(user, accountId, invited, userDeleted), made)
      .when(sent)
      .thenOnce(revoked('key_1'));
    account = undefined;
    await given(made).when(sent).then();
  });

  it('the ends are the work of the service, in the name of whoever deleted, and no requests', async () => {
    const { ports } = await given(stream(user, accountId, invited, userDeleted), key('key_1', ['translate']))
      .when(command)
      .then(revoked('key_1'));
    expect(ports.eventStore.events.at(-1)?.metadata).toMatchObject({
      ...{ actorType: 'system', keyId: null, subject, requestId: uploaderMetadata.requestId },
    });
  });

  it('of a user with another role those keys end that have a scope which it lacks', () =>
    given(
      stream(user, accountId, invited, changedTo('auditor')),
      key('key_1', ['languages', 'compliance:read']),
      key('key_2', ['languages', 'translate']),
    )
      .when(command)
      .thenOnce(revoked('key_2')));

  it('a user whose role has every scope keeps the keys, and one who is not there has none', async () => {
    await given(stream(user, accountId, invited, changedTo('owner')), key('key_1', ['organization:manage']))
      .when(command)
      .then();
    await given(key('key_3', ['translate']))
      .when(command)
      .then();
  });

  it('a key that was handed over meanwhile goes on working, and one that is revoked is not revoked again', () => {
    const ids = { keyId: 'key_1', organizationId, previousOwnerSubject: subject, handedOverAt: occurredAt };
    const owner = { ownerSubject: 'sub_other', sealedOwner: 'sealed', ownerCommitment: 'commitment' };
    const over: ApiKeyEvent = { type: 'ApiKeyHandedOver', data: { ...ids, ...owner } };
    const end: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { keyId: 'key_2', organizationId, revokedAt: occurredAt } };
    return given(
      stream(user, accountId, invited, userDeleted),
      key('key_1', ['translate'], over),
      key('key_2', ['translate'], end),
    )
      .when(command)
      .then();
  });

  it('an invite that a deleted user made ends, and one of a user who came, or of another inviter, does not', async () => {
    invites = ['acc_2', 'acc_3'];
    const invite = (id: string): UserEvent => ({ ...invited, data: { ...invited.data, accountId: id } });
    const came: UserEvent = { ...passwordSet, data: { ...passwordSet.data, accountId: 'acc_3' } };
    const deleted = stream(user, accountId, invited, userDeleted);
    const { ports } = await given(
      deleted,
      stream(user, 'acc_2', invite('acc_2')),
      stream(user, 'acc_3', invite('acc_3'), came),
    )
      .when(command)
      .then({ type: 'UserInviteRenewed', data: { accountId: 'acc_2', inviteExpiresAt: occurredAt } });
    expect(await ports.accounts.withInvite('hash')).toBeUndefined();
    const other = new WithdrawRights({ accountId, subject: 'sub_other' }, uploaderMetadata);
    await given(deleted, stream(user, 'acc_2', invite('acc_2')))
      .when(other)
      .then();
  });

  it('while it cannot be known what a user has, nothing is said to be done', async () => {
    const unknown = { ...belongings, keysOf: () => Promise.reject(new Rejection('service_unavailable')) };
    const handler = new WithdrawRightsHandler(
      { append: () => Promise.reject(), readStream: async function* () {} } as never,
      { setInvite: async () => undefined },
      unknown,
    );
    expect((await rejectionOf(() => handler.execute(command))).code).toBe('service_unavailable');
  });
});
