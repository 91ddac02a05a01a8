import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.js';
import { protectSpans } from './protected-spans.js';

const kept = (text: string): string[] =>
  protectSpans(text).flatMap((part) => (part.kind === 'keep' ? [part.text] : []));

describe('protected names', () => {
  it.each([
    ['Open C:\\Users\\john\\file.txt.', ['C:\\Users\\john\\file.txt']],
    ['Copy C:\\Program Files\\App\\a.ini to D:\\Backup.', ['C:\\Program Files\\App\\a.ini', 'D:\\Backup']],
    ['In C:\\Program Files (x86)\\App, C:\\Program Files.', ['C:\\Program Files (x86)\\App', 'C:\\Program Files']],
    ['In /home/user, ~/notes/a and ./src/main.', ['/home/user', '~/notes/a', './src/main']],
    ['report_final.docx (index.html)', ['report_final.docx', 'index.html']],
    ['The host db01.example.com.', ['db01.example.com']],
    ['AT&T, R&D, N/A and n/a', ['AT&T', 'R&D', 'N/A', 'n/a']],
    ['.NET and the .NET runtime', ['.NET', '.NET']],
    ['user_id and MAX_VALUE', ['user_id', 'MAX_VALUE']],
    ['A-12, SC-WINTER-2024 and INV-2024-TEN are full', ['A-12', 'SC-WINTER-2024', 'INV-2024-TEN']],
    ['Column A', ['A']],
    ['See Appendix A for more, plan E, or (group O).', ['A', 'E', 'O']],
    ['getUserName of iPhone', ['getUserName', 'iPhone']],
    ['a. The house', ['a.']],
    ['II. The house', ['II.']],
    ['iv) The house', ['iv)']],
    ['(a) as in (b)', ['(a)', '(b)']],
    ["a 'good' day", ["'"]],
    ["'maybe tomorrow", ["'"]],
    ["He said: 'really good. 'Some of it.", ["'", "'"]],
    ['II.', ['II.']],
    ['a)', ['a)']],
    ['AS/400 and S/36', ['AS/400', 'S/36']],
    ['Q: Who?', ['Q:']],
    ['John A. Smith, Wilson, A. C.', ['A', 'A']],
    ['D.A. Brown and the L.E.A.N. program', ['D.A.', 'L.E.A.N.']],
    ['1.a', ['1.a']],
    ['1a, Section 12E and 3o', ['1a', '12E', '3o']],
    ['Ask in #help-desk (#what-is-a-key).', ['#help-desk', '#what-is-a-key']],
    ['2.3.b) The rest', ['2.3.b)']],
  ])('names and labels are found in %j', (text, spans) => {
    expect(kept(text)).toEqual(spans);
  });

  it.each([
    'and/or, his/her',
    'The dogs’ house, the cats’',
    "the dogs' house, the cats' garden",
    "don't, l'eau, 'tis",
    "'s avonds, 'n huis, we 're here",
    'the end. A house',
    'la 1ª edición, 21st, No. #1, A# and C#',
    'pan (y) agua (o) vino',
    'hermano(a)',
    'USB, PCs, NATO',
    'Wait... and see',
    'Name: ____',
    'I am here.',
    'A case study: A First Look. What A Day',
    'John said: So am I.',
    'the U.S.A. and the U.K.',
    'AND/OR, S/M/L',
    'CO-OP, WELL-KNOWN, a-12, 20-year, COVID-19-like',
  ])('no name is found in %j', (text) => {
    expect(kept(text)).toEqual([]);
  });

  it.each(['a_', '/a', 'a.', 'aB', "'a", '(a)', 'A&', 'C:\\', '.N', 'I.', 'A-', 'A-1', 'a A'])(
    '10,000 code points of %j are searched without going over them again and again',
    (piece) => {
      const text = piece.repeat(10_000 / piece.length);
      expect(plainText(protectSpans(text))).toBe(text);
    },
  );
});
