import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { readPdf, translatedPdf } from './translated-pdf.fixture.js';

const upper = (text: string): string => text.toUpperCase();

describe('links of a translated PDF', () => {
  const link = (area: string, uri: string, more = '') =>
    `<< /Type /Annot /Subtype /Link /Rect [${area}] /A << /S /URI /URI (${uri}) >> ${more} >>`;
  const pageWith = (operators: string, ...links: string[]) =>
    pagesOf(
      [
        {
          content: `BT /F1 12 Tf 14 TL 40 500 Td ${operators} ET`,
          entries: `/Annots [${links.map((_, at) => `${3 + at} 0 R`).join(' ')}]`,
        },
      ],
      { objects: links },
    );
  const numbersAfter = (bytes: Buffer, source: Buffer, key: string): number[][] =>
    [
      ...bytes
        .subarray(source.length)
        .toString('latin1')
        .matchAll(new RegExp(`/${key} \\[([^\\]]*)\\]`, 'g')),
    ].map(([, numbers = '']) => numbers.split(' ').map(Number));

  it('links of a translated PDF have tags around their words', async () => {
    const source = pageWith('(see the page of ) Tj (the town) Tj ( for more) Tj', link('124 496 171 512', 'a'));
    expect((await readPdf(source)).texts).toEqual(['see the page of <1>the town</1> for more']);
  });

  it('links of a translated PDF have tags around their words where most words of the paragraph are theirs', async () => {
    const source = pageWith('(See ) Tj (all of the old town) Tj', link('64 496 180 512', 'a'));
    expect((await readPdf(source)).texts).toEqual(['See <1>all of the old town</1>']);
  });

  it('lie where their words are', async () => {
    const source = pageWith('(see the page of ) Tj (the town) Tj ( for more) Tj', link('124 496 171 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => (text.startsWith('see') ? 'on ' : text));
    const [[left = 0, bottom = 0, right = 0, top = 0] = []] = numbersAfter(bytes, source, 'Rect');
    expect(left).toBeCloseTo(57, -1);
    expect(right - left).toBeCloseTo(45, -1);
    expect([bottom, top]).toEqual([497.36, 509.6]);
    expect((await readPdf(bytes)).texts).toEqual(['on <1>the town</1> for more']);
  });

  it('over two lines have a part on each', async () => {
    const links = [link('112 496 132 512', 'a'), link('38 482 66 498', 'a')];
    const source = pageWith('(A page about the) Tj T* (town as it was.) Tj', ...links);
    const { texts } = await readPdf(source);
    expect(texts).toEqual(['A page about <1>the town</1> as it was.']);
    const { bytes } = await translatedPdf(source, (text) => (text === 'the town' ? 'towns' : text));
    const [one, other] = numbersAfter(bytes, source, 'Rect');
    expect(one).toEqual(other);
  });

  it('around a whole line of a table of contents keep what stays', async () => {
    const source = pageWith('(Chapter) Tj ( .......... ) Tj (12) Tj', link('38 496 150 512', 'a'));
    const { bytes } = await translatedPdf(source, upper);
    const [[left, , right] = []] = numbersAfter(bytes, source, 'Rect');
    expect([left, right]).toEqual([38, 150]);
  });

  it('links of a translated PDF have words that grow into free space, where a space stands behind them', async () => {
    const source = pageWith('(A page ) Tj', link('38 496 85 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => `${text} with many more words`);
    const [[left = 0, bottom = 0, right = 0, top = 0] = []] = numbersAfter(bytes, source, 'Rect');
    expect([bottom, top]).toEqual([497.36, 509.6]);
    expect(right - left).toBeGreaterThan(140);
  });

  it('links of a translated PDF have words that grow leftwards, where two lines end at the right', async () => {
    const operators = '0 -200 Td (Left) Tj 254 200 Td (Third edition) Tj 4.656 -14 Td (2012-09-01) Tj';
    const source = pageWith(operators, link('292 496 362 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => text.replace('Third', 'Thirdly'));
    const [[left, bottom, right = 0, top] = []] = numbersAfter(bytes, source, 'Rect');
    expect([bottom, top]).toEqual([497.36, 509.6]);
    expect(left).toBeLessThan(290);
    expect(right).toBeCloseTo(360, 0);
  });

  it('links of a translated PDF have words of one size for each style of a page', async () => {
    const operators =
      '(Word) Tj 0 -14 Td (3) Tj 40 14 Td (5) Tj 0 -100 Td (Other) Tj 0 -100 Td /F2 12 Tf (Bold words) Tj';
    const links = [link('38 496 72 512', 'a'), link('78 396 112 412', 'b'), link('78 296 150 312', 'c')];
    const source = pageWith(operators, ...links);
    const { bytes } = await translatedPdf(source, (text) => (text === 'Word' ? 'Sanas' : `${text} are`));
    const heights = numbersAfter(bytes, source, 'Rect').map(([, bottom = 0, , top = 0]) => top - bottom);
    expect(heights[0]).toBeLessThan(11.8);
    expect(heights[1]).toBeCloseTo(heights[0] ?? 0, 1);
    expect(heights[2]).toBeCloseTo(12.24, 2);
  });

  it.each([
    ['at their size past the end of an underline that is a thin rectangle', '40 497 28 0.6 re f', true],
    ['smaller within a cell', '38 490 32 20 re S', false],
    ['smaller within a cell that an underline reaches', '38 497 32 0.6 re f 70 490 m 70 510 l S', false],
  ])('have words that grow %s', async (_what, drawing, isLarge) => {
    const source = pageWith(`ET ${drawing} BT /F1 12 Tf 40 500 Td (Word) Tj`, link('38 496 72 512', 'a'));
    const { bytes } = await translatedPdf(source, () => 'Sanasia');
    const [[, bottom = 0, , top = 0] = []] = numbersAfter(bytes, source, 'Rect');
    expect(top - bottom > 10.4).toBe(isLarge);
  });

  it('links of a translated PDF have a first line that hangs out where it did', async () => {
    const operators = '(1 The first of some lines) Tj 12 -14 Td (the second of these lines) Tj T* (the third) Tj';
    const source = pageWith(operators, link('38 466 300 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => `${text} with more words on a line of their own`);
    const [quads = []] = numbersAfter(bytes, source, 'QuadPoints');
    const starts = quads.filter((_, at) => at % 8 === 0);
    expect(starts.length).toBeGreaterThan(1);
    expect(starts[0]).toBeCloseTo(40, 0);
    for (const start of starts.slice(1)) expect(start).toBeCloseTo(52, 0);
  });

  it('links of a translated PDF have a rectangle for each line of their words', async () => {
    const source = pageWith('(A page) Tj', link('38 496 85 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => `${text} ${'with many more words '.repeat(8)}`);
    const [quads = []] = numbersAfter(bytes, source, 'QuadPoints');
    expect(quads.length).toBeGreaterThan(8);
    expect(quads.length % 8).toBe(0);
  });

  // Ten letters are 66.72 points wide.
  it.each<[string, string, 'start' | 'centre' | 'end']>([
    ['in the middle below a line', '100 500 Td (nnnnnnnnnnnnnnnnnnnn) Tj 33.36 -14 Td (nnnnnnnnnn) Tj', 'centre'],
    ['in the middle of a cell', 'ET 100 482 133.44 20 re S BT 133.36 486 Td (nnnnnnnnnn) Tj', 'centre'],
    ['at the end of a cell', 'ET 60 482 142 20 re S BT 133.36 486 Td (nnnnnnnnnn) Tj', 'end'],
    ['at the start of a cell', 'ET 131 482 142 20 re S BT 133.36 486 Td (nnnnnnnnnn) Tj', 'start'],
  ])('stay %s', async (_what, operators, side) => {
    const page = { content: `BT /F1 12 Tf ${operators} ET`, entries: '/Annots [3 0 R]' };
    const source = pagesOf([page], { objects: [link('133.36 482 200.08 498', 'a')] });
    const { bytes } = await translatedPdf(source, (text) => (text.length === 10 ? 'nnnnnnnnnnnnnn' : text));
    const [[left = 0, , right = 0] = []] = numbersAfter(bytes, source, 'Rect');
    expect(right - left).toBeGreaterThan(80);
    const { place, expected } = {
      start: { place: left, expected: 133.36 },
      centre: { place: (left + right) / 2, expected: 166.72 },
      end: { place: right, expected: 200.08 },
    }[side];
    expect(Math.abs(place - expected)).toBeLessThan(1);
  });
});
