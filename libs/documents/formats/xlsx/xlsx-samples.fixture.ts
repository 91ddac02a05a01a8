import { mkdirSync, writeFileSync } from 'node:fs';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { cell, inline, row, run, type SampleBook, text, xlsxEntries, xlsxOf } from './xlsx-sample.fixture.js';

const bold = '<b/><sz val="11"/>';
const a = (content: string) => `<a:p><a:r><a:rPr lang="fr-FR"/><a:t>${content}</a:t></a:r></a:p>`;

const shape = (content: string) =>
  `<xdr:twoCellAnchor><xdr:sp textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="Box" descr="A box &amp; a bridge"/></xdr:nvSpPr><xdr:txBody><a:bodyPr/>${content}</xdr:txBody></xdr:sp></xdr:twoCellAnchor>`;

const link = (place: string, label: string, shown: string) =>
  `<c r="${place}" t="str"><f>HYPERLINK("https://example.org/?a,b","${label.replaceAll('&quot;', '&quot;&quot;')}")</f><v>${shown}</v></c>`;

const computed = (place: string, formula: string, shown: string) =>
  `<c r="${place}" t="str"><f>${formula}</f><v>${shown}</v></c>`;

const town: SampleBook = {
  sheets: [
    {
      name: 'Ships',
      before: '<sheetViews><sheetView workbookViewId="0"/></sheetViews>',
      rows:
        row(1, cell('A1', 0) + cell('B1', 1)) +
        row(2, `${cell('A2', 2)}<c r="B2"><v>1890</v></c>`) +
        row(3, cell('A3', 3) + inline('B3', 'An inline text')) +
        row(4, `${cell('A4', 2)}<c r="B4" t="str"><f>IF(B2=1,"yes",A2)</f><v>A formula says this</v></c>`) +
        row(5, cell('A5', 4) + cell('B5', 5)) +
        row(6, cell('A6', 6), ' hidden="1"') +
        row(7, link('A7', 'The &quot;first&quot; list', 'The "first" list')) +
        row(8, cell('A8', 8) + computed('B8', 'IF(A8="AT SEA","At sea","Lost")', 'At sea')) +
        row(9, `${cell('A9', 8)}<c r="B9"><f>COUNTIF(A1:B9,"&lt;&gt;At sea")+COUNTIF(A1:A9,"The A*")</f><v>12</v></c>`),
      after:
        '<hyperlinks><hyperlink ref="A2" location="Ships!A1" tooltip="Go to the start"/></hyperlinks>' +
        '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12The harbour&amp;C&amp;P / &amp;N&amp;R&amp;D</oddHeader><oddFooter>&amp;CSmith &amp;&amp; Sons</oddFooter></headerFooter>',
      tables: [
        '<table id="1" name="Ships" displayName="Ships" ref="A1:B5"><tableColumns count="2"><tableColumn id="1" name="Name of the ship"/><tableColumn id="2" name="Built_x000a_in the year"/></tableColumns></table>',
      ],
      comments: `<comment ref="A2" authorId="0"><text>${run('Ann Reader:', '<b/>')}${run('\nIs this right?')}</text></comment>`,
      threads:
        '<threadedComment ref="A3" id="{1}"><text>Please ask @Ann Reader about it</text><mentions><mention mentionId="{2}" startIndex="11" length="11"/></mentions></threadedComment>',
      drawing: shape(a('Drawn on the sheet')),
      chart: `<c:chart><c:title><c:tx><c:rich><a:bodyPr/>${a('Ships by year')}</c:rich></c:tx></c:title><c:ser><c:cat><c:strRef><c:f>Ships!$A$2:$A$3</c:f><c:strCache><c:pt idx="0"><c:v>The Aurora</c:v></c:pt><c:pt idx="1"><c:v>12</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser></c:chart>`,
    },
    { name: 'Notes', state: 'hidden', rows: row(1, inline('A1', 'Nobody sees this')) },
  ],
  strings: [
    text('Name of the ship'),
    text('Built\nin the year'),
    text('The Aurora'),
    `${run('All but ')}${run('one', bold)}${run(' of the ships sail')}`,
    text('  First line, \nwhich goes on\n- a point\n- another &lt;point&gt;  '),
    `${text('東京')}<rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>`,
    text('In a hidden row'),
    text('12.345'),
    text('At sea'),
  ],
  calculation: '<calcPr calcId="191029"/>',
  properties:
    '<dc:title>The harbour</dc:title><dc:creator>Ann Reader</dc:creator><cp:keywords>ships, town</cp:keywords>',
};

const strings = ['Read me', 'Twice', 'Third text'].map(text);
const rows = row(1, cell('A1', 0) + cell('B1', 1)) + row(2, cell('A2', 2) + cell('B2', 1));

const macros = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
const template = 'application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml';

export const xlsxSamples: Readonly<Record<string, Buffer>> = {
  'town.xlsx': xlsxOf(town),
  'strict.xlsx': xlsxOf({ ...town, isStrict: true, stringsFirst: true }),
  'prefix.xltx': xlsxOf({
    sheets: [{ name: 'One', rows }],
    strings: strings.map((each) => each.replaceAll(/(<\/?)t/g, '$1x:t')),
    prefix: 'x',
    contentType: template,
  }),
  'macros.xlsm': xlsxOf({
    sheets: [
      { name: 'One', rows },
      { name: 'Two', rows },
    ],
    strings,
    contentType: macros,
  }),
  'descriptors.xlsx': zipOf(
    xlsxEntries(town)
      .map((entry) => ({ ...entry, hasDescriptor: true }))
      .toReversed(),
  ),
};

/** Writes the samples anew, for when the format's samples have changed. */
export const writeXlsxSamples = (folder: URL): void => {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(xlsxSamples)) writeFileSync(new URL(name, folder), bytes);
};
