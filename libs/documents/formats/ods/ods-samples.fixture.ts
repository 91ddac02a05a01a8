import { box, cell, contentXml, odsOf, p, row, sheet } from '../odf/odf-sample.fixture.js';

const number = (text: string, attributes = '') =>
  `<table:table-cell office:value-type="float" office:value="7"${attributes}>${p(text)}</table:table-cell>`;
const annotation = '<office:annotation><dc:creator>A</dc:creator><text:p>Is this right?</text:p></office:annotation>';
const object =
  '<draw:frame svg:width="8cm" svg:height="5cm"><draw:object xlink:href="./Object 1" draw:notify-on-update-of-ranges="Town.A1:Town.B2"/><svg:title>A chart</svg:title></draw:frame>';

const town = [
  row(cell(p('Name of the ship')) + cell(p('Built in') + p('which year?')) + cell(p('Remark'))),
  row(
    `${cell(p('The swan'), ' table:number-columns-repeated="2"')}${number('seven')}${cell(`${annotation}${p('Lost at sea')}`)}`,
  ),
  row(
    `<table:table-cell office:value-type="string" office:string-value="A value">${p('A value')}</table:table-cell><table:table-cell office:value-type="string" office:string-value="Only a value"/><table:table-cell table:formula="of:=[$Town.A1]&amp;&quot;x&quot;" office:value-type="string" office:string-value="Name of the shipx">${p('Name of the shipx')}</table:table-cell>`,
    ' table:number-rows-repeated="2"',
  ),
  row(
    cell(
      p('The "first" list'),
      ' table:formula="of:=HYPERLINK([.A1];&quot;The &quot;&quot;first&quot;&quot; list&quot;)" office:string-value="The &quot;first&quot; list"',
    ) + cell(p('The second list'), ' table:formula="of:=HYPERLINK(&quot;#Town&quot;;&quot;The second list&quot;)"'),
  ),
  row(cell(p('Nobody sees this')), ' table:visibility="collapse"'),
  row(
    cell(p('At sea')) +
      cell(p('At sea'), ' table:formula="of:=IF([.A7]=&quot;AT SEA&quot;;&quot;At sea&quot;;&quot;Lost&quot;)"') +
      number('seven', ' table:formula="of:=COUNTIF([.A1:.B7];&quot;&lt;&gt;At sea&quot;)"'),
  ),
].join('');

/** Programs find the language of formulas by its namespace. */
const formulas = ' xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"';
const validation = `<table:content-validations${formulas}><table:content-validation table:name="val1" table:condition="of:cell-content-is-in-list([$Town.$A$1:.$A$5])"><table:help-message table:title="The ship" table:display="true"><text:p>Choose a ship of the town.</text:p></table:help-message><table:error-message table:message-type="stop"><text:p>There is no such ship.</text:p></table:error-message></table:content-validation></table:content-validations>`;
const masters =
  '<style:master-page style:name="Default"><style:header><style:region-left><text:p>Ships of the town</text:p></style:region-left></style:header><style:footer style:display="false"><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page>';
const automatic =
  '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false" style:writing-mode="lr-tb"/></style:style>';
const chart = {
  name: 'Object 1/content.xml',
  content: contentXml(
    'chart',
    '<chart:chart chart:class="chart:bar" svg:width="8cm" svg:height="5cm"><chart:title><text:p>Ships by year</text:p></chart:title></chart:chart>',
  ),
};

/**
 * Spreadsheets made for the tests, as they lie in `samples/`. `libreoffice.ods` beside them is what LibreOffice 7.4
 * makes of `cells.ods`.
 */
export const odsSamples: Record<string, Buffer> = {
  'cells.ods': odsOf({
    body: `${validation}${sheet('Town', `<table:shapes>${box(p('A box on the sheet'))}${object}</table:shapes>${town}`, formulas)}${sheet('Harbour', row(cell(p('The old harbour'))))}`,
    masters,
    others: [chart],
    meta: '<dc:title>Ships</dc:title>',
  }),
  'hidden.ods': odsOf({
    body: `${sheet('Hidden', row(cell(p('Nobody sees this'))), ' table:style-name="ta1"')}${sheet('Seen', row(cell(p('Seen text'))))}`,
    automatic,
  }),
};
