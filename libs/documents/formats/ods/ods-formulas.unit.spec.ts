import { describe, expect, it } from 'vitest';
import { readAll, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { cell, odsOf, p, row, sheet } from '../odf/odf-sample.fixture.js';
import { odsFormat } from './ods.format.js';

const quoted = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const computed = (formula: string, type = 'float') =>
  `<table:table-cell table:formula="${quoted(formula)}" office:value-type="${type}">${p('1')}</table:table-cell>`;
const words: Readonly<Record<string, string>> = { Open: 'Offen', Done: 'Erledigt', Food: 'Essen', OPEN: 'OFFEN' };
const three = row(cell(p('Open')) + cell(p('Done')) + cell(p('Food')));

const translated = async (file: Uint8Array, options = {}, dictionary = words) => {
  const texts = await textsOf(odsFormat, file, options);
  const parts = await translatedParts(
    odsFormat,
    file,
    texts.map((text) => dictionary[text] ?? text),
    options,
  );
  return parts;
};
const contentOf = async (body: string, more = {}, options = {}, dictionary = words) =>
  (await translated(odsOf({ body, ...more }), options, dictionary))['content.xml'] ?? '';

describe('a text that a formula of a spreadsheet compares with cells', () => {
  it.each([
    ['of:=IF([.A1]="open";"Done";"Later")', 'of:=IF([.A1]="Offen";"Erledigt";"Later")'],
    [
      'of:=COUNTIF([.A1:.C1];"<>Done")+SUMIF([.A1:.A9];"Food";[.B1:.B9])',
      'of:=COUNTIF([.A1:.C1];"<>Erledigt")+SUMIF([.A1:.A9];"Essen";[.B1:.B9])',
    ],
    ['msoxl:=VLOOKUP("Food",A:B,2,FALSE)', 'msoxl:=VLOOKUP("Essen",A:B,2,FALSE)'],
    ['of:=MATCH([.A1];{"Open";"Done"};0)', 'of:=MATCH([.A1];{"Offen";"Erledigt"};0)'],
    ['of:=[.A1]&"Open"', 'of:=[.A1]&"Open"'],
  ])('a compared text is that of the cells: %s', async (formula, expected) => {
    expect(await contentOf(sheet('One', three + row(computed(formula))))).toContain(
      sheet('One', row(cell(p('Offen')) + cell(p('Erledigt')) + cell(p('Essen'))) + row(computed(expected))),
    );
  });

  it('the result of a formula that copies a cell is the translation of that, and any other result is counted', async () => {
    const copy = (text: string) =>
      `<table:table-cell table:formula="of:=[.A1]" office:value-type="string" office:string-value="${text}">${p(text)}</table:table-cell>`;
    const body = (text: string) => sheet('One', row(cell(p(text)) + copy(text) + copy('Else')));
    expect(await contentOf(body('Open'))).toContain(body('Offen'));
    const { segments, summary } = await readAll(odsFormat, odsOf(body('Open')));
    expect(segments).toHaveLength(1);
    expect(summary.skipped).toMatchObject([{ count: 1 }]);
  });

  it('a compared text is a segment once, before all others', async () => {
    const again = row(cell(p('Done')) + cell(p('Done'), ' office:string-value="Done"'));
    const file = odsOf(sheet('One', three + again + row(computed('of:=[.A1]="Done"'))));
    expect(await textsOf(odsFormat, file)).toEqual(['Done', 'Open', 'Food']);
    expect((await translated(file))['content.xml']).toContain(
      row(cell(p('Erledigt')) + cell(p('Erledigt'), ' office:string-value="Erledigt"')),
    );
  });

  it('a compared text is found in a cell that has its value alone, and in one with a look of its own', async () => {
    const value = (text: string) => `<table:table-cell office:value-type="string" office:string-value="${text}"/>`;
    const looking = (text: string) => cell(p(`<text:span text:style-name="B">${text}</text:span>`));
    const automatic =
      '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>';
    const body = (text: string) =>
      sheet('One', row(value(text) + looking(text)) + row(computed(`of:=[.A1]="${text}"`)));
    expect(await contentOf(body('Open'), { automatic })).toContain(body('Offen'));
  });

  it('a compared text gives its cells one translation, however they write its letters', async () => {
    const body = (open: string, capitals: string, third: string, formula: string) =>
      sheet('One', row([open, capitals, third].map((text) => cell(p(text))).join('')) + row(computed(formula)));
    const dictionary = { Open: 'Offen', OPEN: 'OFFEN', oPen: 'auf' };
    expect(
      await contentOf(body('Open', 'OPEN', 'oPen', 'of:=COUNTIF([.A1:.C1];"open")'), {}, {}, dictionary),
    ).toContain(body('Offen', 'OFFEN', 'Offen', 'of:=COUNTIF([.A1:.C1];"Offen")'));
  });

  it('a compared text is found in validations, filters, names, data pilots, styles and conditional formats', async () => {
    const calcext = 'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0';
    const validations = (open: string) =>
      `<table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content()!=&quot;${open}&quot;"/></table:content-validations>`;
    const formats = (open: string) =>
      `<calcext:conditional-formats xmlns:calcext="${calcext}"><calcext:conditional-format><calcext:condition calcext:value="=&quot;${open}&quot;"/></calcext:conditional-format></calcext:conditional-formats>`;
    const ranges = (open: string) =>
      `<table:named-expressions><table:named-expression table:name="isOpen" table:expression="[$One.$A$1]=&quot;${open}&quot;"/></table:named-expressions>` +
      `<table:database-ranges><table:database-range table:target-range-address="One.A1:One.C9"><table:filter><table:filter-condition table:field-number="0" table:value="${open}" table:operator="="/></table:filter></table:database-range></table:database-ranges>` +
      `<table:data-pilot-tables><table:data-pilot-table><table:data-pilot-field table:source-field-name="${open}"><table:data-pilot-member table:name="${open}"/></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables>`;
    const body = (open: string) => validations(open) + sheet('One', row(cell(p(open))) + formats(open)) + ranges(open);
    const styles = (open: string) =>
      `<style:style style:name="c" style:family="table-cell"><style:map style:condition="cell-content()=&quot;${open}&quot;" style:apply-style-name="d"/></style:style>`;
    const parts = await translated(odsOf({ body: body('Open'), styles: styles('Open'), automatic: styles('Open') }));
    expect(parts['content.xml']).toContain(body('Offen'));
    expect(parts['content.xml']).toContain(styles('Offen'));
    expect(parts['styles.xml']).toContain(styles('Offen'));
  });

  it('values of a list are translated, with the cells that hold them', async () => {
    const body = (...values: string[]) =>
      `<table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content-is-in-list(${values.map((value) => `&quot;${value}&quot;`).join(';')})"/></table:content-validations>${sheet('One', row(cell(p(values[0] ?? ''))))}`;
    expect(await textsOf(odsFormat, odsOf(body('Open', 'Done')))).toEqual(['Open', 'Done']);
    expect(await contentOf(body('Open', 'Done'))).toContain(body('Offen', 'Erledigt'));
  });

  it('a compared text changes in results that the file keeps of formulas', async () => {
    const result = (text: string) =>
      cell(p(text), ` table:formula="of:=IF([.A1]=&quot;${text}&quot;;&quot;${text}&quot;;1)"`);
    const body = (text: string) => sheet('One', row(cell(p(text))) + row(result(text)));
    expect(await contentOf(body('Open'))).toContain(body('Offen'));
  });

  it('a compared text is told apart from other texts that would have the same translation', async () => {
    const formula = row(computed('of:=COUNTIF([.A1:.C1];"Open")'));
    const file = odsOf(sheet('One', three + formula));
    const parts = await translated(file, {}, { Open: 'Ja', Done: 'ja', Food: 'Nein' });
    expect(parts['content.xml']).toContain(row(cell(p('Ja')) + cell(p('ja 2')) + cell(p('Nein'))));
  });

  it('a compared text has no source above its translation in its cells', async () => {
    const body = sheet('One', row(cell(p('Open')) + cell(p('Done'))) + row(computed('of:=[.A1]="Open"')));
    expect(await contentOf(body, {}, { includeSource: true })).toContain(
      row(cell(p('Offen')) + cell(p('Done') + p('Erledigt'))),
    );
  });

  it('a compared text follows the mode in which the workbook looks for texts', async () => {
    const settings = '<table:calculation-settings table:use-regular-expressions="false" table:use-wildcards="true"/>';
    const body = (text: string, sought: string) =>
      sheet('One', row(cell(p(text))) + row(computed(`of:=COUNTIF([.A1];"${sought}")`)));
    const dictionary = { Open: 'Offen (?)' };
    expect(await contentOf(body('Open', 'Open'), {}, {}, dictionary)).toContain(body('Offen (?)', 'Offen \\(\\?\\)'));
    expect(await contentOf(settings + body('Open', 'Open'), {}, {}, dictionary)).toContain(
      body('Offen (?)', 'Offen (~?)'),
    );
  });

  it('a compared text follows the sheets of its formula', async () => {
    const body = (name: string, text: string) =>
      sheet(name, row(cell(p(text))) + row(computed(`of:=[$${name}.A1]="${text}"`)));
    expect(
      await contentOf(body('Town', 'Open'), {}, { sheetNames: true }, { Town: 'Pueblo', Open: 'Offen' }),
    ).toContain(body('Pueblo', 'Offen'));
  });
});

describe('cells of a spreadsheet that formulas compare and that are not shown', () => {
  const hidden = (text: string) => row(cell(p(text)), ' table:visibility="collapse"');

  it('hidden cells are translated with those that have the same text', async () => {
    const body = (open: string) =>
      sheet('One', row(cell(p(open))) + hidden(open) + row(computed(`of:=COUNTIF([.A1:.A2];"${open}")`)));
    expect(await contentOf(body('Open'))).toContain(body('Offen'));
    expect((await readAll(odsFormat, odsOf(body('Open')))).summary.skipped).toBeUndefined();
  });

  it('hidden cells are translated where others are looked up by their texts, and stay where they are not', async () => {
    const body = (open: string, inHidden: string, formula: string) =>
      sheet('One', row(cell(p(open))) + hidden(inHidden) + row(computed(formula)));
    const lookup = 'of:=VLOOKUP([.A1];[.A2:.B2];2;0)';
    expect(await contentOf(body('Open', 'Open', lookup))).toContain(body('Offen', 'Offen', lookup));
    const sum = 'of:=SUM([.B1:.B9])';
    expect(await contentOf(body('Open', 'Open', sum))).toContain(body('Offen', 'Open', sum));
  });

  it('cells outside the page range stay, and with them all that have their text', async () => {
    const body = (food: string) =>
      sheet(
        'One',
        row(cell(p('Open')) + cell(p(food))) + row(computed(`of:=COUNTIF([.A1];"Open")+COUNTIF([.B1];"${food}")`)),
      ) + sheet('Two', row(cell(p('Open'))));
    const options = { pageRange: [{ from: 1, to: 1 }] };
    expect(await contentOf(body('Food'), {}, options)).toContain(body('Essen'));
    expect((await readAll(odsFormat, odsOf(body('Food')), options)).summary.skipped).toContainEqual({
      part: 'content.xml',
      reason: 'Formulas compare the text with cells outside the page range.',
      count: 1,
    });
  });

  it('cells stay where their text is the name of a range that a formula finds by it', async () => {
    const body = (done: string) =>
      `${sheet('One', row(cell(p('Food')) + cell(p(done))) + row(computed('of:=SUM(INDIRECT([.A1]))')))}<table:named-expressions><table:named-range table:name="food" table:cell-range-address="$One.$C$1"/></table:named-expressions>`;
    expect(await contentOf(body('Done'))).toContain(body('Erledigt'));
  });
});

it('a reader is told what formulas of a spreadsheet look for in another way', async () => {
  const warnings = async (formula: string) =>
    (await readAll(odsFormat, odsOf(sheet('One', three + row(computed(formula)))))).summary.warnings;
  expect(await warnings('of:=COUNTIF([.A1:.C1];"Op.*")')).toMatchObject([{ code: 'formulas_not_followed', count: 1 }]);
  expect(await warnings('of:=VLOOKUP("Food";[.A1:.C1];2)')).toMatchObject([
    { message: expect.stringContaining('alphabetical') },
  ]);
  expect(await warnings('of:=COUNTIF([.A1:.C1];"Open")')).toBeUndefined();
});
