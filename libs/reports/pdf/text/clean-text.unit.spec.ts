import { describe, expect, it } from 'vitest';
import { cleanName, cleanText } from './clean-text.js';

describe('a text as it can be set', () => {
  it.each([
    [' a\u0000\u0007b\r\n\tc\u00a0\u3000 ', 'a b c'],
    ['a\u00ad\u200bb\u202ec\u2066d\ufeff\ufe0f', 'abcd'],
    ['\ud800a\udfff', '\ufffda\ufffd'],
    ['\ue000\u{10fffd}', '\ufffd\ufffd'],
    ['\ufffe\u{1ffff}\ufff9', ''],
    ['e\u0301', 'é'],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('shortens names of any length', () => {
    expect(cleanName('Ab'.repeat(5_000), 5)).toBe('AbAbA…');
    expect(cleanName('🙂'.repeat(6), 5)).toBe(`${'🙂'.repeat(5)}…`);
    expect(cleanName(`${'\u0000'.repeat(100)}Ab`, 5)).toBe('…');
    expect(cleanName('Abc', 3)).toBe('Abc');
  });
});
