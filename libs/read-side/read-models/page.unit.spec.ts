import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, toPage } from './page.js';

const accept = () => true;

describe('a cursor', () => {
  it('gives back the key it was made of', () => {
    expect(decodeCursor('a_list', encodeCursor('a_list', ['2026-11-21', 7]), accept)).toEqual(['2026-11-21', 7]);
  });

  it('can stand in a URL as it is', () => {
    expect(encodeCursor('a_list', ['ÿÿÿ>>>???', 7])).toMatch(/^[\w-]+$/);
  });

  it.each([
    ['of another list', encodeCursor('b_list', [7])],
    ['of no list', Buffer.from('{"0":"a_list"}').toString('base64url')],
    ['of null', Buffer.from('null').toString('base64url')],
    ['empty', ''],
    ['cut off', encodeCursor('a_list', ['a long enough key']).slice(0, -4)],
  ])('is refused when it is %s', (_, cursor) => {
    expect(() => decodeCursor('a_list', cursor, accept)).toThrow(
      expect.objectContaining({ code: 'invalid_request', details: { cursor: ['is not a cursor of this list'] } }),
    );
  });

  it('is refused when its key is none of the list', () => {
    expect(() => decodeCursor('a_list', encodeCursor('a_list', [7]), () => false)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});

describe('a page', () => {
  const keyOf = (row: number) => [row];

  it('has more when a row was read beyond the limit, which it leaves out', () => {
    expect(toPage('a_list', [9, 8, 7], { limit: 2, offset: 4 }, 20, keyOf)).toEqual({
      rows: [9, 8],
      pagination: { total: 20, limit: 2, offset: 4, has_more: true, next_cursor: encodeCursor('a_list', [8]) },
    });
  });

  it('is the last when it is just full', () => {
    expect(toPage('a_list', [9, 8], { limit: 2, offset: 0 }, 2, keyOf).pagination).toEqual({
      total: 2,
      limit: 2,
      offset: 0,
      has_more: false,
      next_cursor: null,
    });
  });

  it('tells no offset when a cursor was given, for none was used', () => {
    expect(toPage('a_list', [9], { limit: 2, offset: 40, cursor: 'x' }, 50, keyOf).pagination.offset).toBe(0);
  });
});
