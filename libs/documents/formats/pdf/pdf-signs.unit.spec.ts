import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { readPdf, translatedPdf } from './translated-pdf.fixture.js';

/** `F3` has icons at `a` and `b` that nothing tells, and at `c` a tick. */
const moreFonts =
  ' /F3 << /Type /Font /Subtype /Type1 /BaseFont /Icons /FirstChar 97 /LastChar 99 /Widths [1000 500 750] /Encoding << /Differences [97 /icon1 /icon2 /uni2713] >> >>';
const onePage = (operators: string): Buffer =>
  pagesOf([{ content: `BT /F1 12 Tf 14 TL 40 500 Td\n${operators}\nET`, moreFonts }]);

const icon = (code: string): string => `/F3 12 Tf (${code}) Tj /F1 12 Tf`;

/** The content in which a translation draws its paragraph. */
const drawn = (bytes: Buffer, source: Buffer): string => {
  const added = bytes.subarray(source.length).toString('latin1');
  const streams = [...added.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return streams.find((stream) => stream.includes('/TlParagraph')) ?? '';
};

describe('signs of a PDF that fonts of text have not', () => {
  it.each([
    ['one that nothing tells', `(Press ) Tj ${icon('a')} ( to open) Tj`, ['Press <1> to open']],
    ['two of them, and a style', `(Press ) Tj ${icon('ab')} /F2 12 Tf ( now) Tj`, ['Press <1><2><3> now</3>']],
    ['a dingbat', `${icon('c')} (Done well) Tj`, ['<1>Done well']],
    ['one at the end of a line', `(Press the ) Tj ${icon('a')} T* (to open) Tj`, ['Press the <1> to open']],
  ])('%s is a tag', async (_what, operators, expected) => {
    expect((await readPdf(onePage(operators))).texts).toEqual(expected);
  });

  it.each([
    ['a letter within a word', `(di) Tj ${icon('a')} (erent words) Tj`],
    ['the first letter of a word', `(Some ) Tj ${icon('a')} (ast words) Tj`],
    ['most of a text', `${icon('abab')} ( a ) Tj ${icon('baba')}`],
  ])('a text stays where one is %s', async (_what, operators) => {
    const { texts, summary } = await readPdf(onePage(operators));
    expect(texts).toEqual([]);
    expect(JSON.stringify(summary)).toContain('does not tell which characters');
  });

  it('a sign goes where the translation has its tag, drawn once with its own font and code', async () => {
    const source = onePage(`(Press ) Tj ${icon('a')} ( to open) Tj`);
    const { bytes } = await translatedPdf(source, (text) =>
      text.replace('Press', 'Paina').replace(' to open', ' auki'),
    );
    expect((await readPdf(bytes)).texts).toEqual(['Paina <1> auki']);
    const operators = drawn(bytes, source);
    expect(operators.match(/\/F3 [\d.]+ Tf 0 Tc <61> Tj/g)).toHaveLength(1);
    expect(operators).not.toMatch(/\(a\)/);
  });

  it('a text with thousands of signs stays as it is', async () => {
    const { texts } = await readPdf(onePage(`(Words) Tj ${icon('ab'.repeat(5_000))}`));
    expect(texts).toEqual([]);
  });
});
