import { describe, expect, it } from 'vitest';
import { cell, row, type SampleBook, text } from './xlsx-sample.fixture.js';
import { extracted, from, merged } from './xlsx-spec.fixture.js';

const made = (place: string, formula: string, shown: string, attributes = '') =>
  `<c r="${place}" t="str"><f${attributes}>${formula}</f><v>${shown}</v></c>`;
const link = (place: string, label: string, shown = label) =>
  made(place, `HYPERLINK("https://a.example","${label}")`, shown);
const book = (...cells: string[]): SampleBook => ({ sheets: [{ name: 'One', rows: row(1, cells.join('')) }] });
const sheetOf = async (...all: Parameters<typeof merged>) => (await merged(...all)).part('xl/worksheets/sheet1.xml');

describe('the label of a link that a formula makes', () => {
  it('the label of a link is a segment, and changes in the formula and in its result', async () => {
    expect((await extracted(book(link('A1', 'Report')))).texts).toEqual(['Report']);
    expect(await sheetOf(book(link('A1', 'Report')))).toContain(link('A1', 'REPORT'));
  });

  it('the label of a link has its quotes doubled in the formula alone', async () => {
    const translated = await sheetOf(book(link('A1', 'A ""B""', 'A "B"')), from({ 'A "B"': 'Ein "B" & C' }));
    expect(translated).toContain(link('A1', 'Ein ""B"" &amp; C', 'Ein "B" &amp; C'));
  });

  it('the label of a link changes alone where the program has kept no result of it', async () => {
    const cellWith = (label: string) => `<c r="A1"><f>HYPERLINK("a","${label}")</f></c>`;
    expect(await sheetOf(book(cellWith('Report')))).toContain(cellWith('REPORT'));
    expect(await sheetOf(book(link('A1', 'Report', 'Stale')))).toContain(link('A1', 'REPORT', 'Stale'));
  });

  it('the label of a link that several cells share changes in all of their results', async () => {
    const cells = (label: string) =>
      made('A1', `HYPERLINK(B1,"${label}")`, label, ' t="shared" ref="A1:A2" si="0"') +
      `<c r="A2" t="str"><f t="shared" si="0"/><v>${label}</v></c>`;
    expect((await extracted(book(cells('Report')))).texts).toEqual(['Report']);
    expect(await sheetOf(book(cells('Report')))).toContain(cells('REPORT'));
  });

  it('the label of a link follows the sheets of its formula', async () => {
    const cells = (sheet: string, label: string) => made('A1', `HYPERLINK('${sheet}'!B1,"${label}")`, label);
    const translated = await sheetOf(book(cells('One', 'Go')), from({ One: 'Uno' }), { sheetNames: true });
    expect(translated).toContain(cells('Uno', 'GO'));
  });

  it('the label of a link stands without its source where both languages are asked for', async () => {
    expect(await sheetOf(book(link('A1', 'Report')), from({}), { includeSource: true })).toContain(
      link('A1', 'REPORT'),
    );
  });

  it('the label of a link that becomes longer than Excel allows stays, and is counted', async () => {
    const { part, summary } = await merged(book(link('A1', 'Report')), () => [{ kind: 'text', text: 'x'.repeat(256) }]);
    expect(part('xl/worksheets/sheet1.xml')).toContain(link('A1', 'Report'));
    expect(summary.overflowed).toBe(1);
  });

  it('the label of a link stays in a hidden row and in a formula that is more than the link', async () => {
    const computed = made('B1', 'IF(A1=1,HYPERLINK("a","Report"),"No")', 'Report') + made('C1', 'A1&amp;"x"', 'x');
    const rows = row(1, computed) + row(2, link('A2', 'Hidden'), ' hidden="1"');
    const both = { sheets: [{ name: 'One', rows: rows + row(3, cell('A3', 0)) }], strings: [text('Seen')] };
    expect((await extracted(both)).texts).toEqual(['Seen']);
    expect((await extracted(both, { hidden: true })).texts).toEqual(['Hidden', 'Seen']);
    expect(await sheetOf(both)).toContain(rows);
  });
});
