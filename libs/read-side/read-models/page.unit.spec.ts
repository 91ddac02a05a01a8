import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, toPage } from './page.js';

const accept = () => true;

describe('a cursor', () => {
  it('a cursor gives back the key that it was made of', () => {
    expect(decodeCursor('a_list', encodeCursor('a_list', ['2026-11-21', 7]), accept)).toEqual(['2026-11-21', 7]);
  });

  it('a cursor can stand in a URL as it is', () => {
    expect(encodeCursor('a_list', ['ÿÿÿ>>>???', 7])).toMatch(/^[\w-]+$/);
  });

  it.each([
    ['of another list', encodeCursor('b_list', [7])],
    ['of no list', Buffer.from('{"0":"a_list"}').toString('base64url')],
    ['of null', Buffer.from('null').toString('base64url')],
    ['empty', ''],
    ['cut off', encodeCursor('a_list', ['a long enough key']).slice(0, -4)],
  ])('a cursor that is %s is refused', (_, cursor) => {
    expect(() => decodeCursor('a_list', cursor, accept)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: { cursor: ['is not a cursor of this list'] } }),
    );
  });

  it('a cursor whose key is not of the list is refused', () => {
    expect(() => decodeCursor('a_list', encodeCursor('a_list', [7]), () => false)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});

describe('a page', () => {
  const keyOf = (row: number) => [row];

  it('a page has more when a row was read beyond the limit, and leaves that row out', () => {
    expect(toPage('a_list', [9, 8, 7], { limit: 2, offset: 4 }, 20, keyOf)).toEqual({
      rows: [9, 8],
      pagination: { total: 20, limit: 2, offset: 4, has_more: true, next_cursor: encodeCursor('a_list', [8]) },
    });
  });

  it('a page that is just full is the last', () => {
    expect(toPage('a_list', [9, 8], { limit: 2, offset: 0 }, 2, keyOf).pagination).toEqual({
      total: 2,
      limit: 2,
      offset: 0,
      has_more: false,
      next_cursor: null,
    });
  });

  it('a page that was read by cursor gives no offset', () => {
    expect(toPage('a_list', [9], { limit: 2, offset: 40, cursor: 'x' }, 50, keyOf).pagination.offset).toBe(0);
  });
});
