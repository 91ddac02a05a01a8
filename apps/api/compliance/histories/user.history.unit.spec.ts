import { beforeEach, describe, expect, it } from 'vitest';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { JsonObject } from '#libs/domain/json.js';
import type { UserEvent } from '#libs/domain/user/user.events.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { FindHistoryHandler } from './find-history.handler.js';
import { type HistorySources, historiesOf } from './histories.js';

const { organizationId } = uploaderMetadata;
const accountId = 'acc_01KAH0000000000000000000AA';
const userId = 'usr_01KAH0000000000000000000AA';
const at = '2026-11-21T08:00:00.000Z';
const inviteExpiresAt = '2026-11-28T08:00:00.000Z';

let subjectKeys: InMemorySubjectKeys;
let subject: string;
let ownerSubject: string;
let events: RecordedEvent[];

const history = (id: string, organization = organizationId) => {
  const eventStore = {
    async *readStream(stream: string) {
      yield* events.filter((event) => event.stream === stream);
    },
  };
  const sources = {
    ...{ eventStore, secrets: new InMemoryKeyVault(), subjectKeys, settings: {} as Settings },
    users: {
      accountOf: async (_: string, wanted: string) => (wanted === subject ? accountId : undefined),
      findNamed: async (_: string, wanted: string) => (wanted === ownerSubject ? {} : undefined),
    },
    ownWrites: { visibleIn: async () => {} },
  };
  const handler = new FindHistoryHandler(eventStore, historiesOf(sources as unknown as HistorySources), subjectKeys);
  const page = { limit: 100, offset: 0 };
  return handler.handle({ organizationId: organization, resource: 'user', id, asOf: undefined, page });
};

describe('the history of a user', () => {
  beforeEach(async () => {
    subjectKeys = new InMemorySubjectKeys();
    subject = await subjectKeys.subjectFor(organizationId, userId);
    const of = { organizationId, accountId, subject };
    const seal = (name: string) => subjectKeys.seal(subject, { user_id: userId, email: 'ada@example.com', name });
    const sealedClient = await subjectKeys.seal(subject, { user_id: userId, ip_address: '203.0.113.9' });
    const data: UserEvent[] = [
      {
        type: 'UserInvited',
        data: {
          ...{ ...of, inviteHash: 'hash of a secret', inviteExpiresAt, role: 'developer', invitedAt: at },
          sealedUser: await seal('Ada'),
        },
      },
      {
        type: 'UserPasswordSet',
        data: { ...of, generation: 1, credentialId: 'secret credential', by: 'invite', setAt: at },
      },
      {
        type: 'UserChanged',
        data: {
          ...{ ...of, generation: 2, role: 'auditor', previousRole: 'developer', nameChanged: true, changedAt: at },
          sealedUser: await seal('Ada Lovelace'),
        },
      },
      { type: 'UserDeleted', data: { ...of, deletedAt: at } },
    ];
    events = (data as EventOf<EventType>[]).map(({ type, data }, revision) => ({
      id: `00000000-0000-4000-8000-00000000000${revision}`,
      ...{ type, version: 1, data: data as JsonObject, stream: `user-${accountId}`, revision },
      metadata: { ...uploaderMetadata, subject, addressSubject: null, sealedClient },
      ...{ position: String(revision) as Position, recordedAt: at },
    }));
  });

  const shown = {
    ...{ id: userId, email: 'ada@example.com', name: 'Ada', role: 'developer', account_id: accountId },
    created_at: at,
  };

  it('each event has who, when and from where, and leaves what the API answered then', async () => {
    const found = await history(accountId);
    expect(found.events[0]).toMatchObject({
      ...{ sequence: 1, type: 'UserInvited', timestamp: at, user_id: userId, ip_address: '203.0.113.9' },
      data: { role: 'developer', invite_expires_at: inviteExpiresAt, invited_at: at },
    });
    expect(found.events.map(({ state }) => state)).toEqual([
      { ...shown, status: 'invited', invite_expires_at: inviteExpiresAt },
      { ...shown, status: 'active', invite_expires_at: null },
      { ...shown, name: 'Ada Lovelace', role: 'auditor', status: 'active', invite_expires_at: null },
      null,
    ]);
    expect(found.state).toBeNull();
  });

  it('what a user signs in with, seals and references are in none of it', async () => {
    expect(JSON.stringify(await history(accountId))).not.toMatch(/secret|hash|seal|generation|sub_/i);
  });

  it('the user id names the same history as the account, deleted too', async () => {
    const byUser = await history(userId);
    expect(byUser).toMatchObject({ resource: 'user', resource_id: userId, state: null, pagination: { total: 4 } });
    expect(byUser.events).toEqual((await history(accountId)).events);
  });

  it('an erased user is known by the account alone, and of the person nothing can be read', async () => {
    await subjectKeys.destroy(subject);
    const found = await history(accountId);
    const erased = { id: '[erased]', email: '[erased]', name: '[erased]' };
    expect(found.events[0]).toMatchObject({ user_id: '[erased]', ip_address: '[erased]', state: erased });
    expect(found.events[2]).toMatchObject({ state: { ...erased, role: 'auditor', account_id: accountId } });
    expect(JSON.stringify(found)).not.toMatch(/Ada|203\.0|usr_/);
    expect((await rejectionOf(() => history(userId))).code).toBe('not_found');
  });

  it('the owner in whose name keys act has a history under the user id, and under what the audit log names it by', async () => {
    const ownerId = 'usr_01KAH0000000000000000000BB';
    ownerSubject = await subjectKeys.subjectFor(organizationId, ownerId);
    const seal = (name: string) => subjectKeys.seal(ownerSubject, { user_id: ownerId, name });
    const of = { organizationId, subject: ownerSubject, role: 'owner' } as const;
    const renamed = { accountId: ownerSubject, generation: 0, previousRole: 'owner', nameChanged: true, changedAt: at };
    const data = [
      { type: 'UserCreated', data: { ...of, sealedUser: await seal('First owner'), createdAt: at } },
      { type: 'UserChanged', data: { ...of, ...renamed, sealedUser: await seal('Grace') } },
    ];
    events = data.map((event, revision) => ({
      ...(events[revision] as RecordedEvent),
      ...{ ...event, stream: `user-${ownerSubject}` },
    }));
    const found = await history(ownerId);
    const state = { id: ownerId, email: '', role: 'owner', status: 'named', account_id: null, created_at: at };
    expect(found.events.map((event) => event.state)).toMatchObject([
      { ...state, name: 'First owner' },
      { ...state, name: 'Grace' },
    ]);
    expect(found.events.map((event) => event.data)).toEqual([
      { role: 'owner', created_at: at },
      { role: 'owner', previous_role: 'owner', name_changed: true, changed_at: at },
    ]);
    expect(JSON.stringify(found)).not.toContain(ownerSubject);
    expect((await history(ownerSubject)).events).toEqual(found.events);
    for (const id of [ownerId, ownerSubject])
      expect((await rejectionOf(() => history(id, 'org_01KAH0000000000000000000ZZ'))).code).toBe('not_found');
    expect((await rejectionOf(() => history(subject))).code).toBe('not_found');
  });

  it('a user of another organization is not found by either id', async () => {
    for (const id of [accountId, userId])
      expect((await rejectionOf(() => history(id, 'org_01KAH0000000000000000000ZZ'))).code).toBe('not_found');
  });
});
