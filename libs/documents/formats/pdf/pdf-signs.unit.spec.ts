import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

const icons = (entries = '/FirstChar 1 /LastChar 2 /Widths [1000 500]'): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /Icons ${entries} /Encoding << /Type /Encoding /Differences [1 /g1 /g2 /u1F600 /u0084] >> >>`;

/** A page of text in which the font `F3` has signs that nothing explains. */
const page = (operators: string, font = icons()): Buffer =>
  pagesOf([
    {
      content: `BT /F1 12 Tf 14 TL 40 500 Td\n${operators}\nET`,
      resources: `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> /F3 ${font} >>`,
    },
  ]);

const sentence = '(Press ) Tj /F3 12 Tf <01> Tj /F1 12 Tf ( to begin) Tj';

describe('signs of a PDF', () => {
  it('a sign that nothing explains is a tag of its own in the text around it', async () => {
    const { texts, summary } = await readPdf(page(sentence));
    expect(texts).toEqual(['Press <1> to begin']);
    expect(summary.skipped).toEqual([]);
  });

  it('signs are drawn once, by their own codes in their own font and size', async () => {
    const source = page(sentence);
    const { bytes, summary } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(summary.warnings ?? []).toEqual([]);
    const content = drawnIn(bytes, source);
    expect(content.match(/\/F3 12 Tf 0 Tc\n100 Tz [^\n]* Tm\n0 Ts <01> Tj/g)).toHaveLength(1);
    expect(content.match(/<01>/g)).toHaveLength(1);
    expect((await readPdf(bytes)).texts).toEqual(['PRESS <1> TO BEGIN']);
  });

  it('a sign goes where the translation has it', async () => {
    const { bytes } = await translatedPdf(page(sentence), (text) => (text === 'Press ' ? '' : ' is what begins'));
    expect((await readPdf(bytes)).texts).toEqual(['<1> is what begins']);
  });

  it('signs that touch are one, and those between spaces each one', async () => {
    const operators = '(Some ) Tj /F3 12 Tf <0102> Tj /F1 12 Tf ( and ) Tj /F3 12 Tf <02> Tj /F1 12 Tf ( signs) Tj';
    expect((await readPdf(page(operators))).texts).toEqual(['Some <1> and <2> signs']);
  });

  it('a sign that a list has before each point stays where it is', async () => {
    const point = (text: string) => `/F3 12 Tf <02> Tj /F1 12 Tf 20 0 Td (${text}) Tj -20 -14 Td `;
    expect((await readPdf(page(point('First point') + point('Next point')))).texts).toEqual([
      'First point',
      'Next point',
    ]);
    const emoji = `${point('First point')}${point('Next point')}`.replaceAll('<02>', '<03>');
    expect((await readPdf(page(point('First point').replace('<02>', '<0202>')))).texts).toEqual(['First point']);
    expect((await readPdf(page(emoji))).texts).toEqual(['First point', 'Next point']);
  });

  it('a picture that the file tells as a control character stays before its point', async () => {
    const box = '/Span <</ActualText <FEFF0084>>> BDC ( ) Tj EMC /F3 12 Tf <04> Tj /F1 12 Tf';
    const point = (text: string) => `${box} 12 0 Td (${text}) Tj -12 -14 Td `;
    const source = page(point('First point') + point('Next point'));
    expect((await readPdf(source)).texts).toEqual(['First point', 'Next point']);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(drawnIn(bytes, source).match(/<04>/g)).toHaveLength(2);
  });

  it('a picture that fonts of translations lack is drawn from the font of the source', async () => {
    const source = page('(Well done ) Tj /F3 12 Tf <03> Tj /F1 12 Tf ( all) Tj');
    expect((await readPdf(source)).texts).toEqual(['Well done <1> all']);
    const { bytes, summary } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(summary.warnings ?? []).toEqual([]);
    expect(drawnIn(bytes, source)).toContain('<03> Tj');
  });

  it('a sign without a width has room', async () => {
    const source = page(sentence, icons('/FirstChar 9 /LastChar 9 /Widths [500]'));
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    const [, at, next] =
      /1 0 0 1 ([\d.]+) 500 Tm\n0 Ts <01> Tj 0 Ts\n0 Tc 100 Tz 1 0 0 1 ([\d.]+) 500 Tm/.exec(drawnIn(bytes, source)) ??
      [];
    expect(Number(next) - Number(at)).toBeCloseTo(7.2, 1);
  });

  it.each([
    ['letters of a word are unknown', '/F3 12 Tf (A word ) Tj <01> Tj (cient is cut and stays) Tj'],
    ['most of it is unknown', '(Two words ) Tj /F3 12 Tf <0102010201020102> Tj'],
    ['there are very many signs', `${'(many words ) Tj /F3 12 Tf <01> Tj /F1 12 Tf ( ) Tj '.repeat(65)}`],
  ])('a paragraph stays as it is where %s', async (_where, operators) => {
    const { texts, summary } = await readPdf(page(operators, icons().replace('[1 /g1', '[32 /space 1 /g1')));
    expect(texts.filter((text) => text.includes('<')).length + texts.length).toBeLessThan(2);
    expect(summary.skipped).not.toEqual([]);
  });

  it('a line of unknown signs keeps that above it from no translation', async () => {
    const source = page('(Two words of a title) Tj T* /F3 12 Tf <0102010201020102010201020102> Tj');
    expect((await readPdf(source)).texts).toEqual(['Two words of a title']);
  });

  it('a font that the page lacks harms nothing', async () => {
    const source = page('(Some ) Tj /F9 12 Tf <01> Tj /F1 12 Tf (words) Tj');
    expect((await readPdf((await translatedPdf(source, (text) => text.toUpperCase())).bytes)).texts).toHaveLength(1);
  });
});
