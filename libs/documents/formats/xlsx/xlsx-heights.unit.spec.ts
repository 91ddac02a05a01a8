import { describe, expect, it } from 'vitest';
import { row, type SampleBook, type SampleSheet, text, xlsxOf } from './xlsx-sample.fixture.js';
import { merged } from './xlsx-spec.fixture.js';

const styles =
  '<cellStyleXfs count="1"><xf><alignment wrapText="1"/></xf></cellStyleXfs>' +
  '<cellXfs count="3"><xf/><xf><alignment vertical="top" wrapText="1"/></xf><xf><alignment wrapText="0"/></xf></cellXfs>' +
  '<dxfs count="1"><dxf><alignment wrapText="1"/></dxf></dxfs>';
const cell = (place: string, look: number, value: string) => `<c r="${place}" s="${look}"${value}</c>`;
const wrapped = (place: string) => cell(place, 1, ' t="s"><v>0</v>');
const found = ' ht="15.75" thickBot="1"';

const bookOf = (sheet: Partial<SampleSheet>): SampleBook => ({
  sheets: [{ name: 'One', ...sheet }],
  strings: [text('A text of two lines')],
  styles,
});
const sheetOf = async (rows: string, sheet: Partial<SampleSheet> = {}) =>
  (await merged(bookOf({ rows, ...sheet }))).part('xl/worksheets/sheet1.xml');

describe('heights of rows', () => {
  it('the height that a program has found for a wrapped text is to be found anew for its translation', async () => {
    const rows = row(7, cell('A7', 0, '><v>1</v>') + wrapped('B7'), found);
    expect(await sheetOf(rows)).toContain('<row r="7" thickBot="1">');
  });

  it('a cell written in another way is read like the others', async () => {
    expect(await sheetOf(row(1, `<c s="1" t="s" r="A1"><v>0</v></c>`, found))).toContain('<row r="1" thickBot="1">');
  });

  it.each([
    ['somebody has set', row(1, wrapped('A1'), ' ht="30" customHeight="1"')],
    [
      'is that of a text on one line',
      row(1, cell('A1', 0, ' t="s"><v>0</v>') + cell('B1', 2, ' t="s"><v>0</v>'), found),
    ],
    ['is that of a number', row(1, cell('A1', 1, '><v>0</v>'), found)],
    ['is that of a hidden row', row(1, wrapped('A1'), `${found} hidden="1"`)],
    ['is that of a row without a number', `<row${found}>${wrapped('A1')}</row>`],
  ])('the height stays where it %s', async (_, rows) => {
    const sheet = await sheetOf(rows + row(9, wrapped('A9'), found));
    expect(sheet).toContain(`${rows}<row r="9" thickBot="1">`);
  });

  it('the height stays where rows without one have a height that somebody has set', async () => {
    const rows = row(1, wrapped('A1'), found);
    const before = '<sheetFormatPr defaultRowHeight="40" customHeight="1"/>';
    expect(await sheetOf(rows, { before })).toContain(rows);
  });

  it.each([true, false])('heights stay where no text changes (strings before the sheets: %s)', async (stringsFirst) => {
    const book = { ...bookOf({ rows: row(1, wrapped('A1'), found) }), stringsFirst };
    const { bytes } = await merged(book, (segment) => segment);
    expect(bytes.equals(xlsxOf(book))).toBe(true);
    expect((await merged(book)).part('xl/worksheets/sheet1.xml')).toContain('<row r="1" thickBot="1">');
  });

  it('formulas and heights both learn that a text has changed', async () => {
    const rows = row(1, `${wrapped('A1')}<c r="B1"><f>LEN(A1)</f><v>19</v></c>`, found);
    const { part } = await merged({ ...bookOf({ rows }), calculation: '<calcPr calcId="1"/>' });
    expect(part('xl/worksheets/sheet1.xml')).toContain('<row r="1" thickBot="1">');
    expect(part('xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
    const same = { ...bookOf({ rows }), calculation: '<calcPr calcId="1"/>' };
    expect((await merged(same, (segment) => segment)).bytes.equals(xlsxOf(same))).toBe(true);
  });
});
