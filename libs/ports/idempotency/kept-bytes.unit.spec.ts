import { expect, it } from 'vitest';
import { KeptBytes } from './kept-bytes.js';

it('an organization has room up to the limit, what was kept before included, and is asked for once', async () => {
  const asked: string[] = [];
  const kept = new KeptBytes(100, async (organizationId) => {
    asked.push(organizationId);
    return organizationId === 'org_1' ? 40 : 0;
  });
  expect(await kept.take('org_1', 61)).toBe(false);
  expect(await kept.take('org_1', 60)).toBe(true);
  expect(await kept.take('org_1', 1)).toBe(false);
  expect(await kept.take('org_2', 100)).toBe(true);
  expect(asked).toEqual(['org_1', 'org_2']);
});
