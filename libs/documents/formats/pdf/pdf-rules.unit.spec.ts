import { describe, expect, it } from 'vitest';
import { onePage } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

/** In Helvetica of 12 points from 40 on: `Some ` is 36.02 wide, `words` 32.67. */
const [start, end] = [76.0, 108.7];
const sentence = '(Some words are here) Tj';
const withRule = (rule: string, text = sentence): Buffer => onePage(`${text} ET ${rule} BT /F1 12 Tf 40 300 Td`);

const filled = `1 0 0 rg ${start} 498 ${end - start} 0.6 re f`;
const stroked = `0.6 w ${start} 498 m ${end} 498 l S`;

describe('rules under and through words of a PDF', () => {
  it.each([
    ['a filled rectangle', filled],
    ['a line', stroked],
    ['a line through them', `0.6 w ${start} 503.5 m ${end} 503.5 l S`],
    ['a polygon', `${start} 498 m ${end} 498 l ${end} 498.6 l ${start} 498.6 l h f*`],
    ['pieces that touch', `${start} 498 20 0.6 re f ${start + 20} 498 ${end - start - 20} 0.6 re f`],
    ['a background that ends at them', `${filled} 1 g 30 497.8 300 14 re f`],
    ['a matrix of its own', `q 0.1 0 0 0.1 0 0 cm ${start * 10} 4980 ${(end - start) * 10} 6 re f Q`],
  ])('words with %s have a tag', async (_what, rule) => {
    expect((await readPdf(withRule(rule))).texts).toEqual(['Some <1>words</1> are here']);
  });

  it.each([
    ['is wider than its words', `0.6 w 30 498 m 300 498 l S`],
    ['begins within a word', `0.6 w ${start + 10} 498 m ${end} 498 l S`],
    ['is thick', `${start} 496 ${end - start} 2.5 re f`],
    ['is far below', `0.6 w ${start} 494 m ${end} 494 l S`],
    ['is dashed', `[2] 0 d ${stroked}`],
    ['meets another one', `${stroked} ${start} 490 m ${start} 515 l S`],
    ['goes on beside its words', `${stroked} ${end} 498 m 300 498 l S`],
    ['is part of a larger drawing', `0.6 w ${start} 498 m ${end} 498 l ${end} 498 m 300 498 l S`],
    ['is a side of a frame', `${stroked} ${start} 498 ${end - start} 16 re S`],
    ['clips', `${start} 498 ${end - start} 0.6 re W f`],
  ])('a rule that %s stays', async (_what, rule) => {
    const source = withRule(rule);
    expect((await readPdf(source)).texts).toEqual(['Some words are here']);
    expect(drawnIn((await translatedPdf(source, (text) => text.toUpperCase())).bytes, source)).toContain(rule);
  });

  it.each([
    ['filled', filled],
    ['stroked', stroked],
  ])('a %s rule goes with its words, in its colour and thickness', async (_what, rule) => {
    const source = withRule(rule);
    const { bytes } = await translatedPdf(source, (text) => (text === 'words' ? 'sanoja' : `${text} on `));
    const content = drawnIn(bytes, source);
    expect(content).not.toContain(rule.slice(-20));
    expect(content).toContain(rule.slice(0, 5));
    expect(content.match(/[\d.]+ [\d.]+ m [\d. l]+ (?:S|h f)/g)).toHaveLength(1);
    expect((await readPdf(bytes)).texts).toEqual(['Some on <1>sanoja</1> are here on']);
  });

  it('a rule under a whole paragraph is under the whole translation', async () => {
    const source = withRule('0.6 w 40 498 m 156 498 l S');
    expect((await readPdf(source)).texts).toEqual(['Some words are here']);
    const { bytes } = await translatedPdf(source, () => 'Yksi');
    const [, from, to] = /([\d.]+) 498 m ([\d.]+) 498 l S/.exec(drawnIn(bytes, source)) ?? [];
    expect(Number(from)).toBeCloseTo(40, 1);
    expect(Number(to)).toBeLessThan(90);
  });

  it('a rule under most of a text is not under the space before it', async () => {
    const source = withRule('0.6 w 76 498 m 156 498 l S');
    expect((await readPdf(source)).texts).toEqual([expect.stringContaining('words are here')]);
    const { bytes } = await translatedPdf(source, (text) => text);
    expect(bytes.equals(source)).toBe(true);
    const changed = (await translatedPdf(source, (text) => text.replace('here', 'hare'))).bytes;
    const [, from] = /([\d.]+) 498 m [\d.]+ 498 l S/.exec(drawnIn(changed, source)) ?? [];
    expect(Number(from)).toBeGreaterThan(73);
  });

  it('rules stay where nothing is translated', async () => {
    const source = withRule(filled);
    expect((await translatedPdf(source, (text) => text)).bytes.equals(source)).toBe(true);
  });
});
