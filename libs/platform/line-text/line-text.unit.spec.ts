import { describe, expect, it } from 'vitest';
import { isLineText, lineText, withoutActing } from './line-text.js';

/** Each kind of character that a reader of lines or a terminal takes for an act, or that nobody sees. */
const acting = [
  ...['\0', '\t', '\n', '\r', '\x1b', '\x7f', '\u0085', '\u009b', '\u2028', '\u2029'],
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'],
  ...['\u00ad', '\u034f', '\u115f', '\u180e', '\u200b', '\u2060', '\u3164', '\ufeff', '\ufff9', '\uffff'],
  ...['\ud800', '\udc00', '\u{e0041}', '\u{1d173}', '\ufe0f', '\u{e0100}', '\u200c', '\u200d'],
];

describe('a text that stands in a line', () => {
  it.each(acting)('%j is escaped, and is all that goes without it', (character) => {
    const text = `a-${character}-b`;
    const escaped = lineText(text);
    expect(escaped).toMatch(/^a-(\\u[0-9a-f]{4}){1,2}-b$/);
    expect(JSON.parse(`"${escaped}"`)).toBe(text);
    expect(lineText(escaped)).toBe(escaped);
    expect(withoutActing(text)).toBe('a--b');
    expect(isLineText(text)).toBe(false);
  });

  it.each(
    [
      ...['curl/8.5', '', 'Société d’Exemple', 'Øre', 'nbsp\u00a0here', '東京　支店', 'ספר', '😀', '\ufffd'],
      ['a word of Persian', 'می\u200cخواهم'],
      ['a word of Sinhala', 'ශ්\u200dරී'],
      ['a family', '👨\u200d👩\u200d👧'],
      ['a coder of some skin', '👩🏽\u200d💻'],
      ['a heart on fire', '❤\ufe0f\u200d🔥'],
      ['a keycap', '1\ufe0f\u20e3'],
      ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
      ['a variant of an ideograph', '葛\u{e0100}'],
    ].map((one) => (typeof one === 'string' ? [one, one] : one)),
  )('%s stays as it is', (_what, text = '') => {
    expect(lineText(text)).toBe(text);
    expect(isLineText(text)).toBe(true);
  });

  it.each(['a\u200c', '\u200db', 'a\u200c\u200db', '1\u200c2', 'a \u200db', '\u{1f3f4}\u{e0067}', '\u{e0067}'])(
    '%j does not: the joiner joins nothing, or the flag is none',
    (text) => expect(isLineText(text)).toBe(false),
  );

  it('JSON that is written in a line keeps its value', () => {
    const value = {
      agent: 'a\u0085CEF:0|x\u2028',
      path: 'C:\\\u009b\\u0085',
      list: ['\u202e', '👨\u200d👩', '\ud800'],
    };
    const line = lineText(JSON.stringify(value));
    expect(JSON.parse(line)).toEqual(value);
    expect(line).not.toMatch(/[\u0085\u009b\u2028\u202e]/);
  });
});
