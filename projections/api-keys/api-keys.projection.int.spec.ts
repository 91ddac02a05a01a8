import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { encodeCursor } from '#libs/read-side/read-models/page.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { organizations } from '../organizations/organizations.projection.js';
import { apiKeys } from './api-keys.projection.js';
import { ApiKeyQueries } from './api-keys.queries.js';
import { KeyUseTimes } from './key-use-times.js';

const now = '2026-11-21T12:00:00.000Z';
const past = '2026-11-21T11:59:59.999Z';
const future = '2026-11-22T12:00:00.000Z';
const farFuture = '2027-11-22T12:00:00.000Z';

describe('API keys', () => {
  let fixture: ReadModelFixture;
  let queries: ApiKeyQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new ApiKeyQueries(fixture.dataSource, subjectKeys);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('api_key', 'organization', 'api_key_use'));

  const log = new EventLog();
  /** Opens a seal as the user whom it is for, by the reference. */
  const subjectKeys = {
    openMany: async (items: readonly { subject: string }[]) =>
      items.map(({ subject }) => (subject === 'sub_gone' ? null : { user_id: `user of ${subject}` })),
  };
  const organization = (organizationId: string) =>
    log.event('OrganizationCreated', { organizationId, name: 'An organization', tier: 'entry', createdAt: past });
  const grant = (keyId: string, changes: Partial<ApiKeyGrant> = {}): ApiKeyGrant => ({
    keyId,
    organizationId: 'org_a',
    name: `Name of ${keyId}`,
    secretHash: `hash of ${keyId}`,
    scopes: ['translate', 'keys:manage'],
    ipAllowlist: ['10.0.0.0/8', '2001:db8::1'],
    expiresAt: null,
    createdAt: '2026-11-01T08:00:00.000Z',
    ownerSubject: 'sub_ada',
    sealedOwner: 'sealed-owner',
    ...changes,
  });
  const created = (keyId: string, changes?: Partial<ApiKeyGrant>) => log.event('ApiKeyCreated', grant(keyId, changes));
  const rotated = (keyId: string, graceEndsAt: string) =>
    log.event('ApiKeyRotated', { keyId, organizationId: 'org_a', successorId: 'key_2', graceEndsAt });
  const revoked = (keyId: string) =>
    log.event('ApiKeyRevoked', { keyId, organizationId: 'org_a', revokedAt: '2026-11-21T11:00:00.000Z' });
  const given = (...events: Parameters<ReadModelFixture['given']>[1]) =>
    fixture.given([organizations, apiKeys], events);
  const keyOf = async (organizationId: string, keyId: string, at: string) => {
    const { api_keys: keys } = await queries.list(organizationId, { limit: 10, offset: 0 }, at);
    return keys.find(({ id }) => id === keyId);
  };

  it('a key that was handed over is of its new owner', async () => {
    const owner = { ownerSubject: 'sub_eve', sealedOwner: 'sealed-eve', ownerCommitment: 'to-eve' };
    const data = { keyId: 'key_1', organizationId: 'org_a', previousOwnerSubject: 'sub_ada', handedOverAt: past };
    await given(organization('org_a'), created('key_1'), log.event('ApiKeyHandedOver', { ...data, ...owner }));
    const { rows } = await fixture.pool.query('select owner_subject, sealed_owner from read_model.api_key');
    expect(rows).toEqual([{ owner_subject: 'sub_eve', sealed_owner: 'sealed-eve' }]);
    expect(await keyOf('org_a', 'key_1', now)).toMatchObject({
      created_by: { user_id: 'user of sub_ada' },
      owner: { user_id: 'user of sub_eve' },
    });
    expect(await queries.activeOf('org_a', 'sub_ada', now)).toEqual([]);
    expect(await queries.activeOf('org_a', 'sub_eve', now)).toEqual([
      { id: 'key_1', scopes: ['translate', 'keys:manage'] },
    ]);
  });

  it('a key that was made for another user names both, and neither once they are erased', async () => {
    const maker = { makerSubject: 'sub_eve', sealedMaker: 'sealed-eve', makerCommitment: 'to-eve' };
    await given(
      created('key_1', maker),
      created('key_2', { ...maker, ownerSubject: 'sub_gone' }),
      log.event('ApiKeyIssuedByRotation', { ...grant('key_3', maker), rotatedFrom: 'key_1' }),
      created('key_4', { expiresAt: past }),
      revoked('key_2'),
    );
    const persons = { created_by: { user_id: 'user of sub_eve' }, owner: { user_id: 'user of sub_ada' } };
    expect(await keyOf('org_a', 'key_1', now)).toMatchObject(persons);
    expect(await keyOf('org_a', 'key_3', now)).toMatchObject(persons);
    expect(await keyOf('org_a', 'key_2', now)).toMatchObject({ owner: { user_id: '[erased]' } });
    expect(await queries.personsOf('org_a', ['key_1', 'key_2', 'key_of_nobody'])).toEqual(
      new Map([
        ['key_1', { owner: 'user of sub_ada', maker: 'user of sub_eve' }],
        ['key_2', { owner: '[erased]', maker: 'user of sub_eve' }],
      ]),
    );
    expect(await queries.personsOf('org_b', ['key_1'])).toEqual(new Map());
    const ids = async (subject: string) => (await queries.activeOf('org_a', subject, now)).map(({ id }) => id);
    expect((await ids('sub_ada')).sort()).toEqual(['key_1', 'key_3']);
    expect(await ids('sub_eve')).toEqual([]);
    expect((await queries.activeOf('org_b', 'sub_ada', now)).length).toBe(0);
  });

  it.each([
    ['its expiry, when that comes first', future, farFuture, future],
    ['the grace of its rotation, when that comes first', farFuture, future, future],
    ['the grace of its rotation, when it does not expire', null, future, future],
  ])('a rotated key ends at %s', async (_, expiresAt, graceEndsAt, end) => {
    await given(organization('org_a'), created('key_1', { expiresAt }), rotated('key_1', graceEndsAt));
    expect(await keyOf('org_a', 'key_1', now)).toMatchObject({ expires_at: end, status: 'active' });
  });

  it('the successor of a rotated key is a key of its own', async () => {
    await given(
      organization('org_a'),
      created('key_1'),
      rotated('key_1', future),
      log.event('ApiKeyIssuedByRotation', { ...grant('key_2'), rotatedFrom: 'key_1' }),
    );
    expect(await keyOf('org_a', 'key_2', now)).toMatchObject({ expires_at: null, status: 'active' });
  });

  it.each([
    ['without expiry', null, false, 'active'],
    ['before its expiry', future, false, 'active'],
    ['at its expiry', now, false, 'expired'],
    ['after it was revoked', null, true, 'revoked'],
    ['after it was revoked and expired', past, true, 'revoked'],
  ])('the list shows the right status of a key %s', async (_, expiresAt, isRevoked, status) => {
    await given(created('key_1', { expiresAt }), ...(isRevoked ? [revoked('key_1')] : []));
    expect(await keyOf('org_a', 'key_1', now)).toMatchObject({ status });
  });

  it('the last use of a key is the newest that any node has stored', async () => {
    await given(created('key_1'), created('key_2'), created('key_3'));
    const times = new KeyUseTimes(fixture.dataSource);
    await times.store([
      ['key_1', Date.parse('2026-11-21T07:00:00.000Z')],
      ['key_2', Date.parse('2026-11-21T07:00:00.000Z')],
    ]);
    await times.store([
      ['key_1', Date.parse('2026-11-21T06:00:00.000Z')],
      ['key_2', Date.parse('2026-11-21T08:00:00.001Z')],
    ]);
    await times.store([]);
    expect(await keyOf('org_a', 'key_1', now)).toMatchObject({ last_used_at: '2026-11-21T07:00:00.000Z' });
    expect(await keyOf('org_a', 'key_2', now)).toMatchObject({ last_used_at: '2026-11-21T08:00:00.001Z' });
    expect(await keyOf('org_a', 'key_3', now)).toMatchObject({ last_used_at: null });
  });

  it('the list of a person has the keys that the person owns or made alone, and counts no others', async () => {
    const made = { ownerSubject: 'sub_bo', makerSubject: 'sub_ada', sealedMaker: 'sealed-ada' };
    await given(created('key_1'), created('key_2', { ownerSubject: 'sub_bo' }), created('key_3', made));
    const page = { limit: 10, offset: 0 };
    const { api_keys, pagination } = await queries.listOf('org_a', 'sub_ada', page, now);
    expect(api_keys.map(({ id }) => id).sort()).toEqual(['key_1', 'key_3']);
    expect(pagination.total).toBe(2);
    expect((await queries.listOf('org_a', 'sub_nobody', page, now)).pagination.total).toBe(0);
  });

  it('a key of another organization is not found', async () => {
    await given(created('key_1'));
    expect(await queries.list('org_b', { limit: 10, offset: 0 }, now)).toEqual({
      api_keys: [],
      pagination: { total: 0, limit: 10, offset: 0, has_more: false, next_cursor: null },
    });
  });

  describe('list', () => {
    const createdAt = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;
    beforeEach(() =>
      given(
        ...[1, 2, 2, 2, 3].map((day, i) => created(`key_${i}`, { createdAt: createdAt(day) })),
        created('key_of_other', { organizationId: 'org_b' }),
      ),
    );
    const newestFirst = ['key_4', 'key_3', 'key_2', 'key_1', 'key_0'];

    it('the list of keys is newest first, by offset', async () => {
      const { api_keys, pagination } = await queries.list('org_a', { limit: 2, offset: 1 }, now);
      expect(api_keys.map(({ id }) => id)).toEqual(newestFirst.slice(1, 3));
      expect(pagination).toMatchObject({ total: 5, limit: 2, offset: 1, has_more: true });
    });

    it('the list of keys is complete by cursor, with keys made at the same instant or in between', async () => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { api_keys, pagination } = await queries.list('org_a', { limit: 2, offset: 0, cursor }, now);
        seen.push(...api_keys.map(({ id }) => id));
        cursor = pagination.next_cursor ?? undefined;
        await given(created(`key_new_${seen.length}`, { createdAt: createdAt(20) }));
      } while (cursor !== undefined);
      expect(seen).toEqual(newestFirst);
    });

    it.each([
      ['nothing', ''],
      ['no JSON', 'bm9uc2Vuc2U'],
      ['a cursor of another list', encodeCursor('audit_log', [3])],
      ['no time', encodeCursor('api_keys', ['2026', 'key_1'])],
      ['no id', encodeCursor('api_keys', [createdAt(2)])],
      ['a NUL', encodeCursor('api_keys', [createdAt(2), 'key\0'])],
    ])('the list of keys refuses a cursor that is %s', async (_, cursor) => {
      await expect(queries.list('org_a', { limit: 2, offset: 0, cursor }, now)).rejects.toMatchObject({
        code: 'invalid_request',
        details: { cursor: ['is not a cursor of this list'] },
      });
    });
  });
});
