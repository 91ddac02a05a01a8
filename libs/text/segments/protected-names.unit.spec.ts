import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.js';
import { isProse, protectSpans } from './protected-spans.js';

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
    ['api.example.de, example.co.uk, firma.com.au', ['api.example.de', 'example.co.uk', 'firma.com.au']],
    ['See my.house.es/a?b=1, work.it:8080.', ['my.house.es/a?b=1', 'work.it:8080']],
    ['time.house.app and house.shop', ['time.house.app', 'house.shop']],
    ['Go to firma.es. (See casa.it) Then work.at', ['firma.es', 'casa.it', 'work.at']],
    ['See example.com.The house is at example.com/a.', ['example.com', 'example.com/a']],
    ['style.css, app.toml; run.ps1 (video.mp4)', ['style.css', 'app.toml', 'run.ps1', 'video.mp4']],
    ['README.MD, IMG_0001.JPG and backup.tar.gz', ['README.MD', 'IMG_0001.JPG', 'backup.tar.gz']],
    ['In src/main.ts and .github/labels.yml', ['src/main.ts', '.github/labels.yml']],
    ['The .env, .env.local and .docx files', ['.env', '.env.local', '.docx']],
    ['In /etc, ~/Downloads, ./run and ../data.', ['/etc', '~/Downloads', './run', '../data']],
    ['The routes /v1 and /metrics_2', ['/v1', '/metrics_2']],
    ['Open \\\\server\\share\\a.txt or \\\\nas01\\data$ now.', ['\\\\server\\share\\a.txt', '\\\\nas01\\data$']],
    ['v2.1.0, v3.0-rc1 and 2.1.0-beta.3', ['v2.1.0', 'v3.0-rc1', '2.1.0-beta.3']],
    ['ABC123 and RFC7240', ['ABC123', 'RFC7240']],
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
    'The end.The house.A garden',
    'It was good.it is late.no.it is not.',
    'La casa.es grande, e.g.the, i.e.it, 5 p.m.to, p.ej.de, etc.is it',
    'Tel.no. 5, ref.no. 6, org.nr 7',
    'and /or, his /her, men /women',
    'Stop .then go .it',
    'A4, B12, MP3, H2O and v2',
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

  it('a space missing between two sentences makes no name of their words, in any language', () => {
    const folder = join(import.meta.dirname, '../languages/detection/test-set');
    const joined = readdirSync(folder)
      .filter((file) => file.endsWith('.txt'))
      .flatMap((file) => {
        const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
        const sentences = lines.map((line) => line.replace(/[.!?…]+$/, '')).filter((line) => isProse(line));
        return sentences.slice(1).flatMap((next, index) => {
          const small = next.charAt(0).toLowerCase() + next.slice(1);
          return [`${sentences[index]}.${next}`, `${sentences[index]}.${small}`];
        });
      });
    expect(joined.length).toBeGreaterThan(3_000);
    expect(joined.flatMap(kept)).toEqual([]);
  });

  it.each([
    ...[
      'a_',
      '/a',
      'a.',
      'aB',
      "'a",
      '(a)',
      'A&',
      'C:\\',
      '.N',
      'I.',
      'A-',
      'A-1',
      'a A',
      'ab.',
      'a/',
      '.a',
      '\\\\a\\',
      'a.es/',
    ],
    ...['v1.', '1.1-', 'abc.co.', 'A1'],
  ])('10,000 code points of %j are searched without going over them again and again', (piece) => {
    const text = piece.repeat(10_000 / piece.length);
    expect(plainText(protectSpans(text))).toBe(text);
  });
});
