import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { AccessDirectory } from './access-directory.js';

const access = accessOfKey();
const { keyId, organizationId } = access;
const silent = pino({ level: 'silent' });

/** A directory on a look-up that answers `found` and counts. */
const directoryOn = (found: (hash: string) => KeyAccess | undefined, eventStore: EventStore) => {
  const find = vi.fn(async (hash: string) => found(hash));
  const directory = new AccessDirectory({ eventStore, find, logger: silent });
  return { directory, find };
};

let eventStore: InMemoryEventStore;
let eventNumber = 0;

const happen = async (type: string, data: Record<string, string>): Promise<void> => {
  eventNumber += 1;
  const id = `00000000-0000-4000-8000-${String(eventNumber).padStart(12, '0')}`;
  await eventStore.append(`test-${eventNumber}`, [{ id, type, version: 1, data, metadata: {} }], 'no-stream');
};

beforeEach(() => {
  eventStore = new InMemoryEventStore();
});

describe('the access of a known key', () => {
  let now: number;

  beforeEach(() => {
    now = 1_000_000;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const pass = async (ms: number) => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };

  it('a key is looked up once and then remembered', async () => {
    const { directory, find } = directoryOn(() => access, eventStore);
    expect(await directory.find('hash')).toEqual(access);
    await pass(1_000);
    expect(await directory.find('hash')).toEqual(access);
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('a remembered key is looked up again before two seconds are over', async () => {
    const answers = [access, { ...access, revoked: true }];
    const { directory } = directoryOn(() => answers.shift(), eventStore);
    await directory.find('hash');
    await pass(2_000);
    expect(await directory.find('hash')).toMatchObject({ revoked: true });
  });
});

it('an unknown key is looked up each time, since it may have been made since', async () => {
  const answers = [undefined, access];
  const { directory, find } = directoryOn(() => answers.shift(), eventStore);
  expect(await directory.find('hash')).toBeUndefined();
  expect(await directory.find('hash')).toEqual(access);
  expect(find).toHaveBeenCalledTimes(2);
});

describe('look-ups of one key at the same time', () => {
  const waiting = () => {
    const lookUps: PromiseWithResolvers<KeyAccess | undefined>[] = [];
    const find = vi.fn(() => {
      const lookUp = Promise.withResolvers<KeyAccess | undefined>();
      lookUps.push(lookUp);
      return lookUp.promise;
    });
    return { lookUps, find, directory: new AccessDirectory({ eventStore, find, logger: silent }) };
  };

  it('look-ups of one key at the same time share one query', async () => {
    const { lookUps, find, directory } = waiting();
    const asked = [directory.find('hash'), directory.find('hash'), directory.find('other')];
    for (const lookUp of lookUps) lookUp.resolve(access);
    expect(await Promise.all(asked)).toEqual([access, access, access]);
    expect(find.mock.calls).toEqual([['hash'], ['other']]);
  });

  it('a look-up that finds nothing is made again for those who joined it, since the key may have been made since', async () => {
    const { lookUps, directory } = waiting();
    const first = directory.find('hash');
    const second = directory.find('hash');
    lookUps[0]?.resolve(undefined);
    expect(await first).toBeUndefined();
    await vi.waitFor(() => expect(lookUps).toHaveLength(2));
    lookUps[1]?.resolve(access);
    expect(await second).toEqual(access);
  });

  it('a look-up is neither shared with callers that come after a change, nor remembered', async () => {
    const { lookUps, directory } = waiting();
    const before = directory.find('hash');
    directory.forget(organizationId);
    const after = directory.find('hash');
    const changed = { ...access, tier: 'entry' as const };
    lookUps[1]?.resolve(changed);
    expect(await after).toEqual(changed);
    lookUps[0]?.resolve(access);
    expect(await before).toEqual(access);
    expect(await directory.find('hash')).toEqual(changed);
  });

  it('a failing look-up fails for all who wait for it, and for nobody else', async () => {
    const { lookUps, directory } = waiting();
    const asked = Promise.allSettled([directory.find('hash'), directory.find('hash')]);
    lookUps[0]?.reject(new Error('the database is away'));
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = directory.find('hash');
    lookUps[1]?.resolve(access);
    expect(await again).toEqual(access);
  });
});

it('a look-up that fails is not remembered', async () => {
  const answers = [new Error('the database is away'), access];
  const { directory } = directoryOn(() => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }, eventStore);
  await expect(directory.find('hash')).rejects.toThrow('away');
  expect(await directory.find('hash')).toEqual(access);
});

describe('a revocation on this node', () => {
  it('a revocation on this node holds at once for a remembered key', async () => {
    const { directory } = directoryOn(() => access, eventStore);
    await directory.find('hash');
    directory.revoke(keyId);
    expect(await directory.find('hash')).toMatchObject({ revoked: true });
  });

  it('a revocation on this node holds while the look-up still says active', async () => {
    const { directory } = directoryOn(() => access, eventStore);
    directory.revoke(keyId);
    directory.forget(organizationId);
    expect(await directory.find('hash')).toMatchObject({ revoked: true });
  });

  it('a revocation on this node leaves other keys alone', async () => {
    const { directory } = directoryOn(
      (hash) => (hash === 'other' ? { ...access, keyId: 'key_2' } : access),
      eventStore,
    );
    directory.revoke(keyId);
    expect(await directory.find('other')).toMatchObject({ revoked: false });
  });
});

it('an organization that is forgotten is looked up again, others are not', async () => {
  const other = accessOfKey({ keyId: 'key_2', organizationId: 'org_2' });
  const { directory, find } = directoryOn((hash) => (hash === 'other' ? other : access), eventStore);
  for (const hash of ['one', 'two', 'other']) await directory.find(hash);
  directory.forget(organizationId);
  for (const hash of ['one', 'two', 'other']) await directory.find(hash);
  expect(find.mock.calls.map(([hash]) => hash)).toEqual(['one', 'two', 'other', 'one', 'two']);
});

describe('the log that the directory follows', { timeout: 30_000 }, () => {
  let directory: AccessDirectory;
  let following: Promise<void>;

  beforeEach(async () => {
    await happen('OrganizationSuspended', { organizationId: 'org_earlier' });
    directory = directoryOn(
      (hash) => (hash === 'earlier' ? { ...access, organizationId: 'org_earlier' } : access),
      eventStore,
    ).directory;
    following = directory.follow();
    await directory.find('hash');
  });

  afterEach(async () => {
    directory.stop();
    await following;
  });

  const becomes = (expected: Partial<KeyAccess>) =>
    vi.waitFor(async () => expect(await directory.find('hash')).toMatchObject(expected), {
      timeout: 10_000,
      interval: 5,
    });

  it('the revocation on another node holds, whatever the read models say', async () => {
    await happen('ApiKeyRevoked', { organizationId, keyId });
    await becomes({ revoked: true });
  });

  it('a suspension in the log holds, and so does its end', async () => {
    await happen('OrganizationSuspended', { organizationId });
    await becomes({ organizationSuspended: true });
    await happen('OrganizationResumed', { organizationId });
    await becomes({ organizationSuspended: false });
  });

  it('a suspension in the log affects no other organization', async () => {
    await happen('OrganizationSuspended', { organizationId: 'org_2' });
    await happen('ApiKeyRevoked', { organizationId, keyId });
    await becomes({ revoked: true, organizationSuspended: false });
  });

  it('the directory follows the log from its end, since earlier events are in the read models', async () => {
    await happen('ApiKeyRevoked', { organizationId, keyId });
    await becomes({ revoked: true });
    expect(await directory.find('earlier')).toMatchObject({ organizationSuspended: false });
  });
});

it('the read models alone decide on suspensions while the log cannot be followed, then it is followed again', {
  timeout: 30_000,
}, async () => {
  const organization = { ...access, organizationSuspended: false };
  let followed = 0;
  const directory = new AccessDirectory({
    find: async () => organization,
    logger: silent,
    eventStore: Object.assign(new InMemoryEventStore(), {
      async *subscribeToAll({ signal }: { signal: AbortSignal }) {
        followed += 1;
        yield { events: [{ type: 'OrganizationSuspended', data: { organizationId } }], position: '1', atEnd: true };
        if (followed === 1) throw new Error('not to be followed');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    }),
  });
  const following = directory.follow();
  await vi.waitFor(() => expect(followed).toBe(1));
  expect(await directory.find('hash')).toMatchObject({ organizationSuspended: false });
  await vi.waitFor(() => expect(followed).toBe(2), 10_000);
  expect(await directory.find('hash')).toMatchObject({ organizationSuspended: true });
  directory.stop();
  await following;
});
