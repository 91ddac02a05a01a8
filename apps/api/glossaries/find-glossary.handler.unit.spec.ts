import { describe, expect, it, vi } from 'vitest';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { StoredGlossary } from '#projections/glossaries/glossaries.queries.js';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { FindGlossaryHandler } from './find-glossary.handler.js';
import { recordOf } from './glossary-response.js';

const entries = [{ source: 'contract', target: 'contrato' }];

const finding = async () => {
  const fixture = new GlossaryFixture();
  const created = await fixture.create(entries);
  const rows = new Map<string, StoredGlossary>();
  const queries = { find: async (organizationId: string) => rows.get(organizationId) };
  const handler = new FindGlossaryHandler(fixture.eventStore, fixture.blobs, queries);
  return { fixture, created, rows, find: (organizationId = 'org_1') => handler.handle(organizationId, glossaryId) };
};

describe('the query of a glossary', () => {
  it('the query returns the entries of the newest version', async () => {
    const { fixture, created, find } = await finding();
    expect(await find()).toEqual({ record: recordOf(created), entries });
    const replaced = await fixture.replace([{ source: 'court', target: 'tribunal' }]);
    expect(await find()).toMatchObject({
      record: { version: replaced.version },
      entries: [{ source: 'court', target: 'tribunal' }],
    });
  });

  it('a glossary of another organization is not found', async () => {
    const { find } = await finding();
    expect((await rejectionOf(() => find('org_2'))).code).toBe('glossary_not_found');
  });

  it('a deleted glossary is not found, also between the event and the entries', async () => {
    const { fixture, created, find } = await finding();
    await fixture.blobs.delete(created.blobId);
    expect((await rejectionOf(() => find())).code).toBe('glossary_not_found');
    await fixture.delete();
    expect((await rejectionOf(() => find())).code).toBe('glossary_not_found');
  });

  describe('while the event store is away', () => {
    const whileAway = async (blobId?: string | null) => {
      const { fixture, created, rows, find } = await finding();
      rows.set('org_1', { ...recordOf(created), blob_id: blobId === undefined ? created.blobId : blobId });
      vi.spyOn(fixture.eventStore, 'readStream').mockImplementation(() => {
        throw new EventStoreUnavailableError('down');
      });
      return { created, find };
    };

    it('the query reads the read model', async () => {
      const { created, find } = await whileAway();
      expect(await find()).toEqual({ record: recordOf(created), entries });
      expect((await rejectionOf(() => find('org_2'))).code).toBe('glossary_not_found');
    });

    it('the query fails for a row that does not say where the entries are', async () => {
      const { find } = await whileAway(null);
      await expect(find()).rejects.toBeInstanceOf(EventStoreUnavailableError);
    });
  });
});
