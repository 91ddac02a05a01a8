import { describe, expect, it } from 'vitest';
import { cell, inline, row, type SampleBook, type SampleSheet, text } from './xlsx-sample.fixture.js';
import { cellsOf, extracted, from, merged } from './xlsx-spec.fixture.js';

const sheetOne = 'xl/worksheets/sheet1.xml';
const columns = (...names: string[]) =>
  names.map((name, at) => `<tableColumn id="${at + 1}" name="${name}"/>`).join('');
const table = (content: string, attributes = '') =>
  `<table id="1" name="T" displayName="Ships" ref="A1:B3"${attributes}><tableColumns>${content}</tableColumns></table>`;

describe('a table', () => {
  const rows = row(1, cell('A1', 0) + cell('B1', 1)) + row(2, cell('A2', 2));
  const book = (sheet: Partial<SampleSheet>): SampleBook => ({
    sheets: [{ name: 'One', rows, tables: [table(columns('Name', 'Built'))], ...sheet }],
    strings: ['Name', 'Built', 'Aurora'].map(text),
  });

  it('a table has the names of its columns as segments once, first of all', async () => {
    const { segments, texts } = await extracted(book({}));
    expect(texts).toEqual(['Name', 'Built', 'Aurora']);
    expect(segments[0]?.part).toBe('xl/tables/table1_0.xml');
  });

  it('a table has the names of its header cells after a merge', async () => {
    const { part } = await merged(book({}), from({ Name: 'Nombre', Built: 'Año' }));
    expect(cellsOf(part)).toEqual({ A1: 'Nombre', B1: 'Año', A2: 'AURORA' });
    expect(part('xl/tables/table1_0.xml')).toContain(columns('Nombre', 'Año'));
  });

  it('a table has different names for its columns, where their translations are the same', async () => {
    const { part } = await merged(book({}), from({ Name: 'Dato', Built: 'dato' }));
    expect(cellsOf(part)).toMatchObject({ A1: 'Dato', B1: 'dato 2' });
    expect(part('xl/tables/table1_0.xml')).toContain(columns('Dato', 'dato 2'));
  });

  it('a table keeps the name of a column whose header cell stays', async () => {
    const { part } = await merged(book({ before: '<cols><col min="2" max="2" hidden="1"/></cols>' }));
    expect(cellsOf(part)).toMatchObject({ A1: 'NAME', B1: 'Built' });
    expect(part('xl/tables/table1_0.xml')).toContain(columns('NAME', 'Built'));
    const headless = await merged(book({ tables: [table(columns('Name', 'Built'), ' headerRowCount="0"')] }));
    expect(headless.part('xl/tables/table1_0.xml')).toContain(columns('Name', 'Built'));
  });

  it('a table has a header of two lines, which its column escapes', async () => {
    const lines = {
      ...book({ tables: [table(columns('First_x000a_Second', 'Built'))] }),
      strings: [text('First\nSecond'), text('Built'), text('x')],
    };
    const { part } = await merged(lines);
    expect(cellsOf(part)).toMatchObject({ A1: 'FIRST\nSECOND' });
    expect(part('xl/tables/table1_0.xml')).toContain(columns('FIRST_x000a_SECOND', 'BUILT'));
  });

  it('a table is found in formulas by the new names of its columns', async () => {
    const formula = (name: string, one: string) =>
      `<c r="C2"><f>SUM(Ships[${name}])+Ships[[#This Row],[${name}]]*COUNT(Ships[[#All],[${name}]:[${one}]])&amp;"Ships[Name]"+Other[Name]+Ships[#Headers]</f></c>`;
    const { part } = await merged(
      book({ rows: rows + row(3, formula('Name', 'Built')) }),
      from({ Name: "It's [1]", Built: 'Año' }),
    );
    expect(part(sheetOne)).toContain(formula("It''s '[1']", 'Año'));
  });

  it('a table has an extension of its own name, with an alternative text', async () => {
    const extended = (name: string, alternative: string) =>
      `${table(columns(name, 'BUILT')).replace('</table>', '')}<extLst><ext><x14:table altText="${alternative}"/></ext></extLst></table>`;
    const source = book({
      rows: rows + row(3, '<c r="C2"><f>SUM(Ships[Name])</f></c>'),
      tables: [extended('Name', 'A list').replace('BUILT', 'Built')],
    });
    expect((await extracted(source, { translateAltText: false })).texts).toEqual(['Name', 'Built', 'Aurora']);
    const { part } = await merged(source);
    expect(part('xl/tables/table1_0.xml')).toContain(extended('NAME', 'A LIST').slice(60));
    expect(part(sheetOne)).toContain('SUM(Ships[NAME])');
  });

  it('a table keeps the totals of its last row equal to their cells', async () => {
    const totals = (name: string) => table(`<tableColumn id="1" name="Name" totalsRowLabel="${name}"/>`);
    const { part } = await merged(
      { ...book({ tables: [totals('Aurora')] }), strings: ['Name', 'Built', 'Aurora'].map(text) },
      from({ Name: 'Name', Aurora: 'Summe' }),
    );
    expect(part('xl/tables/table1_0.xml')).toContain(totals('Summe').slice(60));
    expect(cellsOf(part)).toMatchObject({ A2: 'Summe' });
  });
});

describe('values and what is compared with them', () => {
  const book = (after: string): SampleBook => ({
    sheets: [{ name: 'One', rows: row(1, cell('A1', 0) + inline('B1', 'Closed')), after }],
    strings: [text('Open')],
  });
  const words = from({ Open: 'Abierto', Closed: 'Cerrado' });
  const list = (values: string) =>
    `<dataValidations><dataValidation type="list" sqref="A1"><formula1>${values}</formula1></dataValidation></dataValidations>`;

  it('a list has the values of the cells', async () => {
    expect((await extracted(book(list('"Open, Closed,12"')))).texts).toEqual(['Open', 'Closed']);
    const { part } = await merged(book(list('"Open, Closed,12"')), words);
    expect(part(sheetOne)).toContain(list('"Abierto, Cerrado,12"'));
    expect(part(sheetOne)).toContain(inline('B1', 'Cerrado'));
    expect(cellsOf(part)).toMatchObject({ A1: 'Abierto' });
  });

  it('a value of a list has no comma, in its cells neither', async () => {
    const { part } = await merged(book(list('"Open,Closed"')), from({ Open: 'Abierto, ya', Closed: 'No' }));
    expect(part(sheetOne)).toContain(list('"Abierto; ya,No"'));
    expect(cellsOf(part)).toMatchObject({ A1: 'Abierto; ya' });
  });

  it('a list that becomes too long for Excel stays, and is counted', async () => {
    const { part, summary } = await merged(book(list('"Open,Closed"')), from({ Open: 'x'.repeat(250) }));
    expect(part(sheetOne)).toContain(list('"Open,Closed"'));
    expect(summary.overflowedIn).toEqual([{ part: sheetOne, count: 1 }]);
  });

  it.each([
    ['a range', 'Lists!$A$1:$A$2', ''],
    ['a column', "'Lists'!$A:$A", ''],
    ['a name', 'States', '<definedName name="States">Lists!$A$1:$A$2</definedName>'],
  ])(
    'a list that takes its values from %s of a hidden sheet has the values of the cells',
    async (_what, formula, definedNames) => {
      const rows = row(1, cell('A1', 0) + cell('B1', 1)) + row(2, inline('A2', 'Closed') + inline('B2', 'Aside'));
      const source = book(list(formula));
      const { part } = await merged(
        {
          sheets: [{ name: 'Lists', state: 'hidden', rows }, ...source.sheets],
          strings: [text('Open'), text('Unseen')],
          definedNames,
        },
        words,
      );
      expect(cellsOf(part, 1)).toEqual({ A1: 'Abierto', B1: 'Unseen' });
      expect(part(sheetOne)).toContain(inline('A2', 'Cerrado') + inline('B2', 'Aside'));
      expect(cellsOf(part, 2)).toEqual({ A1: 'Abierto' });
    },
  );

  it('a rule of conditional formatting has the texts of the cells', async () => {
    const rules = (open: string, closed: string) =>
      `<conditionalFormatting sqref="A1"><cfRule type="cellIs" operator="equal"><formula>"${open}"</formula></cfRule><cfRule type="containsText" operator="containsText" text="${closed}"><formula>NOT(ISERROR(SEARCH("${closed}",A1)))</formula></cfRule><cfRule type="expression"><formula>AND($A1="${open}",TEXT(B1,"dddd")&lt;&gt;"Other")</formula></cfRule></conditionalFormatting>`;
    const { part } = await merged(book(rules('Open', 'Closed')), words);
    expect(part(sheetOne)).toContain(rules('Abierto', 'Cerrado'));
  });

  it('a filter keeps the rows that it kept', async () => {
    const filter = (value: string) =>
      `<autoFilter ref="A1:B9"><filterColumn colId="0"><filters><filter val="${value}"/></filters></filterColumn></autoFilter>`;
    const { part } = await merged(book(filter('Open')), words);
    expect(part(sheetOne)).toContain(filter('Abierto'));
  });

  it('a chart shows the texts of its cells', async () => {
    const chart = (open: string, f: string) =>
      `<c:ser><c:tx><c:strRef><c:f>${f}!$A$1</c:f><c:strCache><c:pt idx="0"><c:v>${open}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:val><c:numRef><c:f>${f}!$B$2</c:f></c:numRef></c:val></c:ser>`;
    const shown: SampleBook = {
      ...book(''),
      sheets: [{ ...book('').sheets[0], name: 'One', drawing: '', chart: chart('Open', 'One') }],
    };
    expect((await extracted(shown)).texts).toEqual(['Open', 'Closed']);
    const { part } = await merged(shown, from({ Open: 'Abierto', One: 'A b' }), { sheetNames: true });
    expect(part('xl/charts/chart1.xml')).toContain(chart('Abierto', "'A b'"));
  });
});

describe('names of sheets', () => {
  const named = (...names: string[]): SampleBook => ({
    sheets: names.map((name) => ({ name, rows: row(1, inline('A1', '1')) })),
  });
  const namesOf = (part: (name: string) => string) =>
    [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);

  it('names of sheets are segments where that is asked for', async () => {
    expect((await extracted(named('Ships', '2024'))).texts).toEqual([]);
    expect((await extracted(named('Ships', '2024'), { sheetNames: true })).texts).toEqual(['Ships']);
  });

  it('names of sheets have 31 characters at most, none that Excel forbids, and differ', async () => {
    const { part } = await merged(
      named('One', 'Two', 'Three', 'Four'),
      from({ One: "'A/B: [c]'", Two: 'x'.repeat(40), Three: 'X'.repeat(31), Four: '[]' }),
      { sheetNames: true },
    );
    expect(namesOf(part)).toEqual(['A B   c', 'x'.repeat(31), `${'X'.repeat(29)} 2`, 'Four']);
  });

  it('names of sheets are carried into formulas, defined names, links, controls and sources of pivot tables', async () => {
    const refs = (ships: string, both: string) => ({
      rows: row(1, `<c r="A1"><f>${ships}!A1+SUM(${both}!B2)+'[1]Ships'!A1+[1]Ships!A1&amp;"Ships!A1"+Ships</f></c>`),
      after: `<dataValidations><dataValidation type="list" sqref="A1"><formula1>${ships}!$A$1:$A$9</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" location="${ships}!A1"/></hyperlinks><extLst><ext><x14:sparkline><xm:f>${ships}!A1:A9</xm:f></x14:sparkline></ext></extLst>`,
      definedNames: `<definedName name="Area">${ships}!$A$1:$B$2,${ships}!$C$1</definedName>`,
      pivot: `<cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="${ships.replaceAll("'", '')}"/></cacheSource>`,
    });
    const bookOf = ({ definedNames, pivot, ...sheet }: ReturnType<typeof refs>): SampleBook => ({
      sheets: [
        { name: 'One', ...sheet },
        { name: 'Ships', state: 'hidden' },
      ],
      definedNames,
      pivot,
    });
    const words = from({ One: 'One', Ships: 'Los barcos' });
    const { part } = await merged(bookOf(refs('Ships', 'One:Ships')), words, { sheetNames: true, hidden: true });
    const expected = refs("'Los barcos'", "'One:Los barcos'");
    expect(part(sheetOne)).toContain(expected.rows);
    expect(part(sheetOne)).toContain(expected.after);
    expect(part('xl/workbook.xml')).toContain(expected.definedNames);
    expect(part('xl/pivotCache/pivotCacheDefinition1.xml')).toContain(expected.pivot);
  });
});

it('the fields of a pivot table are named as the header cells of its source', async () => {
  const pivot = (name: string) =>
    `<cacheSource type="worksheet"><worksheetSource ref="A1:A9" sheet="One"/></cacheSource><cacheFields><cacheField name="${name}"/></cacheFields>`;
  const { part } = await merged(
    { sheets: [{ name: 'One', rows: row(1, cell('A1', 0)) }], strings: [text('Ship')], pivot: pivot('Ship') },
    from({ Ship: 'Barco' }),
  );
  expect(part('xl/pivotCache/pivotCacheDefinition1.xml')).toContain(pivot('Barco'));
  expect(cellsOf(part)).toEqual({ A1: 'Barco' });
});

it('a slicer names the column that it filters by', async () => {
  const slicer = (name: string) => `<slicerCacheDefinition name="Slicer_Name" sourceName="${name}"/>`;
  const book: SampleBook = {
    sheets: [{ name: 'One', rows: row(1, cell('A1', 0)), tables: [table(columns('Name'))] }],
    strings: [text('Name')],
  };
  const { part } = await merged({ ...book, slicer: slicer('Name') }, from({ Name: 'Nombre' }));
  expect(part('xl/slicerCaches/slicerCache1.xml')).toContain(slicer('Nombre'));
  const other = await merged({ ...book, slicer: slicer('Other') }, from({ Name: 'Nombre' }));
  expect(other.part('xl/slicerCaches/slicerCache1.xml')).toContain(slicer('Other'));
});

it('a link of a shape leads to the sheet by its new name', async () => {
  const book: SampleBook = {
    sheets: [{ name: 'One', drawing: '<xdr:sp/>', links: ['#One!A1', '#%27One%27!B2', 'https://example.org/#One!A1'] }],
  };
  const { part } = await merged(book, from({ One: 'Uno y dos' }), { sheetNames: true });
  const targets = [...part('xl/drawings/_rels/drawing1.xml.rels').matchAll(/Target="([^"]*)"/g)].map(([, to]) => to);
  expect(targets).toEqual(["#'Uno%20y%20dos'!A1", "#'Uno%20y%20dos'!B2", 'https://example.org/#One!A1']);
});
