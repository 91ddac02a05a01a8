import { box, cell, contentXml, odfEntries, odtOf, p, row, span, textStyle } from '../odf/odf-sample.fixture.js';
import { zipOf } from '../zip/zip-sample.fixture.js';

const automatic = [
  textStyle('T1', 'officeooo:rsid="0011aa22"'),
  textStyle('T2', 'fo:font-weight="bold" officeooo:rsid="0033bb44"'),
  textStyle('T3', 'fo:font-weight="bold"'),
  textStyle('T4', 'text:display="none"'),
  textStyle('T5', 'fo:font-style="italic"'),
].join('');

/** LibreOffice marks each session of editing with a style of its own, which cuts words into pieces. */
const runs = [
  '<text:h text:style-name="Heading_20_1" text:outline-level="1">The growth of a small town</text:h>',
  p(`One ${span('T1', 'sen')}<text:bookmark text:name="here"/>tence in <text:soft-page-break/>many spans.`),
  p(`The harbour was ${span('T2', 'ne')}${span('T3', 'ver')} closed, not even in the ${span('T5', 'great')} winter.`),
  p('<text:tab/>After a tab, before a break<text:line-break/>And one more line.'),
  p('A line that goes on<text:line-break/>behind the break &amp; ends'),
  p('Two<text:s text:c="3"/>words, <text:s/>spaced,\n  and wrapped in the file'),
  p(
    `See <text:a xlink:type="simple" xlink:href="https://example.org/">the town ${span('T5', 'chronicle')}</text:a> now`,
  ),
  p(
    'A note stands here<text:note text:id="ftn1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="Footnote"> As the miller said.</text:p></text:note-body></text:note> and not at the end',
  ),
  p('12.345 – 67 %'),
  p(`Seen${span('T4', ' and hidden')} text`),
].join('');

const fields = [
  p(
    '<text:bookmark-start text:name="fig1"/>Figure <text:sequence text:name="Figure" text:formula="ooow:Figure+1">1</text:sequence><text:bookmark-end text:name="fig1"/>: the old harbour on page <text:bookmark-ref text:reference-format="page" text:ref-name="fig1">7</text:bookmark-ref> of the book',
  ),
  p('Written on <text:date text:date-value="1890-05-01">May first</text:date> by the miller'),
  p('Write <text:text-input text:description="hint">a word or two</text:text-input> here'),
  p('An entry<text:alphabetical-index-mark text:string-value="harbour"/> for the index'),
  '<text:table-of-content text:name="Contents"><text:table-of-content-source><text:index-title-template>Contents of the book</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title><text:p>Contents</text:p></text:index-title><text:p><text:a xlink:href="#a">1.<text:tab/>The growth<text:tab/>5</text:a></text:p></text:index-body></text:table-of-content>',
].join('');

const structures = [
  '<text:tracked-changes><text:changed-region text:id="ct1"><text:deletion><text:p>deleted text</text:p></text:deletion></text:changed-region></text:tracked-changes>',
  p('We <text:change text:change-id="ct1"/>kept this word.'),
  `<table:table table:name="Ships"><table:table-column/>${row(cell(p('Name of the ship')) + cell(p('Built')))}${row(`${cell(p('Swan'))}<table:table-cell office:value-type="float" office:value="1890"><text:p>in 1890</text:p></table:table-cell>`)}</table:table>`,
  '<text:list><text:list-item><text:p>A point of a list</text:p></text:list-item></text:list>',
  p(
    `Before the box ${box(p('Written in a box'), ' text:anchor-type="as-char"').replace('</draw:frame>', '<svg:title>A box</svg:title><svg:desc>With a few words</svg:desc></draw:frame>')} and after it.`,
  ),
  p(
    '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>へ行きます',
  ),
  p(
    'A remark<office:annotation office:name="a1"><dc:creator>A</dc:creator><text:p>Is this right?</text:p></office:annotation> on the mill<office:annotation-end office:name="a1"/> is here',
  ),
  '<text:section text:name="s" text:display="none"><text:p>Nobody sees this</text:p></text:section>',
].join('');

const masters =
  '<style:master-page style:name="Standard"><style:header><text:p>Chronicle, page <text:page-number>1</text:page-number> of many</text:p></style:header><style:footer><text:p>Printed by the town</text:p></style:footer></style:master-page>';
const styles =
  '<style:default-style style:family="paragraph"><style:paragraph-properties/><style:text-properties fo:language="en" fo:country="US"/></style:default-style>';
const meta =
  '<dc:title>The chronicle</dc:title><dc:subject>A town</dc:subject><meta:keyword>harbour</meta:keyword><dc:language>en-US</dc:language>';
const chart = {
  name: 'Object 1/content.xml',
  content: contentXml(
    'chart',
    `<chart:chart><chart:title><text:p>Ships by year</text:p></chart:title><table:table table:name="local-table">${row(`<table:table-cell office:value-type="string"><text:p>Sail</text:p><draw:g><svg:desc>Sheet.A1</svg:desc></draw:g></table:table-cell>`)}</table:table></chart:chart>`,
  ),
};
const formula = {
  name: 'Object 2/content.xml',
  content: '<?xml version="1.0"?><!DOCTYPE math><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
};

const renamed = (xml: string) =>
  xml
    .replaceAll('<text:', '<t0:')
    .replaceAll('</text:', '</t0:')
    .replaceAll(' text:', ' t0:')
    .replace('xmlns:text=', 'xmlns:t0=');

/**
 * Documents made for the tests, as they lie in `samples/`. `libreoffice.odt` beside them is what LibreOffice 7.4 makes
 * of `libreoffice.fixture.fodt` of DOCX.
 */
export const odtSamples: Record<string, Buffer> = {
  'runs.odt': odtOf({ body: runs, automatic, styles, masters, meta }),
  'fields.odt': odtOf({ body: fields, masters }),
  'structures.odt': odtOf({ body: structures, others: [chart, formula] }),
  'template.ott': odtOf({ body: runs, automatic, mediaType: 'application/vnd.oasis.opendocument.text-template' }),
  'other-prefix.odt': zipOf(
    odfEntries({ kind: 'text', body: fields }).map((entry) =>
      entry.name === 'content.xml' ? { ...entry, content: renamed(String(entry.content)) } : entry,
    ),
  ),
  'descriptors.odt': zipOf(
    odfEntries({ kind: 'text', body: runs }).map((entry) => ({ ...entry, hasDescriptor: true })),
    'A comment on the archive',
  ),
};
