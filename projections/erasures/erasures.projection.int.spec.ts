import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { apiKeys } from '../api-keys/api-keys.projection.js';
import { auditExports } from '../audit-exports/audit-exports.projection.js';
import { auditLog } from '../audit-log/audit-log.projection.js';
import { erasures } from './erasures.projection.js';
import { ErasureQueries } from './erasures.queries.js';

const organizationId = 'org_a';
const at = (second: number) => `2026-11-23T08:00:0${second}.000Z`;

describe('erasures', () => {
  let fixture: ReadModelFixture;
  let queries: ErasureQueries;
  const log = new EventLog();

  const requested = (erasureId: string, second: number, of = organizationId) =>
    log.event(
      'ErasureRequested',
      { erasureId, organizationId: of, subjectType: 'user', subject: 'sub_1', reason: 'x', requestedAt: at(second) },
      { organizationId: of },
    );
  const completed = (erasureId: string) =>
    log.event('ErasureCompleted', { erasureId, organizationId, entriesAffected: 3, completedAt: at(9) });
  const failed = (erasureId: string) =>
    log.event('ErasureFailed', { erasureId, organizationId, failure: 'key_store_busy', failedAt: at(5) });
  const given = (...events: Parameters<ReadModelFixture['given']>[1]) => fixture.given([erasures], events);

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new ErasureQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('erasure'));

  it.each([1, 10])('an erasure is pending, fails, and is completed (batches of %i)', async (batchSize) => {
    const shown = {
      id: 'era_1',
      subject_ref: 'sub_1',
      status: 'pending',
      entries_affected: null,
      requested_at: at(1),
      completed_at: null,
      exports: { count: 0, last_at: null },
    };
    await fixture.given([erasures], [requested('era_1', 1)], batchSize);
    expect(await queries.find(organizationId, 'era_1')).toEqual(shown);
    await fixture.given([erasures], [failed('era_1')], batchSize);
    expect(await queries.find(organizationId, 'era_1')).toEqual({ ...shown, status: 'failed' });
    await fixture.given([erasures], [completed('era_1')], batchSize);
    expect(await queries.find(organizationId, 'era_1')).toEqual({
      ...shown,
      status: 'completed',
      entries_affected: 3,
      completed_at: at(9),
    });
    expect(await queries.find('org_b', 'era_1')).toBeUndefined();
  });

  it('erasures are listed newest first, each to its organization', async () => {
    await given(requested('era_1', 1), requested('era_2', 2), requested('era_b', 3, 'org_b'));
    const { erasures: listed, pagination } = await queries.list(organizationId, { limit: 10, offset: 0 });
    expect(listed.map(({ id }) => id)).toEqual(['era_2', 'era_1']);
    expect(pagination.total).toBe(2);
  });

  it('exports of its organization that were begun before an erasure are counted with it', async () => {
    const exported = (exportId: string, second: number, of = organizationId) =>
      log.event(
        'AuditLogExportStarted',
        {
          exportId,
          organizationId: of,
          format: 'csv',
          filters: {},
          after: null,
          follow: false,
          treeSize: 9,
          startedAt: at(second),
        },
        { organizationId: of, occurredAt: at(second) },
      );
    await fixture.empty('audit_export');
    await fixture.given(
      [erasures, auditExports],
      [
        exported('exp_1', 1),
        exported('exp_2', 2),
        exported('exp_3', 4),
        exported('exp_b', 1, 'org_b'),
        requested('era_1', 3),
      ],
    );
    const exports = { count: 2, last_at: at(2) };
    expect(await queries.find(organizationId, 'era_1')).toMatchObject({ exports });
    expect((await queries.list(organizationId, { limit: 10, offset: 0 })).erasures).toMatchObject([{ exports }]);
  });

  it('those that are not completed are to be finished, the oldest first', async () => {
    await given(
      requested('era_1', 1),
      requested('era_2', 2),
      requested('era_3', 3),
      failed('era_2'),
      completed('era_1'),
    );
    expect(await queries.unfinished(10)).toEqual([
      { id: 'era_2', subject_type: 'user', subject: 'sub_1' },
      { id: 'era_3', subject_type: 'user', subject: 'sub_1' },
    ]);
    expect(await queries.unfinished(1)).toHaveLength(1);
  });

  it('one organization does not keep those of another from being finished, however many it has', async () => {
    const many = Array.from({ length: 9 }, (_, second) => requested(`era_${second}`, second));
    await given(...many, requested('era_b', 9, 'org_b'));
    expect((await queries.unfinished(3)).map(({ id }) => id)).toEqual(['era_0', 'era_b', 'era_1']);
  });

  it('the entries of a user are counted, and those of an address, in its own organization', async () => {
    const act = (metadata: { subject?: string; addressSubject?: string; organizationId?: string }) =>
      log.event(
        'LanguageDetected',
        { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 1 },
        { organizationId, ...metadata },
      );
    await fixture.given(
      [auditLog],
      [
        act({ subject: 'sub_ada', addressSubject: 'sub_here' }),
        act({ subject: 'sub_ada', addressSubject: 'sub_there' }),
        act({ subject: 'sub_ada', addressSubject: 'sub_here', organizationId: 'org_b' }),
      ],
    );
    expect(await queries.count(organizationId, 'user', 'sub_ada')).toBe(2);
    expect(await queries.count(organizationId, 'ip_address', 'sub_here')).toBe(1);
    expect(await queries.count(organizationId, 'ip_address', 'sub_ada')).toBe(0);
  });

  it('entries of others that name a user as the owner or the maker of a key are counted with the own ones', async () => {
    await fixture.empty('api_key');
    const created = (keyId: string, owner: string, maker: string, by: string) =>
      log.event(
        'ApiKeyCreated',
        {
          ...{ keyId, organizationId, name: 'a key', secretHash: keyId, scopes: ['detect'], ipAllowlist: [] },
          ...{ expiresAt: null, createdAt: '2026-11-21T08:00:00.000Z', ownerSubject: owner, sealedOwner: 'sealed' },
          ...{ makerSubject: maker, sealedMaker: 'sealed' },
        },
        { organizationId, subject: by },
      );
    const ids = { keyId: 'key_4', organizationId, handedOverAt: '2026-11-21T08:00:00.000Z' };
    const owner = { ownerSubject: 'sub_owner', sealedOwner: 'sealed', ownerCommitment: 'to-owner' };
    await fixture.given(
      [auditLog, apiKeys],
      [
        created('key_1', 'sub_owner', 'sub_maker', 'sub_maker'),
        created('key_2', 'sub_owner', 'sub_owner', 'sub_owner'),
        created('key_3', 'sub_owner', 'sub_made_it', 'sub_operator'),
        created('key_4', 'sub_first', 'sub_first', 'sub_first'),
        log.event(
          'ApiKeyHandedOver',
          { ...ids, ...owner, previousOwnerSubject: 'sub_first' },
          { organizationId, subject: 'sub_admin' },
        ),
      ],
    );
    const counted = (subject: string) => queries.count(organizationId, 'user', subject);
    expect(await counted('sub_owner')).toBe(4);
    expect(await counted('sub_maker')).toBe(1);
    expect(await counted('sub_made_it')).toBe(1);
    expect(await counted('sub_first')).toBe(1);
    expect(await counted('sub_admin')).toBe(1);
  });
});
