import { beforeEach, describe, expect, it } from 'vitest';
import type { EventOf } from '#libs/domain/domain-event.js';
import type { JsonObject } from '#libs/domain/json.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { FindHistoryHandler } from './find-history.handler.js';
import { type HistorySources, historiesOf } from './histories.js';

const { organizationId } = uploaderMetadata;
const keyId = 'key_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const times = ['2026-11-21T08:00:00.000Z', '2026-11-21T09:00:00.000Z', '2026-11-21T10:00:00.000Z'] as const;
const graceEndsAt = '2026-11-21T09:30:00.000Z';

const created: EventOf<'ApiKeyCreated'> = {
  type: 'ApiKeyCreated',
  data: {
    keyId,
    organizationId,
    name: 'CI',
    secretHash: 'hidden-hash',
    scopes: ['translate'],
    ipAllowlist: [],
    expiresAt: null,
    createdAt: times[0],
    ownerSubject: 'sub_hidden',
    sealedOwner: 'hidden-owner',
  },
};
const rotated: EventOf<'ApiKeyRotated'> = {
  type: 'ApiKeyRotated',
  data: { keyId, organizationId, successorId: 'key_2', graceEndsAt },
};
const revoked: EventOf<'ApiKeyRevoked'> = {
  type: 'ApiKeyRevoked',
  data: { keyId, organizationId, revokedAt: times[2] },
};
const fields = {
  ...{ id: keyId, name: 'CI', scopes: ['translate'], ip_allowlist: [], created_at: times[0] },
  ...{ created_by: { user_id: 'usr_1' }, owner: { user_id: 'usr_1' } },
};

let subjectKeys: InMemorySubjectKeys;
let events: RecordedEvent[];

beforeEach(async () => {
  subjectKeys = new InMemorySubjectKeys();
  const subject = await subjectKeys.subjectFor(organizationId, 'usr_1');
  const addressSubject = await subjectKeys.subjectFor(organizationId, '203.0.113.9', 'ip_address');
  const { sealed: sealedClient } = await subjectKeys.sealPersonal([
    { subject, values: { user_id: 'usr_1' } },
    { subject: addressSubject, values: { ip_address: '203.0.113.9' } },
  ]);
  const owner = { ownerSubject: subject, sealedOwner: await subjectKeys.seal(subject, { user_id: 'usr_1' }) };
  const made = { ...created, data: { ...created.data, ...owner } };
  events = [made, rotated, revoked].map(({ type, data }, revision) => ({
    id: `00000000-0000-4000-8000-00000000000${revision}`,
    type,
    version: 1,
    data: data as JsonObject,
    metadata: { ...uploaderMetadata, subject, addressSubject, sealedClient },
    stream: `api_key-${keyId}`,
    revision,
    position: String(revision) as Position,
    recordedAt: times[revision] ?? '',
  }));
});

const handler = () => {
  const eventStore = {
    async *readStream(stream: string) {
      yield* events.filter((event) => event.stream === stream);
    },
  };
  const sources = { eventStore, secrets: new InMemoryKeyVault(), subjectKeys, settings: {} as Settings };
  return new FindHistoryHandler(eventStore, historiesOf(sources as unknown as HistorySources), subjectKeys);
};
const find = (asOf?: string, page: Partial<PageRequest> = {}, changes: object = {}) =>
  handler().handle({
    ...{ organizationId, resource: 'api_key', id: keyId, asOf },
    page: { limit: 100, offset: 0, ...page },
    ...changes,
  });

describe('the history of a resource', () => {
  it('each event is listed with who, when and from where, and with the state that it left', async () => {
    const who = { user_id: 'usr_1', key_id: 'key_1', ip_address: '203.0.113.9', request_id: 'req_1' };
    const found = await find();
    expect(found.events).toEqual([
      {
        ...{ sequence: 1, type: 'ApiKeyCreated', timestamp: times[0], ...who },
        data: { name: 'CI', scopes: ['translate'], ip_allowlist: [], expires_at: null, created_at: times[0] },
        state: { ...fields, status: 'active', expires_at: null },
      },
      {
        ...{ sequence: 2, type: 'ApiKeyRotated', timestamp: times[1], ...who },
        data: { successor_id: 'key_2', grace_ends_at: graceEndsAt },
        state: { ...fields, status: 'active', expires_at: graceEndsAt },
      },
      {
        ...{ sequence: 3, type: 'ApiKeyRevoked', timestamp: times[2], ...who },
        data: { revoked_at: times[2] },
        state: { ...fields, status: 'revoked', expires_at: graceEndsAt },
      },
    ]);
    expect(found.state).toEqual(found.events[2]?.state);
    expect(JSON.stringify(found)).not.toContain('hidden');
  });

  it.each([
    [times[0], 1, 'active'],
    ['2026-11-21T08:59:59.999Z', 1, 'active'],
    [times[1], 2, 'active'],
    [graceEndsAt, 2, 'expired'],
    [times[2], 3, 'revoked'],
  ])('at %s there were %i events, and the key was %s', async (asOf, total, status) => {
    const found = await find(asOf);
    expect(found).toMatchObject({ as_of: asOf, state: { status }, pagination: { total } });
    expect(found.events).toHaveLength(total);
  });

  it('a page goes on behind its last event', async () => {
    const first = await find(undefined, { limit: 2 });
    expect(first).toMatchObject({
      state: { status: 'revoked' },
      events: [{ sequence: 1 }, { sequence: 2 }],
      pagination: { total: 3, has_more: true },
    });
    const cursor = first.pagination.next_cursor ?? '';
    const second = await find(undefined, { limit: 2, cursor });
    expect(second).toMatchObject({ events: [{ sequence: 3 }], pagination: { has_more: false, next_cursor: null } });
    expect((await find(undefined, { offset: 3 })).events).toEqual([]);
    expect((await rejectionOf(() => find(undefined, { cursor: 'x' }))).code).toBe('invalid_request');
  });

  it('what was sealed for a subject that is erased reads [erased], and nothing else changes', async () => {
    await subjectKeys.destroy(await subjectKeys.subjectFor(organizationId, '203.0.113.9', 'ip_address'));
    expect((await find()).events[0]).toMatchObject({ user_id: 'usr_1', ip_address: '[erased]', request_id: 'req_1' });
    await subjectKeys.destroy(await subjectKeys.subjectFor(organizationId, 'usr_1'));
    expect((await find()).events[0]).toMatchObject({
      user_id: '[erased]',
      ip_address: '[erased]',
      data: { name: 'CI' },
    });
  });

  it('a moment in the future is refused, unless an event has it', async () => {
    expect((await rejectionOf(() => find('2999-01-01T00:00:00.000Z'))).details).toHaveProperty('as_of');
    events = events.map((event) => ({ ...event, recordedAt: '2999-01-01T00:00:00.000Z' }));
    expect((await find('2999-01-01T00:00:00.000Z')).state).toMatchObject({ status: 'revoked' });
    expect((await find()).as_of).toBe('2999-01-01T00:00:00.000Z');
  });

  it.each([
    ['of another organization', undefined, { organizationId: 'org_2' }],
    ['that is unknown', undefined, { id: 'key_01KAH3W7J4B2X8Y6Z5V9T0S1R3' }],
    ['with an id of another kind', undefined, { id: 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2' }],
    ['of a kind that has no history', undefined, { resource: 'toString' }],
    ['before its creation', '2026-11-21T07:59:59.999Z', {}],
  ])('a resource %s is not found', async (_, asOf, changes) => {
    expect((await rejectionOf(() => find(asOf, {}, changes))).code).toBe('not_found');
  });

  it('a resource of a kind that has no history is told of those that have one', async () => {
    const { message } = await rejectionOf(() => find(undefined, {}, { resource: 'documents' }));
    expect(message).toContain('document, api_key, glossary');
  });
});
