import { beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '#libs/domain/api-key/scopes.js';
import { user } from '#libs/domain/user/user.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryAccounts } from '#test/fakes/in-memory-accounts.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { KnownAccount } from '../access/known-users.js';
import { KeyOwners } from './key-owners.js';

const access = accessOfKey({ scopes });
const { organizationId } = access;

describe('the owner of a new key', () => {
  let owners: KeyOwners;
  let subjectKeys: InMemorySubjectKeys;
  let eventStore: InMemoryEventStore;

  beforeEach(async () => {
    eventStore = new InMemoryEventStore();
    subjectKeys = new InMemorySubjectKeys();
    const known = new InMemoryAccounts();
    await known.reserve({ accountId: 'acc_1', organizationId, userId: 'usr_1' }, 'a@b');
    await known.reserve({ accountId: 'acc_2', organizationId, userId: 'usr_deleted' }, 'c@d');
    const account: KnownAccount = {
      ...{ id: 'acc_1', role: 'developer', generation: 1, canSignIn: true, sessions: [] },
      organization: { id: organizationId, tier: 'pro', suspended: false, keys: [], unreadable: false },
      owner: { subject: 'sub_1', sealed: 'sealed', userId: 'usr_1', role: 'developer', gone: false },
    };
    const accountNow = async (id: string) => (id === 'acc_1' ? { account, otherOwners: 1 } : undefined);
    owners = new KeyOwners(known, { accountNow }, subjectKeys, eventStore);
  });

  it('the caller owns a key for which nobody else is named, whatever the scopes', async () => {
    const own = { subject: access.subject, userId: access.userId };
    expect(await owners.of(accessOfKey(), undefined)).toEqual(own);
    expect(await owners.of(accessOfKey(), access.userId)).toEqual(own);
  });

  it('a user of the organization is named with organization:manage alone', async () => {
    expect(await owners.of(access, 'usr_1')).toEqual({ subject: 'sub_1', userId: 'usr_1', role: 'developer' });
    expect((await rejectionOf(() => owners.of(accessOfKey(), 'usr_1'))).code).toBe('insufficient_scope');
  });

  it('the owner in whose name the first key was made may be named, without an account', async () => {
    const subject = await subjectKeys.subjectFor(organizationId, 'usr_first');
    const data = { organizationId, subject, sealedUser: 'sealed', role: 'owner', createdAt: '' } as const;
    const events = toNewEvents('first', [{ type: 'UserCreated', data }], uploaderMetadata);
    await eventStore.append(streamName(user.category, subject), events, 'no-stream');
    expect(await owners.of(access, 'usr_first')).toEqual({ subject, userId: 'usr_first', role: 'owner' });
  });

  it('nobody owns a key who is unknown, deleted, or of another organization', async () => {
    await subjectKeys.subjectFor(organizationId, 'operator');
    for (const named of ['usr_unknown', 'usr_deleted', 'operator']) {
      expect((await rejectionOf(() => owners.of(access, named))).code).toBe('not_found');
    }
    const elsewhere = accessOfKey({ scopes, organizationId: 'org_other' });
    expect((await rejectionOf(() => owners.of(elsewhere, 'usr_1'))).code).toBe('not_found');
  });
});
