import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { xlsxFormat } from '#libs/documents/formats/xlsx/xlsx.format.js';
import { cell, inline, row, run, type SampleSheet, xlsxOf } from '#libs/documents/formats/xlsx/xlsx-sample.fixture.js';
import { describeLinearWork } from '#test/work/linear-work.js';

const sheetOf = (sheet: Partial<SampleSheet>, strings?: readonly string[]) =>
  xlsxOf({ sheets: [{ name: 'One', ...sheet }], strings });

describeLinearWork(
  {
    'a string of a workbook': throughFormat(xlsxFormat, (text) =>
      sheetOf({ rows: cell('A1', 0) }, [`${run('Words')}${text}`]),
    ),
  },
  [
    ...[run('a'), run('a', '<b/>'), run(' '), run(' ', '<u/>'), `${run('a')}${run('b', '<i/>')}`, run('\n'), run('\t')],
    ...[run('\na'), run('a\n'), run('_x000D_'), run('_x'), '<rPh><t>a</t></rPh>', '<phoneticPr/>', ' ', '<!-- a -->'],
    `</si><si>${run('Words')}`,
  ],
);

describeLinearWork(
  {
    'the cells of a sheet': throughFormat(xlsxFormat, (text) => sheetOf({ rows: text }, ['<t>Words</t>'])),
    'a formula': throughFormat(xlsxFormat, (text) =>
      sheetOf({
        rows: row(1, `${inline('A1', 'Name')}<c r="B1"><f>1${text.replace(/[<&]/g, '')}</f></c>`),
        tables: ['<table displayName="T" ref="A1:A2"><tableColumns><tableColumn name="Name"/></tableColumns></table>'],
      }),
    ),
    'a print header': throughFormat(xlsxFormat, (text) =>
      sheetOf({ after: `<headerFooter><oddHeader>Words${text.replace(/[<&]/g, '&amp;')}</oddHeader></headerFooter>` }),
    ),
    'rules of a sheet': throughFormat(xlsxFormat, (text) =>
      sheetOf({
        rows: inline('A1', 'Words'),
        after: `<dataValidation type="list"><formula1>"Words${text.replace(/[<&]/g, '')}"</formula1></dataValidation><cfRule type="expression"><formula>A1="Words"${text.replace(/[<&]/g, '')}</formula></cfRule>`,
      }),
    ),
  },
  [
    ...[cell('A1', 0), inline('A1', 'Words'), row(1, ''), '<c t="s"><v>', '<f>A1</f>', '<v>1</v>', '<c>', '</c>'],
    ...['"', "'", '[', ']', 'T[', 'T[Name]', 'T[[', "'[", 'A1', '!', 'One!', "'One'!", '="a"', '"a"=A1', ',', '#', ' '],
    ...['&L', '&12', '&"a"', '&P', '&&', '\n', '1', 'a', '&K', '"a",'],
  ],
);
