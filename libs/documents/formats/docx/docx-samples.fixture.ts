import { mkdirSync, writeFileSync } from 'node:fs';
import { p as drawingP, r as drawingR, inRoot } from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { docxEntries, docxOf, field, fieldMark, p, r } from './docx-sample.fixture.js';

const bold = '<w:b/>';
const heading = (text: string) => `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${r(text)}</w:p>`;
const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
const textBox = (text: string) => `<w:txbxContent>${p(r(text))}</w:txbxContent>`;

/** Word writes the spelling, the language and the revision of each run, which cut words into pieces. */
const runs = [
  heading('The growth of a small town'),
  `<w:p w:rsidR="00A1"><w:r w:rsidR="00B2"><w:t xml:space="preserve">One </w:t></w:r><w:proofErr w:type="spellStart"/><w:r w:rsidR="00C3"><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t>sen</w:t></w:r><w:proofErr w:type="spellEnd"/><w:bookmarkStart w:id="0" w:name="here"/><w:r><w:t>tence</w:t></w:r><w:bookmarkEnd w:id="0"/><w:r><w:lastRenderedPageBreak/><w:t xml:space="preserve"> in many runs.</w:t></w:r></w:p>`,
  p(
    `${r('The harbour was ')}${r('never', bold)}${r(' closed, not even in the ')}${r('great', '<w:i/>')}${r(' winter.')}`,
  ),
  p(
    `<w:r><w:tab/></w:r>${r('After a tab, before a break')}<w:r><w:br/></w:r>${r('and one more line.')}<w:r><w:br w:type="page"/></w:r>`,
  ),
  p(
    `${r('See ')}<w:hyperlink r:id="rId9">${r('the town chronicle', '<w:rStyle w:val="Hyperlink"/>')}</w:hyperlink>${r(' for more.')}`,
  ),
  p(`<w:hyperlink r:id="rId9">${r('A link and nothing else', '<w:u w:val="single"/>')}</w:hyperlink>`),
  p(`${r('A note stands here')}<w:r><w:footnoteReference w:id="1"/></w:r>${r(' and not at the end.')}`),
  p(`${r('12.345 – 67 %')}`),
  p(
    `<w:r><w:t>A co</w:t><w:softHyphen/><w:t>operative of non</w:t><w:noBreakHyphen/><w:t>profit bakers &amp; millers &lt;1890&gt;</w:t></w:r>`,
  ),
].join('');

const fields = [
  p(
    `${r('Figure ')}<w:bookmarkStart w:id="3" w:name="_Ref1"/>${field('SEQ Figure \\* ARABIC', r('1'))}<w:bookmarkEnd w:id="3"/>${r(': the old harbour on page ')}${field('PAGEREF x \\h', r('7'))}${r(' of the book')}`,
  ),
  p(
    `${r('Go to ')}${field('HYPERLINK "https://example.org/"', r('the archive', '<w:u w:val="single"/>'))}${r(' and read.')}`,
  ),
  p(
    `${fieldMark('begin')}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${fieldMark('separate')}<w:hyperlink w:anchor="_Toc1">${r('Introduction')}<w:r><w:tab/></w:r>${field('PAGEREF _Toc1', r('1'))}</w:hyperlink>`,
  ),
  p(
    `<w:hyperlink w:anchor="_Toc2">${r('Second part')}<w:r><w:tab/></w:r>${field('PAGEREF _Toc2', r('2'))}</w:hyperlink>`,
  ),
  p(fieldMark('end')),
  p(
    `${r('Cited by ')}<w:fldSimple w:instr=" CITATION Mil90 "><w:r><w:t>(Miller, 1890)</w:t></w:r></w:fldSimple>${r(' alone')}`,
  ),
  p(`${r('An entry')}${field('XE "entry"', '')}${r(' for the index')}`),
].join('');

const structures = [
  `<w:tbl><w:tr>${cell(p(r('Name of the ship')))}${cell(`${p(r('Built in the year'))}<w:tbl><w:tr>${cell(p(r('A table in a table')))}</w:tr></w:tbl><w:p/>`)}</w:tr></w:tbl>`,
  `<w:sdt><w:sdtPr><w:alias w:val="Block"/></w:sdtPr><w:sdtContent>${p(r('Text in a block control'))}</w:sdtContent></w:sdt>`,
  p(
    `${r('Choose ')}<w:sdt><w:sdtPr><w:dropDownList/></w:sdtPr><w:sdtContent>${r('Yes')}</w:sdtContent></w:sdt>${r(' or ')}<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${r('write a word')}</w:sdtContent></w:sdt>${r(' here.')}`,
  ),
  p(
    `${r('Before the box ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${textBox('Written in a box')}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${textBox('Written in a box')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>${r(' and after it.')}`,
  ),
  p(
    `${r('We ')}<w:del w:id="5" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del><w:ins w:id="6" w:author="A">${r('inserted')}</w:ins>${r(' this word.')}`,
  ),
  p(`<w:moveFrom w:id="7" w:author="A">${r('This moved away.')}</w:moveFrom>`),
  p(`<w:moveTo w:id="8" w:author="A">${r('This moved here.')}</w:moveTo>`),
  p(`${r('Seen')}${r(' and hidden', '<w:vanish/>')}${r(' text')}`),
  p(
    `<w:r><w:ruby><w:rubyPr/><w:rt>${r('とうきょう')}</w:rt><w:rubyBase>${r('東京')}</w:rubyBase></w:ruby></w:r>${r('へ行きます')}`,
  ),
  p(
    `${r('A formula ')}<m:oMath><m:r><m:t>x=y</m:t></m:r></m:oMath>${r(' within')}<w:commentRangeStart w:id="1"/>${r(' a remark')}<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>`,
  ),
].join('');

const styles =
  '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>';
const footnotes = `<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>${r(' As the miller said.')}</w:p></w:footnote>`;
const header = p(
  `${r('Chronicle of the town, page ')}<w:fldSimple w:instr="PAGE">${r('1')}</w:fldSimple>${r(' of many')}`,
);
const inUtf16 = (xml: string): Buffer => {
  return Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le');
};

const renamed = (xml: string) => xml.replaceAll('<w:', '<ns0:').replaceAll('</w:', '</ns0:').replaceAll(' w:', ' ns0:');

/** Breaks, pictures with alternative texts, a chart, a diagram, comments and properties, in a document with macros. */
const pictures = [
  p(`${r('The growth of')}<w:r><w:br/></w:r>${r('a small town')}<w:r><w:br/></w:r>${r('Told by its miller')}`),
  p(`${r('Name')}<w:r><w:tab/></w:r>${r('Year and place')}`),
  p(
    `${r('See ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="A &quot;red&quot; ship" title="Ship"/><pic:cNvPr id="2" name="P" descr="A &quot;red&quot; ship"/></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape id="s" alt="A &quot;red&quot; ship"/></w:pict></mc:Fallback></mc:AlternateContent></w:r>${r('here')}`,
  ),
].join('');
export const chartPart = inRoot(
  `<c:chart><c:title><c:tx><c:rich>${drawingP(drawingR('Ships by season'))}</c:rich></c:tx></c:title><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Sails</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser></c:chart>`,
);
const step = drawingP(drawingR('First step'));
export const diagramParts = {
  data: inRoot(`<dgm:pt><dgm:t><a:bodyPr/>${step}</dgm:t></dgm:pt>`),
  drawing: inRoot(`<dsp:sp><dsp:txBody><a:bodyPr/>${step}</dsp:txBody></dsp:sp>`),
};
const diagramDrawing = 'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing';

/**
 * Documents made for the tests, as they lie in `samples/`; the unit tests write them there when `UPDATE_SAMPLES` is set.
 * `libreoffice.docx` beside them is what LibreOffice 7.4 makes of `libreoffice.fixture.fodt`.
 */
export const docxSamples: Record<string, Buffer> = {
  'runs.docx': docxOf({ body: runs, styles, footnotes, settings: '<w:themeFontLang w:val="en-US"/>', pages: 1 }),
  'fields.docx': docxOf({ body: fields, header, footer: p(r('Printed by the town')) }),
  'structures.docx': docxOf({ body: structures, endnotes: footnotes.replaceAll('footnote', 'endnote') }),
  'strict.docx': docxOf({ body: runs, styles, isStrict: true }),
  'other-prefix.docx': docxOf({ body: renamed(structures), prefix: 'ns0' }),
  'pictures.docm': docxOf({
    body: pictures,
    comments: `<w:comment w:id="1">${p(`<w:r><w:annotationRef/></w:r>${r('Is this right?')}`)}</w:comment>`,
    others: [
      { type: 'chart', target: 'charts/chart1.xml', content: chartPart },
      { type: diagramDrawing, target: 'diagrams/drawing1.xml', content: diagramParts.drawing },
      { type: 'diagramData', target: 'diagrams/data1.xml', content: diagramParts.data },
    ],
    core: '<dc:title>The town</dc:title><dc:creator>A. Person</dc:creator><cp:keywords>town, ships</cp:keywords>',
    contentType: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  }),
  'utf-16.docx': zipOf(
    docxEntries({ body: runs }).map((entry) =>
      entry.name === 'word/document.xml' ? { ...entry, content: inUtf16(String(entry.content)) } : entry,
    ),
  ),
  'descriptors.docx': zipOf(
    docxEntries({ body: runs, styles }).map((entry) => ({ ...entry, hasDescriptor: true, isZip64: true })),
    'A comment on the archive',
  ),
  'stored.docx': zipOf(docxEntries({ body: fields }).map((entry) => ({ ...entry, isStored: true }))),
};

/** Writes the samples into a folder. */
export const writeDocxSamples = (folder: URL): void => {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(docxSamples)) writeFileSync(new URL(name, folder), bytes);
};
