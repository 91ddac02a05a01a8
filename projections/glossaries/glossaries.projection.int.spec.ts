import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { encodeCursor } from '#libs/read-side/read-models/page.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { glossaries } from './glossaries.projection.js';
import { GlossaryQueries } from './glossaries.queries.js';

const createdAt = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;
const later = '2026-11-21T08:00:00.000Z';

describe('glossaries', () => {
  let fixture: ReadModelFixture;
  let queries: GlossaryQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new GlossaryQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('glossary'));

  const log = new EventLog();
  const versionOf = (glossaryId: string, changes: Partial<GlossaryVersion> = {}): GlossaryVersion => ({
    glossaryId,
    organizationId: 'org_a',
    name: `Name of ${glossaryId}`,
    sourceLanguage: 'en',
    targetLanguage: 'es',
    domain: null,
    version: 1,
    entryCount: 3,
    blobId: `${glossaryId}-1`,
    sizeBytes: 30,
    sha256: 'ab',
    createdAt: createdAt(1),
    updatedAt: createdAt(1),
    ...changes,
  });
  const created = (glossaryId: string, changes?: Partial<GlossaryVersion>) =>
    log.event('GlossaryCreated', versionOf(glossaryId, changes));
  const deleted = (glossaryId: string) =>
    log.event('GlossaryDeleted', { glossaryId, organizationId: 'org_a', blobIds: [], deletedAt: later });
  const given = (...events: Parameters<ReadModelFixture['given']>[1]) => fixture.given([glossaries], events);
  const list = async (organizationId = 'org_a') =>
    (await queries.list(organizationId, { limit: 10, offset: 0 })).glossaries;

  it('a glossary is shown in its newest version', async () => {
    const replaced = versionOf('glo_1', { domain: '12 law', version: 2, entryCount: 5, updatedAt: later });
    await given(
      created('glo_1', { domain: '12 law', blobId: 'glo_1-0' }),
      log.event('GlossaryEntriesReplaced', { ...replaced, droppedBlobIds: [] }),
    );
    expect(await list()).toEqual([
      {
        id: 'glo_1',
        name: 'Name of glo_1',
        source_language: 'en',
        target_language: 'es',
        domain: '12 law',
        version: 2,
        entry_count: 5,
        created_at: createdAt(1),
        updated_at: later,
      },
    ]);
    expect(await queries.find('org_a', 'glo_1')).toMatchObject({ id: 'glo_1', version: 2, blob_id: 'glo_1-1' });
    expect(await queries.find('org_b', 'glo_1')).toBeUndefined();
    expect(await queries.find('org_a', 'glo_2')).toBeUndefined();
  });

  it('a glossary is gone once deleted', async () => {
    await given(created('glo_1'), created('glo_2'), deleted('glo_1'));
    expect((await list()).map(({ id }) => id)).toEqual(['glo_2']);
  });

  it('a glossary is seen by its own organization only', async () => {
    await given(created('glo_1', { domain: '12 law' }));
    expect(await queries.list('org_b', { limit: 10, offset: 0 })).toEqual({
      glossaries: [],
      pagination: { total: 0, limit: 10, offset: 0, has_more: false, next_cursor: null },
    });
    const binding = { domain: '12 law', sources: ['en'], targets: ['es'] };
    expect(await queries.newestBound('org_b', binding)).toBeUndefined();
  });

  describe('list', () => {
    beforeEach(() =>
      given(
        ...[1, 2, 2, 2, 3].map((day, i) => created(`glo_${i}`, { createdAt: createdAt(day) })),
        created('glo_of_other', { organizationId: 'org_b' }),
      ),
    );
    const newestFirst = ['glo_4', 'glo_3', 'glo_2', 'glo_1', 'glo_0'];

    it('the list of glossaries is newest first, by offset', async () => {
      const { glossaries: page, pagination } = await queries.list('org_a', { limit: 2, offset: 1 });
      expect(page.map(({ id }) => id)).toEqual(newestFirst.slice(1, 3));
      expect(pagination).toMatchObject({ total: 5, limit: 2, offset: 1, has_more: true });
    });

    it('the list of glossaries is complete by cursor', async () => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await queries.list('org_a', { limit: 2, offset: 0, cursor });
        seen.push(...page.glossaries.map(({ id }) => id));
        cursor = page.pagination.next_cursor ?? undefined;
        await given(created(`glo_new_${seen.length}`, { createdAt: createdAt(20) }));
      } while (cursor !== undefined);
      expect(seen).toEqual(newestFirst);
    });

    it.each([
      ['nothing', ''],
      ['a cursor of another list', encodeCursor('api_keys', [createdAt(2), 'glo_1'])],
      ['no time', encodeCursor('glossaries', ['2026', 'glo_1'])],
      ['a NUL', encodeCursor('glossaries', [createdAt(2), 'glo\0'])],
    ])('the list of glossaries refuses a cursor that is %s', async (_, cursor) => {
      await expect(queries.list('org_a', { limit: 2, offset: 0, cursor })).rejects.toMatchObject({
        code: 'invalid_request',
        details: { cursor: ['is not a cursor of this list'] },
      });
    });
  });

  describe('the one that is bound to a domain', () => {
    const law = { domain: '12 law', sources: ['en'], targets: ['es'] };
    const bound = (id: string, day: number, changes: Partial<GlossaryVersion> = {}) =>
      created(id, { domain: '12 law', createdAt: createdAt(day), ...changes });

    it('the glossary bound to a domain and pair is the newest', async () => {
      await given(
        bound('glo_1', 1),
        bound('glo_2', 3),
        bound('glo_3', 2),
        bound('glo_other_domain', 9, { domain: '66 energy' }),
        bound('glo_unbound', 9, { domain: null }),
        bound('glo_other_source', 9, { sourceLanguage: 'fr' }),
        bound('glo_other_target', 9, { targetLanguage: 'ca' }),
        bound('glo_of_other', 9, { organizationId: 'org_b' }),
      );
      expect(await queries.newestBound('org_a', law)).toBe('glo_2');
    });

    it('the glossary bound to a domain is the one before once the newest is deleted', async () => {
      await given(bound('glo_1', 1), bound('glo_2', 2), deleted('glo_2'));
      expect(await queries.newestBound('org_a', law)).toBe('glo_1');
    });

    it('the glossary bound to a domain may name the languages in either of their forms', async () => {
      await given(bound('glo_1', 1, { targetLanguage: 'pt' }));
      expect(await queries.newestBound('org_a', { ...law, targets: ['pt-BR', 'pt'] })).toBe('glo_1');
      expect(await queries.newestBound('org_a', { ...law, targets: ['pt-BR'] })).toBeUndefined();
    });
  });
});
