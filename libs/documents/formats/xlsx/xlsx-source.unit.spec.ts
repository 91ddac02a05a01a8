import { describe, expect, it } from 'vitest';
import { cell, inline, row, run, type SampleBook, text } from './xlsx-sample.fixture.js';
import { cellsOf, merged, upper } from './xlsx-spec.fixture.js';

const both = (book: SampleBook, translate = upper) => merged(book, translate, { includeSource: true });
const formula = (place: string, content: string, attributes = '') =>
  `<c r="${place}"><f${attributes}>${content}</f><v>1</v></c>`;
const strings = ['Ann', 'Ben', 'Cem', 'Dan'].map(text);
const names = row(1, ['A1', 'B1', 'C1', 'D1'].map(cell).join(''));
const withFormulas = (formulas: string, more: Partial<SampleBook> = {}): SampleBook => ({
  sheets: [
    { name: 'Town', rows: names },
    { name: 'Sums', rows: row(1, formulas) },
  ],
  strings,
  ...more,
});
const alone = async (book: SampleBook) =>
  Object.entries(cellsOf((await both(book)).part))
    .filter(([, content]) => !content.includes('\n'))
    .map(([place]) => place);

describe('the source of a cell', () => {
  it('the source of a cell stands above its translation with its looks', async () => {
    const content = run('All but ') + run('one', '<b/>');
    const book = { sheets: [{ name: 'One', rows: row(1, cell('A1', 0)) }], strings: [content] };
    const { part } = await both(book);
    expect(part('xl/sharedStrings.xml')).toContain(
      run('All but ') +
        run('one\n', '<b/>') +
        run('ALL BUT ') +
        run('ONE', '<b/>').replace(' xml:space="preserve"', ''),
    );
    expect(cellsOf(part)).toEqual({ A1: 'All but one\nALL BUT ONE' });
  });

  it('the source of a cell stands in a cell that holds its text itself', async () => {
    const { part } = await both({ sheets: [{ name: 'One', rows: row(1, inline('A1', 'one')) }] });
    expect(part('xl/worksheets/sheet1.xml')).toMatch(/<t[^>]*>one\nONE<\/t>/);
  });

  it.each([
    ['Town!B1&amp;"x"', ['B1']],
    ["'Town'!$B$1:$C$1", ['B1', 'C1']],
    ['VLOOKUP("x",Town!A:B,2)', ['A1', 'B1']],
    ['SUM(Town!A1,Town!D1)', ['A1', 'D1']],
    ['B1', []],
  ])('is not there where the formula %s refers to the cell', async (content, expected) => {
    expect(await alone(withFormulas(formula('A1', content)))).toEqual(expected);
  });

  it('the source of a cell is not there where a shared formula, a name or a list refers to the cell', async () => {
    const shared = formula('A1', 'Town!A1', ' t="shared" ref="A1:C1" si="0"');
    expect(await alone(withFormulas(shared))).toEqual(['A1', 'B1', 'C1']);
    const definedNames = '<definedName name="people">Town!$C$1</definedName>';
    expect(await alone(withFormulas('', { definedNames }))).toEqual(['C1']);
    const after =
      '<dataValidations><dataValidation type="list" sqref="F1"><formula1>$D$1:$D$1</formula1></dataValidation></dataValidations>';
    expect(await alone({ sheets: [{ name: 'Town', rows: names, after }], strings })).toEqual(['D1']);
  });

  it('the source of a cell is not there where the two are longer than a cell can hold', async () => {
    const long = 'word '.repeat(4000).trim();
    const book = { sheets: [{ name: 'One', rows: row(1, cell('A1', 0)) }], strings: [text(long)] };
    expect(cellsOf((await both(book)).part)).toEqual({ A1: long.toUpperCase() });
  });

  it('the source of a cell is not there where texts have to agree', async () => {
    const tables = [
      '<table id="1" name="T" displayName="T" ref="A1:B2"><tableColumns><tableColumn id="1" name="Ann"/><tableColumn id="2" name="Ben"/></tableColumns></table>',
    ];
    const sheet = { name: 'Town', rows: names, tables };
    expect(await alone({ sheets: [sheet], strings })).toEqual(['A1', 'B1']);
  });

  it('the source of a cell stands on a line of its own in cells of any look', async () => {
    const looks = '<xf numFmtId="0"/><xf><alignment horizontal="left"/></xf><xf><protection locked="0"/></xf><xf></xf>';
    const styles = `<cellStyleXfs><xf/></cellStyleXfs><cellXfs>${looks}</cellXfs><cellStyles/>`;
    const book = { sheets: [{ name: 'One', rows: row(1, cell('A1', 0)) }], strings, styles };
    const { part } = await both(book);
    const wrapped = '<alignment wrapText="1"/>';
    expect(/<styleSheet[^>]*>(.*)<\/styleSheet>/.exec(part('xl/styles.xml'))?.[1]).toBe(
      `<cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="0" applyAlignment="1">${wrapped}</xf>` +
        '<xf applyAlignment="1"><alignment horizontal="left" wrapText="1"/></xf>' +
        `<xf applyAlignment="1">${wrapped}<protection locked="0"/></xf><xf applyAlignment="1">${wrapped}</xf></cellXfs><cellStyles/>`,
    );
    expect((await merged(book)).part('xl/styles.xml')).toContain(looks);
  });

  it('the source of a cell has the height that it needs, unless somebody has set that of the row', async () => {
    const rows =
      row(1, cell('A1', 0), ' ht="15" customHeight="false"') + row(2, cell('A2', 1), ' ht="20" customHeight="1"');
    const book = { sheets: [{ name: 'One', rows }], strings };
    const { part } = await both(book);
    expect(part('xl/worksheets/sheet1.xml')).toContain('<row r="1" customHeight="false">');
    expect(part('xl/worksheets/sheet1.xml')).toContain('<row r="2" ht="20" customHeight="1">');
    expect((await merged(book)).part('xl/worksheets/sheet1.xml')).toContain(rows);
  });
});
