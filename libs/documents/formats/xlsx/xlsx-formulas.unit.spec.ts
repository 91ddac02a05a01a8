import { describe, expect, it } from 'vitest';
import { cell, inline, row, type SampleBook, text } from './xlsx-sample.fixture.js';
import { cellsOf, extracted, from, merged } from './xlsx-spec.fixture.js';

const sheetOne = 'xl/worksheets/sheet1.xml';
const formula = (place: string, content: string, attributes = '') =>
  `<c r="${place}"><f${attributes}>${content}</f><v>1</v></c>`;
const strings = ['Open', 'Done', 'Food'].map(text);
const cells = row(1, ['A1', 'A2', 'A3'].map(cell).join(''));
const book = (rows: string, more: Partial<SampleBook['sheets'][number]> = {}): SampleBook => ({
  sheets: [{ name: 'One', rows: cells + row(2, rows), ...more }],
  strings,
});
const words = from({ Open: 'Offen', Done: 'Erledigt', Food: 'Essen' });

describe('a text that a formula compares with cells', () => {
  it.each([
    ['IF(A1="Open",1,0)', 'IF(A1="Offen",1,0)'],
    ['IF("OPEN"&lt;&gt;A1,"Done","Later")', 'IF("Offen"&lt;&gt;A1,"Erledigt","Later")'],
    ['COUNTIF(A:A,"Open")+COUNTIF(A:A,"&lt;&gt;Done")', 'COUNTIF(A:A,"Offen")+COUNTIF(A:A,"&lt;&gt;Erledigt")'],
    ['SUMIF(A:A,"Food",B:B)', 'SUMIF(A:A,"Essen",B:B)'],
    ['VLOOKUP("Food",A:B,2,FALSE)', 'VLOOKUP("Essen",A:B,2,FALSE)'],
    ['SUM(COUNTIF(A:A,{"Open","Done"}))', 'SUM(COUNTIF(A:A,{"Offen","Erledigt"}))'],
    ['A1&amp;"Open"&amp;TEXT(B1,"Open")', 'A1&amp;"Open"&amp;TEXT(B1,"Open")'],
  ])('a compared text is that of the cells: %s', async (source, translation) => {
    const { part } = await merged(book(formula('B2', source)), words);
    expect(part(sheetOne)).toContain(formula('B2', translation));
    expect(cellsOf(part)).toEqual({ A1: 'Offen', A2: 'Erledigt', A3: 'Essen' });
  });

  it('a compared text is a segment once, before all others', async () => {
    const { texts, segments } = await extracted(book(formula('B2', 'IF(A1="done",1,0)') + inline('C2', 'Done')));
    expect(texts).toEqual(['Done', 'Open', 'Food']);
    expect(segments[0]).toMatchObject({ role: 'table', part: 'xl/sharedStrings.xml' });
  });

  it('a compared text stays where no cell has it', async () => {
    const { part } = await merged(book(formula('B2', 'IF(A1="Later",1,COUNTIF(A:A,"Late*"))')), words);
    expect(part(sheetOne)).toContain('IF(A1="Later",1,COUNTIF(A:A,"Late*"))');
  });

  it('a compared text gives its cells one translation, however they write its letters', async () => {
    const source: SampleBook = {
      ...book(formula('B2', 'COUNTIF(A:A,"open")')),
      strings: ['Open', 'OPEN', 'oPen'].map(text),
    };
    const { part } = await merged(source, from({ Open: 'Offen', OPEN: 'OFFEN', oPen: 'auf' }));
    expect(cellsOf(part)).toEqual({ A1: 'Offen', A2: 'OFFEN', A3: 'Offen' });
    expect(part(sheetOne)).toContain('COUNTIF(A:A,"Offen")');
  });

  it('a compared text is found in cells that hold it themselves, in names, rules and validations', async () => {
    const sheet = (open: string) => ({
      rows: row(1, inline('A1', open)) + row(2, formula('B2', `COUNTIF(A:A,"${open}")`)),
      after: `<conditionalFormatting><cfRule type="expression"><formula>COUNTIF($A:$A,"${open}")&gt;1</formula></cfRule></conditionalFormatting><dataValidations><dataValidation type="custom"><formula1>$A1&lt;&gt;"${open}"</formula1></dataValidation></dataValidations>`,
    });
    const named = (open: string) => `<definedName name="isOpen">One!$A$1="${open}"</definedName>`;
    const { part } = await merged(
      { sheets: [{ name: 'One', ...sheet('Open') }], definedNames: named('Open') },
      from({ Open: 'Offen' }),
    );
    expect(part(sheetOne)).toContain(sheet('Offen').rows);
    expect(part(sheetOne)).toContain(sheet('Offen').after);
    expect(part('xl/workbook.xml')).toContain(named('Offen'));
  });

  it('a compared text is found in the formulas of a table, and in what the table is filtered by', async () => {
    const table = (open: string) =>
      `<table id="1" name="T" displayName="T" ref="A1:A2"><autoFilter ref="A1:A2"><filterColumn colId="0"><filters><filter val="${open}"/></filters></filterColumn></autoFilter><tableColumns><tableColumn id="1" name="Name"><calculatedColumnFormula>A1="${open}"</calculatedColumnFormula></tableColumn></tableColumns></table>`;
    const { part } = await merged(book('', { tables: [table('Open')] }), words);
    expect(part('xl/tables/table1_0.xml')).toContain(table('Offen').slice(60).replace('"Name"', '"NAME"'));
    expect(cellsOf(part)).toMatchObject({ A1: 'Offen' });
  });

  it('a compared text changes in results that the file keeps of formulas', async () => {
    const computed = (open: string) => `<c r="B2" t="str"><f>IF(A1="${open}","${open}","Later")</f><v>${open}</v></c>`;
    const copied = (open: string) => `<c r="C2" t="str"><f>A1</f><v>${open}</v></c>`;
    const { part } = await merged(book(computed('Open') + copied('Open')), words);
    expect(part(sheetOne)).toContain(computed('Offen') + copied('Offen'));
  });

  it('a compared text is told apart from other texts that would have the same translation', async () => {
    const rows = formula('B2', 'COUNTIF(A:A,"Open")+COUNTIF(A:A,"Done")');
    const { part, summary } = await merged(book(rows), from({ Open: 'Ja', Done: 'ja', Food: 'JA' }));
    expect(cellsOf(part)).toEqual({ A1: 'Ja', A2: 'ja 2', A3: 'JA 3' });
    expect(part(sheetOne)).toContain('COUNTIF(A:A,"Ja")+COUNTIF(A:A,"ja 2")');
    expect(summary.warnings).toMatchObject([{ code: 'texts_numbered', count: 1 }]);
  });

  it('a compared text stays in formulas and cells where its translation is too long for a formula', async () => {
    const { part, summary } = await merged(
      book(formula('B2', 'COUNTIF(A:A,"Open")')),
      from({ Open: 'x'.repeat(254), Done: 'Erledigt', Food: 'Essen' }),
    );
    expect(part(sheetOne)).toContain('COUNTIF(A:A,"Open")');
    expect(cellsOf(part)).toEqual({ A1: 'Open', A2: 'Erledigt', A3: 'Essen' });
    expect(summary.overflowedIn).toEqual([{ part: 'xl/sharedStrings.xml', count: 1 }]);
  });

  it('a compared text has no source above its translation in its cells', async () => {
    const { part } = await merged(book(formula('B2', 'COUNTIF(Z:Z,"Open")')), words, { includeSource: true });
    expect(cellsOf(part)).toEqual({ A1: 'Offen', A2: 'Done\nErledigt', A3: 'Food\nEssen' });
  });

  it('a pivot table is asked by the new names of its columns', async () => {
    const pivot =
      '<cacheSource type="worksheet"><worksheetSource ref="A1:A3" sheet="One"/></cacheSource><cacheFields><cacheField name="Open"/></cacheFields>';
    const { part } = await merged({ ...book(formula('B2', 'GETPIVOTDATA("Open",$F$1,"Open","Done")')), pivot }, words);
    expect(part(sheetOne)).toContain('GETPIVOTDATA("Offen",$F$1,"Offen","Done")');
  });
});

describe('cells that formulas compare and that are not shown', () => {
  const hidden = row(3, cell('A4', 1) + inline('B4', 'Open'), ' hidden="1"');
  const rows = (content: string) => cells + row(2, formula('B2', content)) + hidden;

  it('hidden cells are translated with those that have the same text', async () => {
    const source = { sheets: [{ name: 'One', rows: rows('COUNTIF(A:B,"Open")+COUNTIF(A:B,"Done")') }], strings };
    const { part } = await merged(source, words);
    expect(cellsOf(part)).toEqual({ A1: 'Offen', A2: 'Erledigt', A3: 'Essen', A4: 'Erledigt' });
    expect(part(sheetOne)).toContain(inline('B4', 'Offen'));
    expect((await extracted(source)).summary.skipped).toEqual([]);
  });

  it('hidden cells are translated where others are looked up by their texts', async () => {
    const source = { sheets: [{ name: 'One', rows: rows('VLOOKUP(A2,A4:B4,2,FALSE)') }], strings };
    expect(cellsOf((await merged(source, words)).part)).toMatchObject({ A2: 'Erledigt', A4: 'Erledigt' });
  });

  it('hidden cells stay where no formula compares texts', async () => {
    const source = { sheets: [{ name: 'One', rows: rows('SUM(B1:B9)') }], strings };
    expect(cellsOf((await merged(source, words)).part)).toMatchObject({ A2: 'Erledigt', A4: 'Done' });
    expect((await extracted(source)).summary.skipped).toMatchObject([{ part: sheetOne, count: 1 }]);
  });

  it('cells outside the page range stay, and with them all that have their text', async () => {
    const source: SampleBook = {
      sheets: [
        { name: 'One', rows: cells + row(2, formula('B2', 'COUNTIF(Two!A:A,"Open")+COUNTIF(A:A,"Food")')) },
        { name: 'Two', rows: row(1, cell('A1', 0)) },
      ],
      strings,
    };
    const over = { pageRange: [{ from: 1, to: 1 }] };
    const { part } = await merged(source, words, over);
    expect(cellsOf(part)).toEqual({ A1: 'Open', A2: 'Erledigt', A3: 'Essen' });
    expect(cellsOf(part, 2)).toEqual({ A1: 'Open' });
    expect(part(sheetOne)).toContain('COUNTIF(Two!A:A,"Open")+COUNTIF(A:A,"Essen")');
    expect((await extracted(source, over)).summary.skipped).toContainEqual({
      part: 'xl/sharedStrings.xml',
      reason: 'Formulas compare the text with cells outside the page range.',
      count: 1,
    });
  });

  it('cells stay where their text is the name of a sheet or a range that a formula finds by it', async () => {
    const source: SampleBook = {
      sheets: [{ name: 'One', rows: cells + row(2, formula('B2', 'SUM(INDIRECT(A3))')) }],
      strings,
      definedNames: '<definedName name="food">One!$B$1:$B$9</definedName>',
    };
    const { part } = await merged(source, words);
    expect(cellsOf(part)).toEqual({ A1: 'Offen', A2: 'Erledigt', A3: 'Food' });
    expect((await extracted(source)).summary.skipped).toEqual([
      {
        part: 'xl/sharedStrings.xml',
        reason: 'The text is a name by which formulas find a sheet or a range.',
        count: 1,
      },
    ]);
  });
});

describe('what formulas look for in another way', () => {
  const warnings = async (content: string, over = {}) =>
    ((await extracted(book(formula('B2', content)), over)).summary.warnings ?? []).map(({ message }) => message);

  it.each([
    ['COUNTIF(A:A,"Op*")', /wildcards/],
    ['ISNUMBER(SEARCH("oo",A1))', /parts of texts/],
    ['COUNTIF(A:A,"Do"&amp;"ne")', /parts of texts/],
    ['VLOOKUP("Food",A:B,2)', /alphabetical/],
    ['IF(A1&gt;"M",1,0)', /alphabetical/],
    ['MyFunction("Food")', /not known/],
    ['MATCH(A1&amp;A2,C:C,0)', /make of others/],
  ])('a reader is told that %s is not followed', async (content, message) => {
    expect(await warnings(content)).toEqual([expect.stringMatching(message)]);
  });

  it.each(['COUNTIF(A:A,"*")', 'SEARCH("xyz",A1)', 'SUBSTITUTE(A1,"-","")', 'MyFunction("xyz")', 'A1&gt;""'])(
    'a reader is not told of %s where no cell has its text',
    async (content) => {
      expect(await warnings(content)).toEqual([]);
    },
  );

  it('a reader is told of a formula that would become longer than Excel allows, which stays', async () => {
    const long = Array.from({ length: 900 }, () => 'A1="Open"').join('+');
    const { part, summary } = await merged(book(formula('B2', long)), words);
    expect(part(sheetOne)).toContain(long);
    expect(summary.warnings).toMatchObject([{ code: 'formulas_not_followed', count: 1 }]);
  });

  it('a reader is told where cells are compared over the border of the page range', async () => {
    const source: SampleBook = {
      sheets: [
        { name: 'One', rows: cells + row(2, formula('B2', 'VLOOKUP(A1,Two!A:B,2,0)')) },
        { name: 'Two', rows: row(1, cell('A1', 0)) },
      ],
      strings,
    };
    const { summary } = await extracted(source, { pageRange: [{ from: 1, to: 1 }] });
    expect(summary.warnings).toMatchObject([
      { code: 'formulas_not_followed', message: expect.stringContaining('page range') },
    ]);
    expect((await extracted(source)).summary.warnings).toBeUndefined();
  });
});

describe('the results of formulas', () => {
  const workbook = 'xl/workbook.xml';
  const calculated = (attributes = '') => `<calcPr calcId="191029"${attributes}/>`;
  const withFormula = (calculation: string, more: Partial<SampleBook> = {}): SampleBook => ({
    ...book(formula('B2', 'A1')),
    calculation,
    ...more,
  });
  const same = from({ Open: 'Open', Done: 'Done', Food: 'Food' });

  it.each([
    [calculated(), calculated(' fullCalcOnLoad="1"')],
    [calculated(' fullCalcOnLoad="0"'), calculated(' fullCalcOnLoad="1"')],
    [calculated(' fullCalcOnLoad="true"'), calculated(' fullCalcOnLoad="true"')],
    ['<pivotCaches/><extLst/>', '<calcPr fullCalcOnLoad="1"/><pivotCaches/><extLst/>'],
    ['', '<calcPr fullCalcOnLoad="1"/>'],
  ])('results are calculated anew by Excel where a text has changed: %s', async (before, after) => {
    const isStrict = before === '';
    expect((await merged(withFormula(before, { isStrict }), words)).part(workbook)).toContain(`${after}</workbook>`);
  });

  it('results are calculated anew in a workbook whose elements have a prefix', async () => {
    const source = { sheets: [{ name: 'One', rows: row(1, inline('A1', 'Open') + formula('B1', 'A1')) }], prefix: 'x' };
    expect((await merged(source, words)).part(workbook)).toContain('<x:calcPr fullCalcOnLoad="1"/></x:workbook>');
  });

  it('results stay as they are where nothing has changed, or where there is no formula', async () => {
    expect((await merged(withFormula(calculated()), same)).part(workbook)).toContain(calculated());
    const without = { ...book(''), calculation: calculated() };
    expect((await merged(without, words)).part(workbook)).toContain(calculated());
  });

  it('results are calculated anew where only the last text has changed, and the others stay', async () => {
    const { part } = await merged(withFormula(calculated()), from({ Open: 'Open', Done: 'Done', Food: 'Essen' }));
    expect(part(workbook)).toContain(calculated(' fullCalcOnLoad="1"'));
    expect(cellsOf(part)).toEqual({ A1: 'Open', A2: 'Done', A3: 'Essen' });
  });
});
