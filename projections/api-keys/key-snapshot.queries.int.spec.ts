import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#libs/ports/event-store/position.js';
import { START } from '#libs/ports/event-store/position.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { organizations } from '../organizations/organizations.projection.js';
import { sessions } from '../sessions/sessions.projection.js';
import { users } from '../users/users.projection.js';
import { apiKeys } from './api-keys.projection.js';
import {
  type AccountRow,
  type KeyRow,
  KeySnapshotQueries,
  type OrganizationRow,
  type SessionRow,
} from './key-snapshot.queries.js';

const past = '2026-11-21T11:59:59.999Z';
const future = '2026-11-22T12:00:00.000Z';

describe('the snapshot of keys', () => {
  let fixture: ReadModelFixture;
  const log = new EventLog();

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateProjectionRunner(fixture.pool);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.empty('api_key', 'organization');
    await fixture.pool.query('truncate projection.checkpoint, projection.parked_event');
  });

  const checkpoint = (name: string, position: string, version = 1) =>
    fixture.pool.query(
      `insert into projection.checkpoint (name, version, position, fencing_token, state, updated_at)
       values ($1, $2, $3, 1, 'running', now())`,
      [name, version, position],
    );
  const created = (keyId: string, ownerSubject = 'sub_ada') =>
    log.event('ApiKeyCreated', {
      keyId,
      organizationId: 'org_a',
      name: keyId,
      secretHash: `hash of ${keyId}`,
      scopes: ['translate', 'keys:manage'],
      ipAllowlist: ['10.0.0.0/8'],
      expiresAt: '2999-01-01T00:00:00.000Z',
      createdAt: past,
      ownerSubject,
      sealedOwner: 'sealed-owner',
    });
  const checkpointOfUsers = async () => {
    for (const name of ['users', 'sessions']) await checkpoint(name, '0000000000005000');
  };
  const organization = log.event('OrganizationCreated', {
    organizationId: 'org_a',
    name: 'Acme',
    tier: 'pro',
    createdAt: past,
  });
  const read = async () => {
    const found: {
      organizations: OrganizationRow[];
      keys: KeyRow[];
      accounts: AccountRow[];
      sessions: SessionRow[];
      deletedOwners: string[];
    } = { organizations: [], keys: [], accounts: [], sessions: [], deletedOwners: [] };
    const snapshot = await new KeySnapshotQueries(fixture.dataSource).read({
      organizations: (rows) => found.organizations.push(...rows),
      keys: (rows) => found.keys.push(...rows),
      deletedOwners: (rows) => found.deletedOwners.push(...rows.map(({ subject }) => subject)),
      accounts: (rows) => found.accounts.push(...rows),
      sessions: (rows) => found.sessions.push(...rows),
    });
    return { ...found, snapshot };
  };

  it('the snapshot has what requests need of each key and organization, up to the earlier checkpoint', async () => {
    await fixture.given(
      [organizations, apiKeys],
      [
        organization,
        created('key_1'),
        created('key_2'),
        log.event('ApiKeyRotated', {
          keyId: 'key_1',
          organizationId: 'org_a',
          successorId: 'key_3',
          graceEndsAt: future,
        }),
        log.event('ApiKeyRevoked', { keyId: 'key_2', organizationId: 'org_a', revokedAt: past }),
        log.event('OrganizationSuspended', { organizationId: 'org_a', suspendedAt: past }),
      ],
    );
    await checkpoint('api-keys', '0000000000000009');
    await checkpoint('organizations', '0000000000000007');
    await checkpointOfUsers();
    const key = {
      organization_id: 'org_a',
      scopes: ['translate', 'keys:manage'],
      ip_allowlist: ['10.0.0.0/8'],
      owner_subject: 'sub_ada',
      sealed_owner: 'sealed-owner',
    };
    expect(await read()).toEqual({
      organizations: [{ id: 'org_a', tier: 'pro', status: 'suspended' }],
      keys: [
        { id: 'key_1', secret_hash: 'hash of key_1', ends_at: future, revoked: false, ...key },
        { id: 'key_2', secret_hash: 'hash of key_2', ends_at: '2999-01-01T00:00:00.000Z', revoked: true, ...key },
      ],
      accounts: [],
      sessions: [],
      deletedOwners: [],
      snapshot: { position: '0000000000000007' as Position, parkedStreams: [] },
    });
  });

  it('the snapshot has the accounts that are not deleted and the sessions that have not ended', async () => {
    const of = (id: string) => ({ organizationId: 'org_a', accountId: id, subject: `sub_${id}` });
    const invited = (id: string) =>
      log.event('UserInvited', {
        ...of(id),
        inviteHash: id,
        inviteExpiresAt: future,
        sealedUser: 'sealed-user',
        role: 'developer',
        invitedAt: past,
      });
    const began = (id: string, expiresAt: string) =>
      log.event('SessionBegan', {
        organizationId: 'org_a',
        sessionId: id,
        accountId: 'acc_1',
        tokenHash: `hash of ${id}`,
        generation: 1,
        method: 'password',
        expiresAt,
        beganAt: past,
      });
    await fixture.given(
      [organizations, apiKeys, users, sessions],
      [
        invited('acc_1'),
        log.event('UserPasswordSet', {
          ...of('acc_1'),
          generation: 1,
          credentialId: 'cred_1',
          by: 'invite',
          setAt: past,
        }),
        invited('acc_2'),
        invited('acc_3'),
        log.event('UserIdentityLinked', {
          ...of('acc_3'),
          generation: 0,
          issuer: 'https://id.example',
          identityId: 'idn_1',
          linkedAt: past,
        }),
        log.event('UserDeleted', { ...of('acc_2'), deletedAt: past }),
        began('ses_1', '2999-01-01T00:00:00.000Z'),
        began('ses_2', past),
        began('ses_3', '2999-01-01T00:00:00.000Z'),
        log.event('SessionEnded', {
          organizationId: 'org_a',
          sessionId: 'ses_3',
          accountId: 'acc_1',
          endedAt: past,
        }),
      ],
    );
    await checkpoint('api-keys', '0000000000000009');
    await checkpoint('organizations', '0000000000000009');
    await checkpointOfUsers();
    const { accounts, sessions: live, deletedOwners } = await read();
    expect(deletedOwners).toEqual([]);
    await fixture.given([apiKeys], [created('key_1', 'sub_acc_1'), created('key_2', 'sub_acc_2')]);
    expect((await read()).deletedOwners).toEqual(['sub_acc_2']);
    const revoked = { keyId: 'key_2', organizationId: 'org_a', revokedAt: past };
    await fixture.given([apiKeys], [log.event('ApiKeyRevoked', revoked)]);
    expect((await read()).deletedOwners).toEqual([]);
    expect(accounts).toEqual([
      {
        id: 'acc_1',
        organization_id: 'org_a',
        subject: 'sub_acc_1',
        sealed_user: 'sealed-user',
        role: 'developer',
        generation: 1,
        can_sign_in: true,
      },
      {
        id: 'acc_3',
        organization_id: 'org_a',
        subject: 'sub_acc_3',
        sealed_user: 'sealed-user',
        role: 'developer',
        generation: 0,
        can_sign_in: true,
      },
    ]);
    expect(live.map(({ id, generation }) => [id, generation])).toEqual([['ses_1', 1]]);
  });

  it('the snapshot has every key, however many there are', async () => {
    await fixture.given(
      [apiKeys],
      Array.from({ length: 4_500 }, (_, index) => created(`key_${index}`)),
    );
    await checkpoint('api-keys', '0000000000005000');
    await checkpoint('organizations', '0000000000005000');
    await checkpointOfUsers();
    const { keys } = await read();
    expect(new Set(keys.map(({ id }) => id)).size).toBe(4_500);
  });

  it.each([
    ['has never run', []],
    ['has rows of another version', [['organizations', 2] as const]],
  ])('the snapshot is empty when a projection %s, so that the log is read from its start', async (_, others) => {
    await fixture.given([organizations, apiKeys], [organization, created('key_1')]);
    await checkpoint('api-keys', '0000000000000009');
    for (const [name, version] of others) await checkpoint(name, '0000000000000009', version);
    expect(await read()).toEqual({
      organizations: [],
      keys: [],
      accounts: [],
      sessions: [],
      deletedOwners: [],
      snapshot: { position: START, parkedStreams: [] },
    });
  });

  it('the snapshot names the streams whose events are parked', async () => {
    await checkpoint('api-keys', '0000000000000009');
    await checkpoint('organizations', '0000000000000009');
    await checkpointOfUsers();
    for (const [projection, position] of [
      ['api-keys', '1'],
      ['api-keys', '2'],
      ['documents', '3'],
    ])
      await fixture.pool.query(
        `insert into projection.parked_event values ($1, $2, 'lane', gen_random_uuid(), 'ApiKeyRevoked', $3, 1, null, 0, now())`,
        [projection, position, `api_key-of-${projection}`],
      );
    expect((await read()).snapshot.parkedStreams).toEqual(['api_key-of-api-keys']);
  });
});
