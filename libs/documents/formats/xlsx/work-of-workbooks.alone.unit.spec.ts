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

describeLinearWork(
  {
    'texts in a formula': throughFormat(xlsxFormat, (text) =>
      sheetOf({
        rows: row(1, `${inline('A1', 'Words')}<c r="B1"><f>IF(A1="Words",1,${text.replace(/[<&]/g, '&amp;')})</f></c>`),
      }),
    ),
  },
  [
    ...['"Words"', '"a"', '"', '""', '(', ')', '{', '}', '{"a","b"}', ',', ';', '=', '<>', '&', '+', 'A1', ' ', "'"],
    ...[
      'IF(',
      '("a"',
      '"a"&',
      'IF("a",',
      'COUNTIF(A:A,"Words"',
      'MATCH("a"&',
      'F(("a",',
      'A1="Words"=',
      '[',
      'T[',
      '!',
    ],
    'INDIRECT(A1',
  ],
);

describeLinearWork(
  {
    'cells that formulas compare': throughFormat(xlsxFormat, (text) =>
      sheetOf({ rows: row(1, `<c r="Z1"><f>COUNTIF(A:A,"Words")+FIND("or",A1)+(A1=A2)</f></c>${text}`) }, [
        '<t>Words</t>',
        '<t>Others</t>',
      ]),
    ),
  },
  [
    ...[cell('A1', 0), cell('A1', 1), inline('A1', 'Words'), inline('A1', 'WORDS'), inline('A1', 'other words')],
    ...['</row><row hidden="1">', '<c r="A1"><f>A1="Others"</f></c>', '<c r="A1" t="str"><f>A2</f><v>Words</v></c>'],
  ],
);
