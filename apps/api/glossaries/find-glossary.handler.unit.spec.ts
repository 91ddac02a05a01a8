import { describe, expect, it } from 'vitest';
import { GlossaryScene, glossaryId } from '#test/fakes/glossary.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { FindGlossaryHandler } from './find-glossary.handler.js';

const entries = [{ source: 'contract', target: 'contrato' }];

const finding = async () => {
  const scene = new GlossaryScene();
  const created = await scene.create(entries);
  const handler = new FindGlossaryHandler(scene.eventStore, scene.blobs);
  return { scene, created, find: (organizationId = 'org_1') => handler.handle(organizationId, glossaryId) };
};

describe('the query of a glossary', () => {
  it('the query returns the entries of the newest version', async () => {
    const { scene, created, find } = await finding();
    expect(await find()).toEqual({ version: created, entries });
    const replaced = await scene.replace([{ source: 'court', target: 'tribunal' }]);
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
    const { scene, created, find } = await finding();
    await scene.blobs.delete(created.blobId);
    expect((await rejectionOf(() => find())).code).toBe('glossary_not_found');
    await scene.delete();
    expect((await rejectionOf(() => find())).code).toBe('glossary_not_found');
  });
});
