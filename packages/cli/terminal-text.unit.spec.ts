import { describe, expect, it } from 'vitest';
import { jsonLine, lineOf, linesOf } from './terminal-text.js';

const steering = ['\u001b[31m', '\u009b2J', '\u0007', '\r', '\u202e', '\u2066', '\u2028', '\u0000', '\u007f'];

describe('text on a terminal', () => {
  it.each(steering)('%j does nothing there', (sign) => {
    for (const shown of [lineOf(`a${sign}b`), linesOf(`a${sign}b`)]) {
      expect(shown).toMatch(/^a.*b$/);
      expect(shown).not.toContain(sign[0]);
    }
    const line = jsonLine({ text: `a${sign}b` });
    expect(line).not.toContain(sign[0]);
    expect(JSON.parse(line)).toEqual({ text: `a${sign}b` });
  });

  it('words of every script stay as they are', () => {
    for (const text of ['می\u200cخواهم', '👩\u200d💻', 'שלום\u200f', '日本語'])
      expect([lineOf(text), linesOf(text), JSON.parse(jsonLine(text))]).toEqual([text, text, text]);
  });

  it('lines stay lines, and one line stays one', () => {
    expect([lineOf('a\nb'), linesOf('a\n\tb')]).toEqual(['a b', 'a\n b']);
  });
});
