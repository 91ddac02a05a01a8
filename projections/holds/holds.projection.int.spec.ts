import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HoldTarget } from '#libs/domain/hold/hold.events.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { holds } from './holds.projection.js';
import { HoldQueries } from './holds.queries.js';

const organizationId = 'org_a';
const placedAt = '2026-11-21T08:00:00.000Z';
const liftedAt = '2026-11-22T08:00:00.000Z';
const createdAt = '2026-01-15T12:00:00.000Z';

describe('holds', () => {
  let fixture: ReadModelFixture;
  let queries: HoldQueries;
  let subjectKeys: SubjectKeys;
  let ada: string;
  let sealedClient: string;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateSubjectKeys(fixture.pool);
    subjectKeys = await openPostgresSubjectKeys({ pool: fixture.pool, masterKey: randomBytes(32) });
    queries = new HoldQueries(fixture.dataSource, subjectKeys);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.empty('hold');
    ada = await subjectKeys.subjectFor(organizationId, 'ada');
    sealedClient = await subjectKeys.seal(ada, { user_id: 'ada' });
  });

  const log = new EventLog();
  const placed = (holdId: string, target: HoldTarget, changes: { organizationId?: string; placedAt?: string } = {}) =>
    log.event(
      'HoldPlaced',
      { holdId, organizationId, target, reason: 'Case 7', placedAt, ...changes },
      { organizationId: changes.organizationId ?? organizationId, subject: ada, sealedClient },
    );
  const lifted = (holdId: string, at = liftedAt) => log.event('HoldLifted', { holdId, organizationId, liftedAt: at });
  const onDocument: HoldTarget = { kind: 'resource', resource: 'document', resourceId: 'doc_1' };
  const january: HoldTarget = {
    kind: 'period',
    start: '2026-01-01',
    end: '2026-01-31',
    from: '2026-01-01T00:00:00.000Z',
    until: '2026-02-01T00:00:00.000Z',
  };
  const onSubject = async (): Promise<HoldTarget> => {
    const subject = await subjectKeys.subjectFor(organizationId, 'eve');
    return { kind: 'subject', type: 'user', subject, sealedId: await subjectKeys.seal(subject, { id: 'eve' }) };
  };
  const given = (...events: Parameters<ReadModelFixture['given']>[1]) => fixture.given([holds], events);
  const state = (changes: object = {}) =>
    queries.on({ organizationId, resource: 'document', resourceId: 'doc_1', subject: 'sub_x', createdAt, ...changes });

  it.each([1, 10])('a hold is shown with who placed it, and when it was lifted (batches of %i)', async (batchSize) => {
    await fixture.given([holds], [placed('hold_1', onDocument), lifted('hold_1')], batchSize);
    const shown = {
      id: 'hold_1',
      resource: 'document',
      resource_id: 'doc_1',
      subject: null,
      period: null,
      reason: 'Case 7',
      placed_by: 'ada',
      placed_at: placedAt,
      lifted_at: liftedAt,
    };
    expect(await queries.find(organizationId, 'hold_1')).toEqual(shown);
    expect(await queries.list(organizationId, { limit: 10, offset: 0 })).toMatchObject({
      holds: [shown],
      pagination: { total: 1 },
    });
    expect(await queries.find('org_b', 'hold_1')).toBeUndefined();
    expect((await queries.list('org_b', { limit: 10, offset: 0 })).holds).toEqual([]);
  });

  it('a hold on a subject or a period is shown as such, and an erased subject as erased', async () => {
    await given(placed('hold_1', await onSubject()), placed('hold_2', january));
    expect(await queries.find(organizationId, 'hold_1')).toMatchObject({
      resource: null,
      resource_id: null,
      subject: { type: 'user', id: 'eve' },
      period: null,
    });
    expect(await queries.find(organizationId, 'hold_2')).toMatchObject({
      subject: null,
      period: { start: '2026-01-01', end: '2026-01-31' },
    });
    await eraseSubject(subjectKeys, organizationId, 'eve');
    expect((await queries.find(organizationId, 'hold_1'))?.subject).toEqual({ type: 'user', id: '[erased]' });
  });

  it('holds are listed newest first, and those that are not lifted are counted', async () => {
    const at = (day: number) => ({ placedAt: `2026-11-0${day}T00:00:00.000Z` });
    await given(
      placed('hold_1', onDocument, at(1)),
      placed('hold_2', january, at(2)),
      placed('hold_3', january, at(3)),
      placed('hold_b', january, { ...at(4), organizationId: 'org_b' }),
      lifted('hold_2'),
    );
    const first = await queries.list(organizationId, { limit: 2, offset: 0 });
    expect(first.holds.map(({ id }) => id)).toEqual(['hold_3', 'hold_2']);
    const cursor = first.pagination.next_cursor ?? '';
    const second = await queries.list(organizationId, { limit: 2, offset: 0, cursor });
    expect(second.holds.map(({ id }) => id)).toEqual(['hold_1']);
    expect(await queries.active(organizationId)).toBe(2);
  });

  it('a hold is on what it names, on what belongs to its subject, and on what was created in its period', async () => {
    const never = { holdId: undefined, liftedAt: undefined };
    const heldBy = (holdId: string) => ({ holdId, liftedAt: undefined });
    const eve = await onSubject();
    await given(
      placed('hold_1', onDocument),
      placed('hold_2', eve),
      placed('hold_3', january),
      placed('hold_b', { ...onDocument, resourceId: 'doc_2' }, { organizationId: 'org_b' }),
    );
    const elsewhere = { resourceId: 'doc_2', createdAt: '2026-06-01T00:00:00.000Z' };
    expect(await state({ createdAt: elsewhere.createdAt })).toEqual(heldBy('hold_1'));
    expect(await state(elsewhere)).toEqual(never);
    expect(await state({ ...elsewhere, resourceId: 'doc_1', resource: 'glossary' })).toEqual(never);
    expect(await state({ ...elsewhere, subject: eve.kind === 'subject' ? eve.subject : '' })).toEqual(heldBy('hold_2'));
    for (const [at, expected] of [
      ['2025-12-31T23:59:59.999Z', never],
      ['2026-01-01T00:00:00.000Z', heldBy('hold_3')],
      ['2026-01-31T23:59:59.999Z', heldBy('hold_3')],
      ['2026-02-01T00:00:00.000Z', never],
    ] as const)
      expect(await state({ ...elsewhere, createdAt: at }), at).toEqual(expected);
  });

  it('a hold on a subject, or on a document of it, keeps the subject until it is lifted', async () => {
    const eve = await onSubject();
    const subject = eve.kind === 'subject' ? eve.subject : '';
    await fixture.pool.query(
      `insert into read_model.document (id, organization_id, subject, sealed_name, format, media_type, size_bytes, sha256,
         page_count, word_count, character_count, segment_count, source_language, blob_id, has_webhook, created_at, status)
       values ('doc_1', $1, $2, 's', 'txt', 't', 1, 'x', 1, 1, 1, 1, 'en', 'b', false, $3, 'active')`,
      [organizationId, subject, createdAt],
    );
    expect(await queries.onSubject(organizationId, subject)).toEqual({ holdId: undefined, liftedAt: undefined });
    for (const [holdId, target] of Object.entries({ hold_1: eve, hold_2: onDocument, hold_3: january })) {
      await given(placed(holdId, target));
      expect((await queries.onSubject(organizationId, subject)).holdId, holdId).toBe(holdId);
      expect((await queries.onSubject('org_b', subject)).holdId).toBeUndefined();
      await given(lifted(holdId));
    }
    expect((await queries.onSubject(organizationId, subject)).holdId).toBeUndefined();
    await fixture.pool.query('delete from read_model.document');
  });

  it('the holds on a subject are listed for it, and those that it placed', async () => {
    const eve = await onSubject();
    await given(placed('hold_1', eve), placed('hold_2', onDocument));
    const of = async (subject: string) =>
      (await queries.listOf(organizationId, subject, { limit: 10, offset: 0 })).holds.map(({ id }) => id);
    expect(await of(eve.kind === 'subject' ? eve.subject : '')).toEqual(['hold_1']);
    expect((await of(ada)).sort()).toEqual(['hold_1', 'hold_2']);
  });

  it('what several holds were on is held until the last is lifted, and its lifting is known', async () => {
    await given(placed('hold_1', onDocument), placed('hold_2', january), lifted('hold_1'));
    expect(await state()).toEqual({ holdId: 'hold_2', liftedAt: undefined });
    await given(lifted('hold_2', '2026-12-01T00:00:00.000Z'));
    expect(await state()).toEqual({ holdId: undefined, liftedAt: '2026-12-01T00:00:00.000Z' });
    expect(
      await queries.times({ organizationId, resource: 'document', resourceId: 'doc_1', subject: null, createdAt }),
    ).toEqual([
      { placed_at: placedAt, lifted_at: liftedAt },
      { placed_at: placedAt, lifted_at: '2026-12-01T00:00:00.000Z' },
    ]);
  });
});
