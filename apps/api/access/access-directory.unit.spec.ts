import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CreateApiKey, CreateApiKeyHandler } from '#libs/application/api-keys/create-api-key.handler.js';
import { operatorGrantor } from '#libs/application/api-keys/grantor.js';
import { RevokeApiKey, RevokeApiKeyHandler } from '#libs/application/api-keys/revoke-api-key.handler.js';
import { RotateApiKey, RotateApiKeyHandler } from '#libs/application/api-keys/rotate-api-key.handler.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { operatorMetadata } from '#libs/application/operator-metadata.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { execute, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { EventStoreUnavailableError, LogHistoryChangedError } from '#libs/ports/event-store/event-store.errors.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import type { KeyRow, SnapshotReader } from '#projections/api-keys/key-snapshot.queries.js';
import type { RowState } from '#projections/api-keys/row-state.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { invited } from '#test/fakes/user-events.js';
import { AccessDirectory } from './access-directory.js';
import { idleMs } from './session-uses.js';

/** A log with keys, and a node that reads it. */
class Fixture {
  readonly eventStore = new InMemoryEventStore();
  readonly subjectKeys = new InMemorySubjectKeys();
  now = Date.parse('2026-11-21T08:00:00.000Z');
  /** Rows of the read models, and where they end. */
  rows: KeyRow[] = [];
  organizationRows: { id: string; tier: 'pro'; status: 'active' | 'suspended' }[] = [];
  snapshot: RowState = { position: START, parkedStreams: [] };
  snapshotUnreadable = false;
  readonly used: string[] = [];
  private readonly directories: AccessDirectory[] = [];
  private readonly following: Promise<void>[] = [];

  metadata = (organizationId = 'org_1') => operatorMetadata(this.subjectKeys, organizationId, 'a test');

  async create(changes: { expiresAt?: string; organizationId?: string } = {}) {
    const { organizationId = 'org_1', expiresAt = null } = changes;
    const handler = new CreateApiKeyHandler(this.eventStore, this.subjectKeys);
    const owner = { subject: await this.subjectKeys.subjectFor(organizationId, 'usr_1'), userId: 'usr_1' };
    const key = {
      name: 'one',
      scopes: ['translate'] as const,
      ipAllowlist: [],
      expiresAt,
      owner,
      grantor: operatorGrantor,
    };
    return (await handler.execute(new CreateApiKey(key, await this.metadata(organizationId)))).grant;
  }

  revoke = async (keyId: string) =>
    new RevokeApiKeyHandler(this.eventStore).execute(new RevokeApiKey(keyId, await this.metadata()));

  rotate = async (keyId: string) =>
    new RotateApiKeyHandler(this.eventStore).execute(new RotateApiKey(keyId, operatorGrantor, await this.metadata()));

  async change(command: object, organizationId = 'org_1') {
    const now = new Date(this.now).toISOString();
    const metadata = await this.metadata(organizationId);
    const full = { organizationId, now, ...command } as Parameters<typeof organization.decide>[0];
    await execute(this.eventStore, organization, organizationId, full, { commandId: metadata.requestId, metadata });
  }

  head = async (): Promise<Position> => this.eventStore.head();

  /** A node that is starting. */
  directory(eventStore: ConstructorParameters<typeof AccessDirectory>[0]['eventStore'] = this.eventStore) {
    const directory = new AccessDirectory({
      eventStore,
      subjectKeys: this.subjectKeys,
      snapshots: {
        read: async (reader: SnapshotReader) => {
          if (this.snapshotUnreadable) throw new Error('The database is away');
          reader.organizations(this.organizationRows);
          reader.keys(this.rows);
          reader.accounts([]);
          reader.sessions([]);
          return this.snapshot;
        },
      },
      uses: { note: ({ id }) => this.used.push(id) },
      sessionUses: { use: (session, now) => now - session.usedAt < idleMs },
      logger: pino({ level: 'silent' }),
      now: () => this.now,
    });
    this.directories.push(directory);
    this.following.push(directory.follow());
    return directory;
  }

  /** A node that has read the keys. */
  async started(eventStore?: ConstructorParameters<typeof AccessDirectory>[0]['eventStore']) {
    const directory = this.directory(eventStore);
    await directory.loadedWithin(10_000);
    return directory;
  }

  async stop() {
    for (const directory of this.directories) directory.stop();
    await Promise.all(this.following);
  }
}

const never = () => Promise.withResolvers<never>().promise;

/** A store whose subscriptions deliver nothing until the signal; the first fails as `failure` does. */
const silent = (
  eventStore: InMemoryEventStore,
  failure = never(),
): ConstructorParameters<typeof AccessDirectory>[0]['eventStore'] => {
  const failures = [failure];
  return {
    readAll: (options) => eventStore.readAll(options),
    readStream: (stream) => eventStore.readStream(stream),
    // biome-ignore lint/correctness/useYield: nothing is delivered
    subscribeToAll: async function* ({ signal }) {
      await Promise.race([once(signal, 'abort'), failures.pop() ?? never()]);
    },
  };
};

const becomes = (directory: AccessDirectory, hash: string, expected: Partial<KeyAccess>) =>
  vi.waitFor(async () => expect(await directory.find(hash)).toMatchObject(expected), { timeout: 30_000, interval: 5 });

describe('the keys that a node knows', { timeout: 30_000 }, () => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = new Fixture();
    await fixture.change({ type: 'CreateOrganization', name: 'Acme', tier: 'pro' });
  });
  afterEach(() => fixture.stop());

  it('a node that starts knows every key of the log, what it may do and whose it is, without another read', async () => {
    const grant = await fixture.create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const directory = await fixture.started();
    expect(directory.find(grant.secretHash)).toEqual({
      keyId: grant.keyId,
      organizationId: 'org_1',
      scopes: ['translate'],
      ipAllowlist: [],
      revoked: false,
      endsAt: Date.parse('2999-01-01T00:00:00.000Z'),
      tier: 'pro',
      organizationSuspended: false,
      subject: grant.ownerSubject,
      userId: 'usr_1',
    });
    expect(directory.find('another hash')).toBeUndefined();
  });

  it('a key that was revoked before the node started is revoked, whatever the rows of the read models say', async () => {
    const grant = await fixture.create();
    fixture.snapshot = { position: await fixture.head(), parkedStreams: [] };
    fixture.organizationRows = [{ id: 'org_1', tier: 'pro', status: 'active' }];
    fixture.rows = [
      {
        id: grant.keyId,
        organization_id: 'org_1',
        secret_hash: grant.secretHash,
        scopes: ['translate'],
        ip_allowlist: [],
        ends_at: null,
        revoked: false,
        owner_subject: grant.ownerSubject,
        sealed_owner: grant.sealedOwner,
      },
    ];
    expect((await fixture.started()).find(grant.secretHash)).toMatchObject({ revoked: false });
    await fixture.revoke(grant.keyId);
    await fixture.change({ type: 'SuspendOrganization' });
    const late = await fixture.started();
    expect(late.find(grant.secretHash)).toMatchObject({ revoked: true, organizationSuspended: true });
  });

  it('rows that are ahead of the position stay as they are while the log behind it is read again', async () => {
    const grant = await fixture.create();
    const before = await fixture.head();
    await fixture.change({ type: 'SetOrganizationTier', tier: 'max' });
    await fixture.rotate(grant.keyId);
    await fixture.revoke(grant.keyId);
    fixture.snapshot = { position: before, parkedStreams: [] };
    fixture.organizationRows = [{ id: 'org_1', tier: 'pro', status: 'suspended' }];
    const row = { organization_id: 'org_1', scopes: ['translate' as const], ip_allowlist: [], ends_at: null };
    const owner = { owner_subject: grant.ownerSubject, sealed_owner: grant.sealedOwner };
    fixture.rows = [{ id: grant.keyId, secret_hash: grant.secretHash, revoked: true, ...row, ...owner }];
    const directory = await fixture.started();
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: true, tier: 'max', endsAt: expect.any(Number) });
    expect(directory.size).toBe(2);
  });

  it('events that a projection has parked are read from their streams', async () => {
    const grant = await fixture.create();
    await fixture.revoke(grant.keyId);
    const parkedStreams = ['organization-org_1', `api_key-${grant.keyId}`];
    fixture.snapshot = { position: await fixture.head(), parkedStreams };
    expect((await fixture.started()).find(grant.secretHash)).toMatchObject({ revoked: true });
  });

  it('what other nodes do to keys and organizations holds here once it is in the log', async () => {
    const grant = await fixture.create();
    const directory = await fixture.started();
    await fixture.change({ type: 'SuspendOrganization' });
    await becomes(directory, grant.secretHash, { organizationSuspended: true });
    await fixture.change({ type: 'ResumeOrganization' });
    await fixture.change({ type: 'SetOrganizationTier', tier: 'max' });
    await becomes(directory, grant.secretHash, { organizationSuspended: false, tier: 'max' });
    const { grant: successor } = await fixture.rotate(grant.keyId);
    await becomes(directory, grant.secretHash, { endsAt: expect.any(Number) });
    expect(await directory.find(successor.secretHash)).toMatchObject({ revoked: false, endsAt: undefined });
    await fixture.revoke(grant.keyId);
    await becomes(directory, grant.secretHash, { revoked: true });
    expect(await directory.find(successor.secretHash)).toMatchObject({ revoked: false });
  });

  it('a session is known to have ended once its end is in the log, without a use of it; a key never has', async () => {
    const grant = await fixture.create();
    const of = { organizationId: 'org_1', accountId: 'acc_1' };
    const beganAt = new Date(fixture.now).toISOString();
    const expiresAt = new Date(fixture.now + 60_000).toISOString();
    const begin = (sessionId: string, tokenHash: string) =>
      ({
        type: 'SessionBegan',
        data: { ...of, sessionId, tokenHash, generation: 0, method: 'password', expiresAt, beganAt },
      }) as const;
    const events = [
      { ...invited, data: { ...invited.data, ...of } },
      begin('ses_1', 'first'),
      begin('ses_2', 'second'),
    ];
    const write = async (number: number, written: Parameters<typeof toNewEvents>[1]) =>
      fixture.eventStore.append(
        `user-${number}`,
        toNewEvents(`${number}`, written, await fixture.metadata()),
        'no-stream',
      );
    await write(1, events);
    const directory = await fixture.started();
    const ended = () =>
      ['session:first', 'session:second', grant.secretHash].map((hash) => directory.hasSignedOut(hash));
    expect(ended()).toEqual([false, false, false]);
    await write(2, [{ type: 'SessionEnded', data: { ...of, sessionId: 'ses_1', endedAt: beganAt } }]);
    await vi.waitFor(() => expect(ended()).toEqual([true, false, false]), { timeout: 30_000, interval: 5 });
    fixture.now += 60_000;
    expect(ended()).toEqual([true, true, false]);
    expect(fixture.directory(silent(fixture.eventStore)).hasSignedOut('session:unread')).toBe(false);
  });

  it('a suspension holds for the keys of its organization alone', async () => {
    await fixture.change({ type: 'CreateOrganization', name: 'Other', tier: 'pro' }, 'org_2');
    const grant = await fixture.create();
    const other = await fixture.create({ organizationId: 'org_2' });
    await fixture.change({ type: 'SuspendOrganization' }, 'org_2');
    const directory = await fixture.started();
    expect(directory.find(grant.secretHash)).toMatchObject({ organizationSuspended: false });
    expect(directory.find(other.secretHash)).toMatchObject({ organizationSuspended: true });
  });

  it('a revocation on this node holds at once, and a revoked key is not used any more', async () => {
    const grant = await fixture.create();
    const directory = await fixture.started();
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
    directory.revoke(grant.keyId);
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: true });
    expect(fixture.used).toEqual([grant.keyId]);
  });

  it('a key that was just made elsewhere is found by reading the log, once for all who ask at the same time', async () => {
    const directory = await fixture.started(silent(fixture.eventStore));
    const grant = await fixture.create();
    const readAll = vi.spyOn(fixture.eventStore, 'readAll');
    expect(directory.find(grant.secretHash)).toBeUndefined();
    const asked = Array.from({ length: 100 }, (_, index) => directory.findNew(index === 0 ? grant.secretHash : 'none'));
    const [found, ...none] = await Promise.all(asked);
    expect(found).toMatchObject({ keyId: grant.keyId });
    expect(new Set(none)).toEqual(new Set([undefined]));
    expect(readAll).toHaveBeenCalledTimes(1);
  });

  it('an organization keeps all its active keys in memory, and its newest ended ones', async () => {
    const active = await fixture.create();
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      id: `key_${String(index).padStart(5, '0')}`,
      organization_id: 'org_1',
      secret_hash: `hash ${index}`,
      scopes: ['translate' as const],
      ip_allowlist: [],
      ends_at: null,
      revoked: index % 10 !== 0,
      owner_subject: active.ownerSubject,
      sealed_owner: active.sealedOwner,
    }));
    fixture.organizationRows = [{ id: 'org_1', tier: 'pro', status: 'active' }];
    fixture.rows = rows;
    const directory = await fixture.started();
    expect(directory.size).toBeLessThanOrEqual(2_000);
    for (const { secret_hash, revoked } of rows.filter((row, index) => !row.revoked || index > 4_500)) {
      expect(directory.find(secret_hash)).toMatchObject({ revoked });
    }
    expect(await directory.countActive('org_1')).toBe(501);
  });
});

describe('a node that may not know the newest state', { timeout: 30_000 }, () => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = new Fixture();
    await fixture.change({ type: 'CreateOrganization', name: 'Acme', tier: 'pro' });
  });
  afterEach(() => fixture.stop());

  /** A store that can be cut off. */
  const cuttable = () => {
    let cut = new AbortController();
    let isCut = false;
    const store: ConstructorParameters<typeof AccessDirectory>[0]['eventStore'] = {
      readStream: (stream) => fixture.eventStore.readStream(stream),
      readAll: (options) => {
        if (isCut) throw new EventStoreUnavailableError('cut off');
        return fixture.eventStore.readAll(options);
      },
      subscribeToAll: async function* (options) {
        const signal = AbortSignal.any([options.signal, cut.signal]);
        if (!isCut) yield* fixture.eventStore.subscribeToAll({ ...options, signal });
        throw new EventStoreUnavailableError('cut off');
      },
    };
    return {
      store,
      cut: () => {
        isCut = true;
        cut.abort();
      },
      mend: () => {
        cut = new AbortController();
        isCut = false;
      },
    };
  };
  const refused = async (work: () => unknown) => {
    const rejection = await rejectionOf(work);
    return [rejection.code, rejection.retryAfter];
  };

  it('a node that has not read the keys refuses as unavailable, and recovers by itself', async () => {
    const grant = await fixture.create();
    const { store, cut, mend } = cuttable();
    cut();
    const directory = fixture.directory(store);
    await directory.loadedWithin(20);
    expect(await refused(() => directory.find(grant.secretHash))).toEqual(['service_unavailable', 1]);
    mend();
    await vi.waitFor(() => expect(directory.find(grant.secretHash)).toMatchObject({ keyId: grant.keyId }), 30_000);
  });

  it('the last known state holds while the log cannot be read by anybody', async () => {
    const grant = await fixture.create();
    const { store, cut } = cuttable();
    const directory = await fixture.started(store);
    cut();
    fixture.now += 60_000;
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
    await expect(directory.findNew('unknown')).rejects.toThrow(EventStoreUnavailableError);
  });

  it('a node that is cut off alone refuses once it has known for a while that others are ahead, until it has caught up', async () => {
    const grant = await fixture.create();
    const { store, cut, mend } = cuttable();
    const directory = await fixture.started(store);
    const other = await fixture.started();
    cut();
    await fixture.revoke(grant.keyId);
    await becomes(other, grant.secretHash, { revoked: true });
    directory.learn(other.reached);
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
    fixture.now += 1_501;
    expect(await refused(() => directory.find(grant.secretHash))).toEqual(['service_unavailable', 1]);
    mend();
    await vi.waitFor(() => expect(directory.find(grant.secretHash)).toMatchObject({ revoked: true }), 30_000);
  });

  it('a node whose subscription is silent about what it left out reads on when it hears of it', async () => {
    const grant = await fixture.create();
    const { eventStore } = fixture;
    const directory = await fixture.started(silent(eventStore));
    const event = { id: randomUUID(), type: 'TextTranslated', version: 1, data: {}, metadata: {} };
    await eventStore.append('text_usage-1', [event], 'no-stream');
    directory.learn(await fixture.head());
    await vi.waitFor(() => {
      fixture.now += 60_000;
      expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
    }, 30_000);
    fixture.now += 60_000;
    directory.learn(await fixture.head());
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
  });

  it('a node that heard of a lost future goes on by itself once no node says it any more', async () => {
    const grant = await fixture.create();
    const directory = await fixture.started();
    directory.learn('9'.repeat(16) as Position);
    fixture.now += 1_501;
    expect(await refused(() => directory.find(grant.secretHash))).toEqual(['service_unavailable', 1]);
    directory.learn('9'.repeat(16) as Position);
    await directory.findNew('unknown').catch(() => undefined);
    expect(await refused(() => directory.find(grant.secretHash))).toEqual(['service_unavailable', 1]);
    directory.learn(directory.reached);
    await vi.waitFor(() => expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false }), 30_000);
  });

  it('a node that is cut off does not go on because nobody says any more how far it should be', async () => {
    const grant = await fixture.create();
    const { store, cut, mend } = cuttable();
    const directory = await fixture.started(store);
    const other = await fixture.started();
    cut();
    await fixture.revoke(grant.keyId);
    await becomes(other, grant.secretHash, { revoked: true });
    directory.learn(other.reached);
    fixture.now += 1_501;
    directory.learn(directory.reached);
    await directory.findNew('unknown').catch(() => undefined);
    expect(await refused(() => directory.find(grant.secretHash))).toEqual(['service_unavailable', 1]);
    mend();
    directory.learn(directory.reached);
    await vi.waitFor(() => expect(directory.find(grant.secretHash)).toMatchObject({ revoked: true }), 30_000);
  });

  it('a node that hears of what it has applied itself goes on', async () => {
    const grant = await fixture.create();
    const directory = await fixture.started();
    directory.learn(await fixture.head());
    directory.learn(START);
    fixture.now += 60_000;
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
  });

  it('a node whose log goes on in another history forgets what it knew and reads the keys again', async () => {
    const grant = await fixture.create();
    const failure = Promise.withResolvers<never>();
    const directory = await fixture.started(silent(fixture.eventStore, failure.promise));
    fixture.snapshotUnreadable = true;
    failure.reject(new LogHistoryChangedError('00000001', '00000002'));
    await vi.waitFor(() => expect(() => directory.find(grant.secretHash)).toThrow(), 30_000);
    await fixture.revoke(grant.keyId);
    fixture.snapshotUnreadable = false;
    await becomes(directory, grant.secretHash, { revoked: true });
  });

  it('an event that a newer release wrote makes the keys of its organization unavailable, and no others', async () => {
    await fixture.change({ type: 'CreateOrganization', name: 'Other', tier: 'pro' }, 'org_2');
    const grant = await fixture.create();
    const other = await fixture.create({ organizationId: 'org_2' });
    const event = {
      id: '00000000-0000-4000-8000-000000000001',
      type: 'ApiKeyRevoked',
      version: 2,
      data: { organizationId: 'org_2', keyId: other.keyId },
      metadata: {},
    };
    await fixture.eventStore.append('api_key-newer', [event], 'no-stream');
    const directory = await fixture.started();
    expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
    expect(await refused(() => directory.find(other.secretHash))).toEqual(['service_unavailable', 1]);
  });
});

describe('the users in whose names keys act', { timeout: 30_000 }, () => {
  it('the seal of a user that could not be opened at the start is opened by the first request, once for all at the same time', async () => {
    const fixture = new Fixture();
    await fixture.change({ type: 'CreateOrganization', name: 'Acme', tier: 'pro' });
    const grant = await fixture.create();
    vi.spyOn(fixture.subjectKeys, 'openMany').mockRejectedValueOnce(new Error('away'));
    const open = vi.spyOn(fixture.subjectKeys, 'open');
    const directory = await fixture.started();
    const found = await Promise.all(Array.from({ length: 10 }, () => directory.find(grant.secretHash)));
    expect(new Set(found.map((access) => access?.userId))).toEqual(new Set(['usr_1']));
    expect(open).toHaveBeenCalledTimes(1);
    expect(directory.find(grant.secretHash)).toMatchObject({ userId: 'usr_1' });
    await fixture.stop();
  });
});
