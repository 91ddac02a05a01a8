import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildProjection } from '#libs/read-side/projection/rebuild/projection-rebuild.js';
import { allProjections } from './all-projections.js';
import { detected, FilledReadModels } from './filled-read-models.fixture.js';

describe('all projections', () => {
  let filled: FilledReadModels;

  beforeAll(async () => {
    filled = await FilledReadModels.open();
  });
  afterAll(() => filled.close());

  it('all projections have names and tables of their own', () => {
    expect(new Set(allProjections.map(({ name }) => name)).size).toBe(allProjections.length);
    expect(new Set(filled.tables).size).toBe(allProjections.length);
  });

  it('all projections together fill every table', async () => {
    for (const [table, rows] of Object.entries(await filled.contents())) {
      expect(rows, table).not.toHaveLength(0);
    }
  });

  it.each(allProjections)(
    'the projection $name is rebuilt to the same rows, numbers, ids and hashes included',
    async (projection) => {
      const before = await filled.contents();
      const { comparison } = await rebuildProjection({
        pool: filled.pool,
        eventStore: filled.eventStore,
        leases: filled.leases,
        projection,
      });
      expect(comparison.kind).toBe('equal');
      expect(await filled.contents()).toEqual(before);
    },
  );

  it('the audit log continues after a rebuild with its next number, and as append-only as before', async () => {
    const count = async () => (await filled.query('select from read_model.audit_log')).rowCount ?? 0;
    const before = await count();
    await filled.append([detected(), detected()]);
    await filled.caughtUp();
    const { rows } = await filled.query('select number::integer from read_model.audit_log order by number');
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: before + 2 }, (_, number) => number));
    await expect(filled.query('delete from read_model.audit_log')).rejects.toThrow('append-only');
    await expect(filled.query('truncate read_model.audit_log')).rejects.toThrow('append-only');
    expect(await count()).toBe(before + 2);
  });
});
