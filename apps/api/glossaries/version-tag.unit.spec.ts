import { expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { versionsMatching, versionTag } from './version-tag.js';

it.each([
  [undefined, undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"3"', [3]],
  ['"3", "12" ,"4"', [3, 12, 4]],
  ['W/"3", "4"', [4]],
  ['"03"', []],
  ['"three"', []],
  ['"99999999999"', []],
  ['"3,4", "5"', [5]],
])('If-Match %j means the versions %j', (header, versions) => expect(versionsMatching(header)).toEqual(versions));

it.each(['3', 'v3', ' 3, 4', '"2', '2"', '"2", 3', ''])(
  '%j without quotation marks is refused, since its sender meant it',
  async (header) =>
    expect((await rejectionOf(() => versionsMatching(header))).details).toEqual({
      'If-Match': [expect.stringContaining('quotation marks')],
    }),
);

it.each(['W/"3"', 'W/"3", W/"4"'])('weak tags alone, %s, match nothing, and their sender is told', async (header) => {
  const { code, status, message } = await rejectionOf(() => versionsMatching(header));
  expect([code, status, message]).toEqual(['conflict', 412, expect.stringContaining('without W/')]);
});

it('a tag names its version', () => expect(versionsMatching(versionTag(7))).toEqual([7]));
