import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { odfOf, p as odfP, span, textStyle } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { odpFormat } from '#libs/documents/formats/odp/odp.format.js';
import { odsFormat } from '#libs/documents/formats/ods/ods.format.js';
import { odtFormat } from '#libs/documents/formats/odt/odt.format.js';
import { describeLinearWork } from '#test/work/linear-work.js';

const spanStyles = textStyle('B', 'fo:font-weight="bold"') + textStyle('T', 'officeooo:rsid="1"');

describeLinearWork(
  {
    'a text document of OpenDocument': throughFormat(odtFormat, (text) =>
      odfOf({ kind: 'text', body: odfP(`Words ${text}`), automatic: spanStyles }),
    ),
  },
  [
    'a ',
    span('B', 'a'),
    span('T', 'a'),
    `${span('B', 'a')}${span('I', 'b')}`,
    '<text:s/>',
    '<text:s text:c="900"/>',
    '<text:tab/>',
    '<text:line-break/>',
    'a<text:line-break/>b',
    '<text:soft-page-break/>',
    '<text:bookmark-start text:name="x"/>',
    '<text:bookmark-end text:name="x"/>',
    `<text:bookmark-start text:name="x"/>${span('B', 'a')}<text:bookmark-end text:name="x"/>`,
    '<text:a xlink:href="x">a</text:a>',
    '<text:a xlink:href="x">a<text:tab/>b</text:a>',
    '<text:page-number>1</text:page-number>',
    '<field:fieldmark-start/>',
    '<field:fieldmark-end/>',
    '<text:ruby><text:ruby-base>a</text:ruby-base></text:ruby>',
    '<text:note><text:note-body><text:p>a</text:p></text:note-body></text:note>',
    '<office:annotation office:name="a"><text:p>a</text:p></office:annotation>',
    '<draw:frame text:anchor-type="as-char"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>',
    '</text:p><text:p>Words',
    '<!-- a -->',
    ' ',
  ],
);

describeLinearWork(
  {
    'a spreadsheet of OpenDocument': throughFormat(odsFormat, (text) =>
      odfOf({ kind: 'spreadsheet', body: `<table:table table:name="a">${text}</table:table>` }),
    ),
    'a presentation of OpenDocument': throughFormat(odpFormat, (text) =>
      odfOf({ kind: 'presentation', body: `<draw:page>${text}</draw:page>` }),
    ),
  },
  [
    '<table:table-column/>',
    '<table:table-column/><table:table-column table:visibility="collapse"/>',
    '<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>',
    '<table:table-row><table:table-cell table:number-columns-repeated="9" office:string-value="a"/></table:table-row>',
    '</table:table><table:table table:name="b">',
    '</draw:page><draw:page>',
    '<draw:frame presentation:class="title"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>',
    '<svg:title>a</svg:title>',
  ],
);

const computed = (formula: string) =>
  `<table:table-cell table:formula="${formula.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`;
const words = '<table:table-cell><text:p>Words</text:p></table:table-cell>';

describeLinearWork(
  {
    'texts in a formula of OpenDocument': throughFormat(odsFormat, (text) =>
      odfOf({
        kind: 'spreadsheet',
        body: `<table:table table:name="a"><table:table-row>${words}${computed(`of:=IF([.A1]="Words";1;${text})`)}</table:table-row></table:table>`,
      }),
    ),
  },
  [
    ...[
      '"Words"',
      '"a"',
      '"',
      '(',
      ')',
      '{',
      '}',
      '{"a";"b"|"c"}',
      ';',
      '=',
      '<>',
      '&',
      '+',
      '[.A1]',
      '[',
      "['a'.A1",
      ' ',
    ],
    ...["'", 'IF(', '("a"', '"a"&', 'COUNTIF([.A1];"Words"', 'MATCH("a"&', 'cell-content-is-in-list("Words"', 'a-'],
  ],
);

describeLinearWork(
  {
    'cells that formulas of OpenDocument compare': throughFormat(odsFormat, (text) =>
      odfOf({
        kind: 'spreadsheet',
        body: `<table:table table:name="a"><table:table-row>${computed('of:=COUNTIF([.A1];"Words")+FIND("or";[.A1])+([.A1]=[.A2])')}${text}</table:table-row></table:table>`,
      }),
    ),
  },
  [
    words,
    '<table:table-cell office:value-type="string" office:string-value="Words"/>',
    '<table:table-cell><text:p><text:span>Other</text:span><text:s/>words</text:p></table:table-cell>',
    '</table:table-row><table:table-row table:visibility="collapse">',
    computed('of:=[.A1]="Other words"'),
    '<table:covered-table-cell><text:p>Words</text:p></table:covered-table-cell>',
  ],
);
