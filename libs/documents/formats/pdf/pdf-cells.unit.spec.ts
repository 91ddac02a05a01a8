import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

/** A page that draws these rules and shows these texts in 12 points. */
const page = (rules: string, texts: string): Buffer =>
  pagesOf([{ content: `0.5 w ${rules}\nBT /F1 12 Tf 14 TL 40 500 Td\n${texts}\nET` }]);

const level = (from: number, to: number, y: number): string => `${from} ${y} m ${to} ${y} l S\n`;
const upright = (x: number, from: number, to: number): string => `${x} ${from} m ${x} ${to} l S\n`;

/** One below the other, each with no room for a word of the next one behind it. */
const column = '(Carbon monoxide) Tj T* (Ammonia compounds) Tj T* (Other compounds) Tj';
const asOne = 'Carbon monoxide Ammonia compounds Other compounds';
const rows = ['Carbon monoxide', 'Ammonia compounds', 'Other compounds'];

describe('cells of a PDF', () => {
  it.each([
    ['lines', level(30, 160, 496.5) + level(30, 160, 482.5)],
    ['pieces', level(30, 90, 496.5) + level(91, 160, 496.5) + level(30, 90, 482.5) + level(91, 160, 482.5)],
    ['thin rectangles', '30 496 130 0.5 re f 30 482 130 0.5 re f'],
    ['frames', '30 496 130 14 re S 30 482 130 14 re S 30 468 130 14 re S'],
  ])('cells of a PDF are parted by %s between them', async (_what, rules) => {
    expect((await readPdf(page(rules, column))).texts).toEqual(rows);
  });

  it.each([
    ['under words', level(40, 128, 498)],
    ['beside them', level(150, 300, 496.5)],
    ['above them', level(30, 160, 514)],
    ['as short as one word', level(60, 90, 496.5)],
    ['the side of what is filled behind a line', '0.9 g 30 496.5 130 14 re f 30 482.5 130 14 re f 0 g'],
  ])('the lines of a paragraph go on past a rule that is %s', async (_what, rule) => {
    const [text = ''] = (await readPdf(page(rule, column))).texts;
    expect(text.replaceAll(/<[^>]*>/g, '')).toBe(asOne);
  });

  it('words with a narrow gap are parted by an upright rule that is higher than their line', async () => {
    const texts = '(Costs) Tj 40 0 Td (Federal) Tj';
    expect((await readPdf(page(upright(76, 480, 520), texts))).texts).toEqual(['Costs', 'Federal']);
    expect((await readPdf(page(upright(76, 498, 510), texts))).texts).toEqual(['Costs Federal']);
    expect((await readPdf(page(upright(50, 480, 520), texts))).texts).toEqual(['Costs Federal']);
  });

  it('words far apart are one line in a narrow cell, and none in a wide one or before a number', async () => {
    const cell = (right: number) => upright(36, 440, 520) + upright(right, 440, 520);
    const texts = (second: string) => `(Number) Tj 70 0 Td (${second}) Tj -70 -14 Td (member states) Tj`;
    const one = 'Number of member states';
    expect((await readPdf(page(cell(130), texts('of')))).texts).toEqual([one]);
    expect((await readPdf(page(cell(300), texts('of')))).texts).not.toContain(one);
    expect((await readPdf(page(cell(130), texts('12')))).texts).not.toContain('Number 12 member states');
  });

  it.each([
    ['a box', '82 500 9 9 re S'],
    ['a blank to fill in', level(81, 93, 499)],
  ])('words are parted by %s between them', async (_what, rules) => {
    const texts = '(Gender) Tj 54 0 Td (Female) Tj';
    expect((await readPdf(page('', texts))).texts).toEqual(['Gender Female']);
    expect((await readPdf(page(rules, texts))).texts).toEqual(['Gender', 'Female']);
  });

  it('lines that the file marks as one are one paragraph only where they stand as its lines do', async () => {
    const short = '(One) Tj T* (Some wider words) Tj';
    const marked = (texts: string) => page('', `/P << /MCID 0 >> BDC ${texts} EMC`);
    expect((await readPdf(marked(short))).texts).toEqual(['One Some wider words']);
    const wholePage = `(12) Tj 0 60 Td (A title) Tj 0 -40 Td ${short}`;
    expect((await readPdf(marked(wholePage))).texts).toEqual(['A title', 'One', 'Some wider words']);
  });

  it('a translation of a header of several lines stays in the middle of its cell', async () => {
    const header = '(Employed) Tj 1 -14 Td (Deducted) Tj';
    const cell = upright(30, 460, 520) + upright(103.4, 460, 520);
    const startsIn = async (rules: string): Promise<number[]> => {
      const source = page(rules, header);
      const { bytes } = await translatedPdf(source, () => 'De un');
      const drawn = drawnIn(bytes, source).matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm\n/g);
      return [...drawn].map(([, x]) => Number(x));
    };
    const [first = 0] = await startsIn(cell);
    expect(first).toBeGreaterThan(41);
    expect((await startsIn(''))[0]).toBeLessThan(41);
  });
});
