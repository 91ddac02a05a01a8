import { describe, expect, it } from 'vitest';
import { olderLines } from './older-lines.js';

describe('the remark on times', () => {
  it('entries in the order of their times are not remarked on', () => {
    expect(olderLines({ count: 0, ids: [] })).toEqual([]);
  });

  it('each entry is named, and of many how many more there are', () => {
    expect(olderLines({ count: 1, ids: ['aud_1'] })).toEqual([
      '  Remark: 1 entry says a time more than 30 s before that of an entry ahead: aud_1.',
    ]);
    expect(olderLines({ count: 5, ids: ['aud_1', 'aud_2'] })[0]).toMatch(
      /5 entries say .*: aud_1, aud_2 and 3 entries more/,
    );
  });
});
