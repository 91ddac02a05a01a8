import { describe, expect, it } from 'vitest';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { cell, inline, row, run, type SampleBook, text } from './xlsx-sample.fixture.js';
import { extracted, from, merged } from './xlsx-spec.fixture.js';

const copy = (place: string, formula: string, result: string) =>
  `<c r="${place}" t="str"><f>${formula}</f><v>${result}</v></c>`;
const sheet = 'xl/worksheets/sheet1.xml';

describe('cells that copy others', () => {
  const bookOf = (result: string, string = text('Working days')): SampleBook => ({
    sheets: [
      {
        name: 'One',
        rows: row(1, cell('A1', 0) + copy('B1', 'A1', result) + copy('C1', 'A1&amp;" x"', 'Working days x')),
      },
    ],
    strings: [string],
  });

  it('the result of a formula that copies a cell is the translation of that, and all other results are counted', async () => {
    const { texts, summary } = await extracted(bookOf('Working days'));
    expect(texts).toEqual(['Working days']);
    expect(summary.skipped).toEqual([{ part: sheet, reason: skipReasons.formula, count: 1 }]);
    const { part } = await merged(bookOf('Working days'), from({ 'Working days': 'Días hábiles' }));
    expect(part(sheet)).toContain(copy('B1', 'A1', 'Días hábiles') + copy('C1', 'A1&amp;" x"', 'Working days x'));
    expect(part('xl/sharedStrings.xml')).toContain('Días hábiles');
  });

  it('a cell of several looks keeps them, and its copy has none', async () => {
    const book = bookOf('Big days', run('Big', '<b/>') + run(' days'));
    expect((await extracted(book)).texts).toEqual(['Big days', '<1>Big</1> days']);
    const { part } = await merged(book);
    expect(part('xl/sharedStrings.xml')).toContain('<r><rPr><b/></rPr><t>BIG</t></r>');
    expect(part(sheet)).toContain(copy('B1', 'A1', 'BIG DAYS'));
  });

  it('texts that cells hold themselves are copied too, on another sheet as well', async () => {
    const book: SampleBook = {
      sheets: [
        { name: 'One', rows: row(1, copy('A1', 'Two!A1', 'Open')) },
        { name: 'Two', rows: row(1, inline('A1', 'Open')) },
      ],
    };
    expect((await extracted(book)).texts).toEqual(['Open']);
    expect((await merged(book)).part(sheet)).toContain(copy('A1', 'Two!A1', 'OPEN'));
  });

  it('a copy of a hidden cell stays, and a hidden copy is not counted', async () => {
    const rows = row(1, cell('A1', 0), ' hidden="1"') + row(2, copy('A2', 'A1', 'Secret'));
    const hidden = row(3, copy('A3', 'A1', 'Secret'), ' hidden="1"');
    const { texts, summary } = await extracted({
      sheets: [{ name: 'One', rows: rows + hidden }],
      strings: [text('Secret')],
    });
    expect(texts).toEqual([]);
    expect(summary.skipped).toContainEqual({ part: sheet, reason: skipReasons.formula, count: 1 });
  });
});

describe('references within a table that do not name it', () => {
  const table = (name: string, total: string) =>
    `<table id="1" name="T" displayName="T" ref="A1:B3" totalsRowCount="1"><tableColumns count="2"><tableColumn id="1" name="${name}"><calculatedColumnFormula>[@[${name}]]*2</calculatedColumnFormula></tableColumn><tableColumn id="2" name="2"><totalsRowFormula>${total}</totalsRowFormula></tableColumn></tableColumns></table>`;
  const formulas = (name: string) =>
    `<c r="A2"><f>[[#This Row],[${name}]]*2</f></c><c r="B2"><f>[@${name}]+[1]Other!A1</f></c>`;
  const bookOf = (name: string): SampleBook => ({
    sheets: [
      {
        name: 'One',
        rows:
          row(1, cell('A1', 0)) +
          row(2, formulas(name)) +
          row(3, `<c r="B3"><f>SUBTOTAL(109,[${name}])</f></c>`) +
          row(9, `<c r="A9"><f>[${name}]</f></c>`),
        tables: [table(name, `SUBTOTAL(109,[${name}])`)],
      },
    ],
    strings: [text(name)],
  });

  it('formulas in the cells and in the table follow its columns, and those outside of it stay', async () => {
    const { part } = await merged(bookOf('Visitors'), from({ Visitors: 'Besucher' }));
    expect(part(sheet)).toContain(formulas('Besucher'));
    expect(part(sheet)).toContain('<f>SUBTOTAL(109,[Besucher])</f>');
    expect(part(sheet)).toContain('<c r="A9"><f>[Visitors]</f>');
    expect(part('xl/tables/table1_0.xml')).toContain(
      '<calculatedColumnFormula>[@[Besucher]]*2</calculatedColumnFormula>',
    );
    expect(part('xl/tables/table1_0.xml')).toContain('<totalsRowFormula>SUBTOTAL(109,[Besucher])</totalsRowFormula>');
  });
});
