import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { defaultMergeOptions, type MergeOptions } from '../format.port.js';
import { describeFormat } from '../format.suite.js';
import { memoryFile } from '../source-file.js';
import { extractAll, mergeAll } from '../whole-file.fixture.js';
import { txtFormat } from './txt.format.js';

describeFormat(txtFormat, {
  samples: new URL('./samples/', import.meta.url),
  refused: [
    { name: 'a PDF', bytes: Buffer.from('%PDF-1.7\n1 0 obj\n'), reason: 'invalid' },
    { name: 'a PNG image', bytes: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), reason: 'invalid' },
    { name: 'a NUL far behind the beginning', bytes: Buffer.from(`${'line\n'.repeat(60_000)}\0`), reason: 'invalid' },
    {
      name: 'control characters all over',
      bytes: Buffer.from('ab\x01c\x02d\x03e\x04f'.repeat(50)),
      reason: 'invalid',
    },
    {
      name: 'UTF-16 cut within a character',
      bytes: Buffer.from('\ufeffHello\n', 'utf16le').subarray(0, -1),
      reason: 'invalid',
    },
  ],
});

const textsOf = async (bytes: Uint8Array) =>
  (await extractAll(txtFormat, memoryFile(bytes))).map(({ parts }) =>
    parts.map((p) => ('text' in p ? p.text : '')).join(''),
  );

const merged = async (bytes: Uint8Array, ...texts: string[]) => mergedWith({}, bytes, ...texts);

const mergedWith = async (options: Partial<MergeOptions>, bytes: Uint8Array, ...texts: string[]) =>
  Buffer.from(
    await mergeAll(
      txtFormat,
      memoryFile(bytes),
      texts.map((text): Segment => [{ kind: 'text', text }]),
      { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'de', ...options },
    ),
  );

describe('segments of a text file', () => {
  it('segments are the lines of a file, without white space and without lines that have no letter', async () => {
    expect(await textsOf(Buffer.from('  One \r\n\r\n***\n2026-01-01\rTwo\u2028Three'))).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });

  it('segments are the cells of lines with tabs', async () => {
    expect(await textsOf(Buffer.from('Name\tCity \t\t12\n\tAnna\tRome'))).toEqual(['Name', 'City', 'Anna', 'Rome']);
  });

  const wrapped =
    'It is a truth universally acknowledged, that a single man in\npossession of a good fortune, must be in want of a wife.\nHowever little known the feelings or views of such a man may\nbe.\n';

  it('segments are whole paragraphs where those were wrapped at a width', async () => {
    expect(await textsOf(Buffer.from(`${wrapped}\n${wrapped}`))).toEqual([
      wrapped.trim().replaceAll('\n', ' '),
      wrapped.trim().replaceAll('\n', ' '),
    ]);
  });

  it.each([
    [
      'goes on in capitals, at the width of those before it',
      `${wrapped}\nThe letter was sent to the house of the old ambassador of\nFrance, Monsieur de Villefort.\n`,
    ],
    [
      'has lines that end a little sooner',
      'It is a truth universally acknowledged, that a man\nin possession of a good fortune must be in want of a lovely wife.\n',
    ],
  ])('a paragraph is one segment where it %s', async (_how, text) => {
    const last = text.slice(text.lastIndexOf('\n\n') + 1).trim();
    expect((await textsOf(Buffer.from(text))).at(-1)).toBe(last.replaceAll('\n', ' '));
  });

  it('lines of an East Asian paragraph are joined without a space', async () => {
    const line =
      '利用規約をよくお読みになり内容に同意された場合にのみ本サービスをご利用くださいますようお願いいたします本規約は日本';
    expect(await textsOf(Buffer.from(`${line}\n法に従います。\n`))).toEqual([`${line}法に従います。`]);
  });

  it('a translated paragraph is wrapped again to the same width and indent', async () => {
    const indented = wrapped.replaceAll('\n', '\r\n  ').trimEnd();
    const longer =
      'Es ist eine allgemein anerkannte Wahrheit, dass ein Junggeselle im Besitz eines schönen Vermögens nichts dringender braucht als eine Frau.';
    expect((await merged(Buffer.from(`    ${indented}\r\n`), longer)).toString()).toBe(
      '    Es ist eine allgemein anerkannte Wahrheit, dass ein\r\n  Junggeselle im Besitz eines schönen Vermögens nichts\r\n  dringender braucht als eine Frau.\r\n',
    );
  });

  it.each([
    [
      'verse',
      'Shall I compare thee to a summer day that never ends?\nThou art more lovely and more temperate:\nrough winds do shake the darling buds of May,\n',
    ],
    [
      'a list',
      '- the first of several items that are rather long ones\n- the second of several items that are rather long too\n',
    ],
    [
      'verse of a script without case',
      'قفا نبك من ذكرى حبيب ومنزل بسقط اللوى بين الدخول فحومل\nفتوضح فالمقراة لم يعف رسمها لما نسجتها من جنوب\nترى بعر الآرام في عرصاتها وقيعانها كأنه حب فلفل\n',
    ],
    ['an address', 'Baker Street 221b\nLondon\n'],
    ['a heading and its text', 'The heading of this chapter is not a short one at all.\nand then its text begins\n'],
  ])('segments are single lines in %s', async (_what, text) => {
    expect(await textsOf(Buffer.from(text))).toHaveLength(text.trim().split('\n').length);
  });

  it('segments are at most 2,000 characters of a line, cut after sentences and not after abbreviations', async () => {
    const sentence = 'Then Mr. Smith and Dr. Jones went home to see approx. ten friends. ';
    const texts = await textsOf(Buffer.from(sentence.repeat(200)));
    expect(texts.length).toBeGreaterThan(6);
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(2000);
      expect(text).toMatch(/^Then .* friends\.$/);
    }
  });

  it('a cut never splits a character, even where there is neither sentence nor space', async () => {
    const texts = await textsOf(Buffer.from('𝔘'.repeat(5000)));
    expect(texts.join('')).toBe('𝔘'.repeat(5000));
    for (const text of texts) expect(text.isWellFormed()).toBe(true);
  });
});

describe('the encoding of a text file', () => {
  const encodings = [
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1252',
    'windows-1251',
    'shift_jis',
    'gb18030',
    'euc-kr',
    'big5',
  ];
  const texts: Record<string, string> = {
    'windows-1251': 'Сегодня хорошая погода, и мы идём гулять в парк со всей семьёй.',
    shift_jis: '今日は良い天気ですね。明日はどうでしょうか。',
    gb18030: '今天的天气很好,我们去公园散步吧。明天怎么样?',
    'euc-kr': '오늘은 날씨가 좋습니다. 내일은 어떻습니까?',
    big5: '今天的天氣很好,我們去公園散步吧。明天怎麼樣?',
  };

  it.each(encodings)('the encoding %s of a text file is found and kept', async (name) => {
    const text = texts[name] ?? 'Noël à la fête : le café est très bon, où êtes-vous allée cet été ?';
    const bytes = iconv.encode(text, name);
    expect(await textsOf(bytes)).toEqual([text]);
    expect(await merged(bytes, `${text}${text}`)).toEqual(iconv.encode(text + text, name));
  });

  it.each([
    [
      'Russian among English',
      'windows-1251',
      'The harbour of the town and the ships in it\n'.repeat(30),
      'Корабль стоит',
    ],
    [
      'Greek among markup',
      'iso-8859-7',
      '<p class="of the page"><a href="the/next/one.html">'.repeat(20),
      'Το πλοίο φεύγει από το λιμάνι της πόλης',
    ],
    ['Croatian', 'windows-1250', '', 'Čekaj, što ćeš učiniti? Noć je duga, a kiša pada cijeli dan. Žao mi je, đače.'],
    [
      'Slovene',
      'iso-8859-2',
      '',
      'Čakaj, kaj boš počel? Žal mi je, noč je dolga in dež še pada. Ničesar več ni, reče čez čas.',
    ],
  ])('the encoding of %s is found', async (_what, name, before, text) => {
    const texts = await textsOf(iconv.encode(`${before}${text}\n`, name));
    expect(texts.at(-1)).toContain(text);
  });

  it('a file becomes UTF-8 with a byte order mark where its encoding cannot hold the translation', async () => {
    const source = Buffer.from(
      'D\xe9j\xe0 vu \xe0 l\x92\xe9t\xe9, no\xebl, fran\xe7ais\nEncore une fois \xe0 la f\xeate \x81\n',
      'latin1',
    );
    expect((await merged(source, 'Déjà', 'Ещё раз')).toString()).toBe('\ufeffDéjà\nЕщё раз\n');
    expect((await merged(source, 'Déjà', 'Encore')).toString('latin1')).toBe('D\xe9j\xe0\nEncore\n');
  });

  it('bytes that are no characters are kept', async () => {
    const source = Buffer.from(`${'caf\xc3\xa9 '.repeat(30)}\xff\n\xff12\nxyz`, 'latin1');
    const segments = (await extractAll(txtFormat, memoryFile(source))).map(({ parts }) => parts);
    expect(segments).toHaveLength(2);
    expect(Buffer.from(await mergeAll(txtFormat, memoryFile(source), segments))).toEqual(source);
    expect((await merged(source, 'a', 'b')).toString('latin1')).toBe('a\n\xff12\nb');
  });
});

describe('the source beside its translation', () => {
  const withSource = async (text: string, ...texts: string[]) =>
    (await mergedWith({ includeSource: true }, Buffer.from(text), ...texts)).toString();

  it('the source line stands under its translation, with the same indent and line break', async () => {
    expect(await withSource('  One\r\n\r\n12\r\nTwo', 'eins', 'zwei')).toBe(
      '  eins\r\n  One\r\n\r\n12\r\nzwei\r\nTwo\r\n',
    );
  });

  it('a line that is the same in both languages stands once', async () => {
    expect(await withSource('OK\nOne\n', 'OK', 'eins')).toBe('OK\neins\nOne\n');
  });

  it('the source row stands under the row of a table', async () => {
    expect(await withSource('Name\tCity\t12\nAnna\tRome', 'a', 'b', 'c', 'd')).toBe(
      'a\tb\t12\nName\tCity\t12\nc\td\nAnna\tRome',
    );
  });

  it('the source paragraph stands under its translation, behind an empty line', async () => {
    const source =
      'It is a truth universally acknowledged, that a single man in\npossession of a good fortune, must be in want of a wife.\nHowever little known.\n';
    expect(await withSource(`${source}\n`, 'Kurz und gut')).toBe(`Kurz und gut\n\n${source}\n`);
  });
});
