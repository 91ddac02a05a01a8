import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStoreUnavailableError, LogHistoryChangedError } from '#libs/ports/event-store/event-store.errors.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { becomes, DirectoryFixture, silent } from './access-directory.fixture.js';
import { AccessDirectory } from './access-directory.js';

describe('a node that may not know the newest state', { timeout: 30_000 }, () => {
  let fixture: DirectoryFixture;

  beforeEach(async () => {
    fixture = new DirectoryFixture();
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
