import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import type { Role, UserEvent } from '#libs/domain/user/user.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { invited } from '#test/fakes/user-events.js';
import { becomes, DirectoryFixture, silent } from './access-directory.fixture.js';

describe('the keys that a node knows', { timeout: 30_000 }, () => {
  let fixture: DirectoryFixture;

  beforeEach(async () => {
    fixture = new DirectoryFixture();
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

  it('a key that is handed over acts in the name of its new owner', async () => {
    const { keyId, secretHash, ownerSubject: previousOwnerSubject } = await fixture.create();
    const directory = await fixture.started();
    const ownerSubject = await fixture.subjectKeys.subjectFor('org_1', 'usr_2');
    const { sealed: sealedOwner, commitments } = await fixture.subjectKeys.sealPersonal([
      { subject: ownerSubject, values: { user_id: 'usr_2' } },
    ]);
    const ownerCommitment = commitments.user_id ?? '';
    const owner = { ownerSubject, sealedOwner, ownerCommitment, previousOwnerSubject };
    const data = { keyId, organizationId: 'org_1', ...owner, handedOverAt: '2026-11-29T08:00:00.000Z' };
    const [event] = toNewEvents('req_1', [{ type: 'ApiKeyHandedOver', data }], await fixture.metadata());
    if (event !== undefined) await fixture.eventStore.append(streamName('api_key', keyId), [event], 0);
    await becomes(directory, secretHash, { subject: ownerSubject, userId: 'usr_2' });
  });

  describe('of a user', () => {
    const { accountId } = invited.data;
    const given = async (id: string, ...events: UserEvent[]) => {
      const stream = streamName('user', id);
      const before = await Array.fromAsync(fixture.eventStore.readStream(stream));
      const made = toNewEvents(`given ${before.length}`, events, await fixture.metadata());
      await fixture.eventStore.append(stream, made, before.length === 0 ? 'no-stream' : before.length - 1);
    };
    const of = async () => ({
      ...{ organizationId: 'org_1', accountId },
      subject: await fixture.subjectKeys.subjectFor('org_1', 'usr_1'),
    });
    const inviteOf = async (role: Role) => {
      const sealedUser = await fixture.subjectKeys.seal((await of()).subject, { user_id: 'usr_1' });
      return { ...invited, data: { ...invited.data, ...(await of()), sealedUser, role } } as UserEvent;
    };
    const deletion = async () => ({ type: 'UserDeleted', data: { ...(await of()), deletedAt: '' } }) as UserEvent;
    const rowOf = ({ keyId, secretHash, ownerSubject, sealedOwner }: ApiKeyGrant) => ({
      ...{ id: keyId, secret_hash: secretHash, organization_id: 'org_1', scopes: ['translate' as const] },
      ...{ ip_allowlist: [], ends_at: null, revoked: false, owner_subject: ownerSubject, sealed_owner: sealedOwner },
    });

    it('a key is refused as soon as its owner is deleted, with no event of its own, also by a node that starts', async () => {
      await given(accountId, await inviteOf('developer'));
      const grant = await fixture.create();
      const directory = await fixture.started();
      expect(directory.find(grant.secretHash)).toMatchObject({ revoked: false });
      expect(await directory.ownerNow('org_1', grant.ownerSubject)).toEqual({
        role: 'developer',
        keys: [{ id: grant.keyId, scopes: ['translate'] }],
      });
      await given(accountId, await deletion());
      await directory.applyWritten();
      expect(directory.find(grant.secretHash)).toMatchObject({ revoked: true });
      expect(directory.rightsNow(grant.secretHash)).toMatchObject({ revoked: true });
      expect(await directory.countActive('org_1')).toBe(0);
      expect((await directory.ownerNow('org_1', grant.ownerSubject)).keys).toEqual([]);
      expect((await fixture.started()).find(grant.secretHash)).toMatchObject({ revoked: true });
      // One that another node made at the same moment.
      const late = await fixture.create();
      await directory.applyWritten();
      expect(directory.find(late.secretHash)).toMatchObject({ revoked: true });
    });

    it('a node that starts with rows refuses keys of deleted owners, wherever the rows end', async () => {
      await given(accountId, await inviteOf('developer'));
      const grant = await fixture.create();
      const before = await fixture.head();
      await given(accountId, await deletion());
      fixture.organizationRows = [{ id: 'org_1', tier: 'pro', status: 'active' }];
      fixture.rows = [rowOf(grant)];
      fixture.snapshot = { position: before, parkedStreams: [] };
      expect((await fixture.started()).find(grant.secretHash)).toMatchObject({ revoked: true });
      fixture.snapshot = { position: await fixture.head(), parkedStreams: [] };
      expect((await fixture.started()).find(grant.secretHash)).toMatchObject({ revoked: false });
      fixture.deletedOwnerRows = [{ id: accountId, subject: grant.ownerSubject }];
      expect((await fixture.started()).find(grant.secretHash)).toMatchObject({ revoked: true });
    });

    it('a key is refused as soon as its owner has a role that lacks a scope of it', async () => {
      await given(accountId, await inviteOf('developer'));
      const grant = await fixture.create();
      const directory = await fixture.started();
      const change = {
        generation: 1,
        sealedUser: '',
        previousRole: 'developer',
        nameChanged: false,
        changedAt: '',
      } as const;
      await given(accountId, { type: 'UserChanged', data: { ...(await of()), ...change, role: 'auditor' } });
      await directory.applyWritten();
      expect(directory.find(grant.secretHash)).toMatchObject({ revoked: true });
    });
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

describe('the users in whose names keys act', { timeout: 30_000 }, () => {
  it('the seal of a user that could not be opened at the start is opened by the first request, once for all at the same time', async () => {
    const fixture = new DirectoryFixture();
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
