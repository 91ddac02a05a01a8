import { describe, expect, it } from 'vitest';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { FindGlossaryHandler } from './find-glossary.handler.js';

const entries = [{ source: 'contract', target: 'contrato' }];

const finding = async () => {
  const fixture = new GlossaryFixture();
  const created = await fixture.create(entries);
  const handler = new FindGlossaryHandler(fixture.eventStore, fixture.blobs);
  return { fixture, created, find: (organizationId = 'org_1') => handler.handle(organizationId, glossaryId) };
};

describe('the query of a glossary', () => {
  it('the query returns the entries of the newest version', async () => {
    const { fixture, created, find } = await finding();
    expect(await find()).toEqual({ version: created, entries });
    const replaced = await fixture.replace([{ source: 'court', target: 'tribunal' }]);
    expect(await find()).toMatchObject({
      version: { version: replaced.version },
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
});
