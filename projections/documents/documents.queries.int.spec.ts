import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HoldTarget } from '#libs/domain/hold/hold.events.js';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import { DocumentsFixture, later, log, organizationId, soon } from './documents.fixture.js';
import type { DocumentFilter } from './documents.queries.js';

const placedLongAgo = '2026-01-01T00:00:00.000Z';

describe('the queries of documents', () => {
  let fixture: DocumentsFixture;

  beforeAll(async () => {
    fixture = await DocumentsFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty());

  it('the documents of a user are listed with their names, newest first', async () => {
    await fixture.given(fixture.uploaded('doc_1'), fixture.uploaded('doc_2'), fixture.requested('tr_1', 1));
    const subject = (await fixture.subjectKeys.find(organizationId, 'ada')) ?? '';
    const first = await fixture.queries.ofSubject(organizationId, subject, { limit: 1, offset: 0 });
    const cursor = first.pagination.next_cursor ?? '';
    const second = await fixture.queries.ofSubject(organizationId, subject, { limit: 1, offset: 0, cursor });
    const shown = [...first.documents, ...second.documents];
    expect(shown.map(({ id }) => id)).toEqual(['doc_2', 'doc_1']);
    expect(shown[0]).toEqual({
      id: 'doc_2',
      filename: expect.stringMatching(/\.docx$/),
      format: 'docx',
      size_bytes: expect.any(Number),
      status: 'active',
      created_at: expect.any(String),
    });
    expect(first.pagination.total).toBe(2);
    expect((await fixture.queries.ofSubject('org_b', subject, { limit: 1, offset: 0 })).documents).toEqual([]);
  });

  it('a document is due for expiry when every translation has ended and expired', async () => {
    const ids = ['doc_due', 'doc_running', 'doc_longer', 'doc_expired', 'doc_new', 'doc_gone'];
    await fixture.given(
      ...ids.flatMap((id) => [fixture.uploaded(id), fixture.requested('tr_1', 1, 'en', id)]),
      ...ids.filter((id) => id !== 'doc_new').map((id) => fixture.completed('tr_1', soon, id)),
      fixture.requested('tr_2', 2, 'sv', 'doc_running'),
      // The time to live was shortened between these two: the earlier to end expires later.
      fixture.requested('tr_2', 2, 'sv', 'doc_longer'),
      fixture.completed('tr_1', later, 'doc_longer'),
      fixture.failed('tr_2', soon, 'doc_longer'),
      fixture.expired('doc_expired'),
      fixture.deleted('doc_gone'),
    );
    expect(await fixture.queries.due('2026-11-28T10:19:59.999Z', 10)).toEqual([]);
    expect(await fixture.queries.due(soon, 10)).toEqual([{ id: 'doc_due', organization_id: organizationId }]);
    expect((await fixture.queries.due(later, 10)).map(({ id }) => id).sort()).toEqual(['doc_due', 'doc_longer']);
    expect(await fixture.queries.due(later, 1)).toHaveLength(1);
  });

  it('a document is found and listed for its uploader alone, where an uploader is wanted', async () => {
    await fixture.given(fixture.uploaded('doc_1'), fixture.requested('tr_1', 1, 'en', 'doc_1'));
    const listOf = async (uploader: string) =>
      (await fixture.queries.list(organizationId, { uploader }, { limit: 10, offset: 0 })).pagination.total;
    expect(await fixture.queries.find(organizationId, 'doc_1', undefined, fixture.subject)).toMatchObject({
      id: 'doc_1',
    });
    expect(await fixture.queries.find(organizationId, 'doc_1', undefined, 'sub_other')).toBeUndefined();
    expect([await listOf(fixture.subject), await listOf('sub_other')]).toEqual([1, 0]);
  });

  describe('under legal holds', () => {
    const ended = (id: string) => [
      fixture.uploaded(id),
      fixture.requested('tr_1', 1, 'en', id),
      fixture.completed('tr_1', soon, id),
    ];
    const hold = (holdId: string, target: HoldTarget) =>
      log.event('HoldPlaced', { holdId, organizationId, target, reason: 'Case 7', placedAt: soon });
    const lift = (holdId: string, liftedAt: string) => log.event('HoldLifted', { holdId, organizationId, liftedAt });
    const onDocument: HoldTarget = { kind: 'resource', resource: 'document', resourceId: 'doc_1' };
    const expiryOf = async (id: string) => (await fixture.queries.find(organizationId, id))?.expires_at;
    const due = async (now: string) => (await fixture.queries.due(now, 10)).map(({ id }) => id);

    it('a held document stays completed, without an expiry, and is not due', async () => {
      await fixture.given(...ended('doc_1'), ...ended('doc_2'), hold('hold_1', onDocument));
      expect(await fixture.view()).toMatchObject({ status: 'completed', expires_at: null });
      expect(await expiryOf('doc_2')).toBe(soon);
      const { documents: listed } = await fixture.queries.list(organizationId, {}, { limit: 10, offset: 0 });
      expect(new Map(listed.map(({ id, expires_at }) => [id, expires_at]))).toEqual(
        new Map([
          ['doc_1', null],
          ['doc_2', soon],
        ]),
      );
      expect(await due(later)).toEqual(['doc_2']);
    });

    it('a document expires 24 hours after its last hold was lifted at the earliest', async () => {
      await fixture.given(...ended('doc_1'), hold('hold_1', onDocument), hold('hold_2', onDocument));
      await fixture.given(lift('hold_1', '2026-12-01T00:00:00.000Z'));
      expect(await expiryOf('doc_1')).toBeNull();
      await fixture.given(lift('hold_2', '2026-12-02T00:00:00.000Z'));
      expect(await expiryOf('doc_1')).toBe('2026-12-03T00:00:00.000Z');
      expect(await due('2026-12-02T23:59:59.999Z')).toEqual([]);
      expect(await due('2026-12-03T00:00:00.000Z')).toEqual(['doc_1']);
    });

    it('a hold that was lifted long before the expiry changes nothing', async () => {
      await fixture.given(...ended('doc_1'), hold('hold_1', onDocument), lift('hold_1', '2026-11-22T00:00:00.000Z'));
      expect(await expiryOf('doc_1')).toBe(soon);
    });

    it('a hold on the uploader or on a period is on the document, one of another organization is not', async () => {
      const bySubject: HoldTarget = { kind: 'subject', type: 'user', subject: fixture.subject, sealedId: 'sealed' };
      const from = '2026-11-21T10:00:00.000Z';
      const period: HoldTarget = { kind: 'period', start: from, end: from, from, until: '2026-11-21T10:00:00.001Z' };
      const theirs = { holdId: 'hold_b', organizationId: 'org_b', target: onDocument, reason: 'x', placedAt: soon };
      await fixture.given(...ended('doc_1'), log.event('HoldPlaced', theirs, { organizationId: 'org_b' }));
      expect(await expiryOf('doc_1')).toBe(soon);
      await fixture.given(hold('hold_1', bySubject));
      expect(await expiryOf('doc_1')).toBeNull();
      await fixture.given(lift('hold_1', placedLongAgo));
      expect(await expiryOf('doc_1')).toBe(soon);
      await fixture.given(hold('hold_2', period));
      expect(await expiryOf('doc_1')).toBeNull();
    });

    it('a document that has expired keeps showing when, and one without a translation has no expiry', async () => {
      await fixture.given(...ended('doc_1'), fixture.expired(), hold('hold_1', onDocument), fixture.uploaded('doc_2'));
      await fixture.given(hold('hold_2', { ...onDocument, resourceId: 'doc_2' }), lift('hold_2', soon));
      expect(await fixture.view()).toMatchObject({ status: 'expired', expires_at: soon });
      expect(await expiryOf('doc_2')).toBeNull();
    });
  });

  it('documents are listed newest first, page by page, filtered by the translation that is shown', async () => {
    const at = (day: number) => `2026-11-${day}T10:00:00.000Z`;
    await fixture.given(
      fixture.uploaded('doc_1', { uploadedAt: at(11) }),
      fixture.requested('tr_1', 1, 'en', 'doc_1'),
      fixture.completed('tr_1', soon, 'doc_1'),
      fixture.requested('tr_4', 5, 'sv', 'doc_1'),
      fixture.uploaded('doc_2', { uploadedAt: at(12), sourceLanguage: 'de' }),
      fixture.requested('tr_2', 1, 'en', 'doc_2'),
      fixture.uploaded('doc_3', { uploadedAt: at(13) }),
      fixture.requested('tr_3', 1, 'en', 'doc_3'),
      fixture.failed('tr_3', soon, 'doc_3'),
      fixture.expired('doc_3'),
      fixture.uploaded('doc_4', { uploadedAt: at(14), organizationId: 'org_b' }),
      fixture.requested('tr_5', 1, 'en', 'doc_4'),
    );
    const list = async (filter: DocumentFilter, page: Partial<PageRequest> = {}) => {
      const found = await fixture.queries.list(organizationId, filter, { limit: 10, offset: 0, ...page });
      return { ids: found.documents.map(({ id }) => id), ...found };
    };
    expect(await list({})).toMatchObject({ ids: ['doc_3', 'doc_2', 'doc_1'], pagination: { total: 3 } });
    expect((await list({})).documents[2]).toMatchObject({ target_language: 'sv', status: 'processing' });
    expect(await list({ status: 'processing' })).toMatchObject({ ids: ['doc_2', 'doc_1'], pagination: { total: 2 } });
    expect((await list({ status: 'expired' })).ids).toEqual(['doc_3']);
    expect(await list({ target: 'en', status: 'completed' })).toMatchObject({
      ids: ['doc_1'],
      documents: [{ target_language: 'en', status: 'completed' }],
    });
    expect((await list({ source: 'de' })).ids).toEqual(['doc_2']);
    expect((await list({ source: 'de-AT' })).ids).toEqual(['doc_2']);
    expect((await list({ start: at(12), end: at(13) })).ids).toEqual(['doc_2']);
    const first = await list({}, { limit: 2 });
    expect(first.ids).toEqual(['doc_3', 'doc_2']);
    const next = await list({}, { limit: 2, cursor: first.pagination.next_cursor ?? '' });
    expect(next).toMatchObject({ ids: ['doc_1'], pagination: { has_more: false, next_cursor: null } });
  });

  it('active documents are told from those that have expired, were deleted or never were', async () => {
    const ids = ['doc_active', 'doc_expired', 'doc_gone'];
    await fixture.given(
      ...ids.map((id) => fixture.uploaded(id)),
      fixture.expired('doc_expired'),
      fixture.deleted('doc_gone'),
    );
    expect(await fixture.queries.active([...ids, 'doc_never'])).toEqual(new Set(['doc_active']));
    expect(await fixture.queries.active([])).toEqual(new Set());
  });

  it('the owners of translations are told, of those that are known', async () => {
    await fixture.given(fixture.uploaded(), fixture.requested('tr_1', 1));
    const owners = await fixture.queries.ownersOfTranslations(['tr_1', 'tr_never']);
    expect([...owners]).toEqual([['tr_1', organizationId]]);
  });

  it('the translations that have not ended are listed oldest first', async () => {
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.requested('tr_2', 2, 'sv'),
      fixture.requested('tr_3', 3, 'de'),
      fixture.requested('tr_4', 4, 'da'),
      fixture.completed('tr_2', soon),
      fixture.failed('tr_4', soon),
    );
    const unfinished = await fixture.queries.unfinished('2026-11-21T10:03:00.000Z', 10);
    expect(unfinished).toEqual([
      {
        document_id: 'doc_1',
        translation_id: 'tr_1',
        organization_id: organizationId,
        requested_at: '2026-11-21T10:01:00.000Z',
        sequence: 1,
      },
      {
        document_id: 'doc_1',
        translation_id: 'tr_3',
        organization_id: organizationId,
        requested_at: '2026-11-21T10:03:00.000Z',
        sequence: 3,
      },
    ]);
    expect((await fixture.queries.unfinished('2026-11-21T10:02:59.999Z', 10)).map((t) => t.translation_id)).toEqual([
      'tr_1',
    ]);
    const asked = ['tr_1', 'tr_2', 'tr_4', 'tr_never'].map((id) => fixture.queries.isUnfinished(id));
    expect(await Promise.all(asked)).toEqual([true, false, false, false]);
  });

  it('words wait by organization, less those of the segments that are done', async () => {
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.progressed('tr_1', 50, 200),
      fixture.requested('tr_2', 3, 'sv'),
      fixture.requested('tr_3', 4, 'de'),
      fixture.failed('tr_3', soon),
      fixture.uploaded('doc_2', { wordCount: 100 }),
      fixture.requested('tr_4', 1, 'sv', 'doc_2'),
    );
    expect(await fixture.queries.waitingWords()).toEqual([{ organizationId, documents: 3, words: 1_675 }]);
  });
});
