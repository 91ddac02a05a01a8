import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { toPageRequest } from './pagination.dto.js';

describe('the page of a list', () => {
  it('a page has 100 entries from the first on, unless others are asked for', () => {
    expect(toPageRequest({})).toEqual({ limit: 100, offset: 0, cursor: undefined });
    expect(toPageRequest({ limit: '1000', offset: '100000' })).toEqual({ limit: 1_000, offset: 100_000 });
  });

  it.each(['0', '1001'])('a limit of %s is refused', async (limit) =>
    expect(await rejectionOf(() => toPageRequest({ limit }))).toMatchObject({
      code: 'invalid_request',
      details: { limit: ['must be from 1 to 1000'] },
    }),
  );

  it('an offset over 100,000 is refused, and the caller told of the cursor', async () =>
    expect(await rejectionOf(() => toPageRequest({ offset: '100001' }))).toMatchObject({
      code: 'invalid_request',
      status: 400,
      details: { offset: ['must be a whole number from 0 to 100000; to read on behind that, use cursor'] },
    }));

  it('beside a cursor the offset does not count, whatever it is', () =>
    expect(toPageRequest({ offset: '999999999', cursor: 'abc' })).toMatchObject({ cursor: 'abc' }));
});
