import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

/** In Helvetica of 12 points from 40 on, `Some ` is 36.02 wide, `words` 32.67. */
const sentence = 'BT /F1 12 Tf 14 TL 40 300 Td (Some words are here) Tj ET';
const underline = '76 298 32.7 0.6 re f';
const column = 'BT /F1 12 Tf 14 TL 40 300 Td (Carbon monoxide) Tj T* (Ammonia compounds) Tj T* (Other compounds) Tj ET';
const rules = '0.5 w 30 296.5 m 160 296.5 l S 30 282.5 m 160 282.5 l S';
const cells = 'BT /F1 12 Tf 40 300 Td (Costs) Tj 40 0 Td (Federal) Tj ET';

/** A page of 400 by 600 points on which this content is turned. */
const turned = (turn: number, matrix: string, content: string): Buffer =>
  pagesOf([{ content: `q ${matrix} cm ${content} Q`, entries: `/Rotate ${turn}` }]);

describe.each([
  { turn: 90, matrix: '0 1 -1 0 400 0' },
  { turn: 180, matrix: '-1 0 0 -1 400 600' },
  { turn: 270, matrix: '0 -1 1 0 0 600' },
])('a page of a PDF that is turned by $turn degrees', ({ turn, matrix }) => {
  it('has cells that rules part', async () => {
    expect((await readPdf(turned(turn, matrix, column))).texts).toHaveLength(1);
    expect((await readPdf(turned(turn, matrix, `${rules} ${column}`))).texts).toHaveLength(3);
    expect((await readPdf(turned(turn, matrix, cells))).texts).toEqual(['Costs Federal']);
    expect((await readPdf(turned(turn, matrix, `76 280 m 76 320 l S ${cells}`))).texts).toEqual(['Costs', 'Federal']);
  });

  it.each([
    ['a filled rectangle', underline],
    ['a line', '0.6 w 76 298 m 108.7 298 l S'],
    ['a line with a space of its own', 'q 0.1 0 0 0.1 0 0 cm 6 w 760 2980 m 1087 2980 l S Q'],
  ])('has underlines that go with their words: %s', async (_what, rule) => {
    const source = turned(turn, matrix, `${sentence} ${rule}`);
    expect((await readPdf(source)).texts).toEqual(['Some <1>words</1> are here']);
    const { bytes } = await translatedPdf(source, (text) => (text === 'words' ? 'sanoja' : `${text} on `));
    expect(drawnIn(bytes, source)).not.toContain(rule);
    expect((await readPdf(bytes)).texts).toEqual(['Some on <1>sanoja</1> are here on']);
  });

  it('has lines across its words that are none of theirs', async () => {
    const rule = '80 290 0.6 30 re f';
    const source = turned(turn, matrix, `${sentence} ${rule}`);
    expect((await readPdf(source)).texts).toEqual(['Some words are here']);
    expect(drawnIn((await translatedPdf(source, (text) => text.toUpperCase())).bytes, source)).toContain(rule);
  });
});
