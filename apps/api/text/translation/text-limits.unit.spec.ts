import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertTextLength } from './text-limits.js';

describe('a text', () => {
  it.each([
    ['of 10,000 letters', 'x'.repeat(10_000), 10_000],
    ['of 10,000 astral characters', '😀'.repeat(10_000), 10_000],
    ['of astral characters and letters', `${'😀'.repeat(5_000)}${'x'.repeat(5_000)}`, 10_000],
    ['of one family, which is seven code points', '👨‍👩‍👧‍👦', 7],
    ['of a letter and a combining mark', 'e\u0301', 2],
    ['of nothing', '', 0],
  ])('a text %s passes, counted in code points', (_what, text, count) => expect(assertTextLength(text)).toBe(count));

  it.each([
    ['10,001 letters', 'x'.repeat(10_001), 10_001],
    ['10,001 astral characters', '😀'.repeat(10_001), 10_001],
    ['10,001 line breaks', '\n'.repeat(10_001), 10_001],
    ['a million letters', 'x'.repeat(1_000_000), 1_000_000],
  ])('a text of %s is too long', async (_what, text, actual) =>
    expect(await rejectionOf(() => assertTextLength(text))).toMatchObject({
      code: 'text_too_long',
      status: 400,
      details: { limit: 10_000, actual },
      message: expect.stringContaining(`The text has ${actual} characters`),
    }),
  );
});
