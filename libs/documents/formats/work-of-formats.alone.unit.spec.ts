import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { assFormat } from './ass/ass.format.js';
import { countCodePoints, countWords } from './counting.js';
import { docxFormat } from './docx/docx.format.js';
import { docxOf, field, fieldMark, p, r } from './docx/docx-sample.fixture.js';
import { throughFormat } from './format-work.suite.js';
import { htmlFormat } from './html/html.format.js';
import { srtFormat } from './srt/srt.format.js';
import { txtFormat } from './txt/txt.format.js';
import { vttFormat } from './vtt/vtt.format.js';

describeLinearWork(
  {
    'a text file': throughFormat(txtFormat, (text) => Buffer.from(text)),
    'a subtitle': throughFormat(srtFormat, (text) => Buffer.from(`1\n00:00:01,000 --> 00:00:02,000\nWords ${text}\n`)),
    'a subtitle of WebVTT': throughFormat(vttFormat, (text) =>
      Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\nWords ${text}\n`),
    ),
    'a subtitle of a script': throughFormat(assFormat, (text) =>
      Buffer.from(`[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Words ${text}\n`),
    ),
    'words of a text': countWords,
    'characters of a text': countCodePoints,
  },
  [
    ...textConstructs,
    '{\\an8}',
    '<i>a</i>',
    '<i></i>',
    '<i>',
    '</i>',
    '♪ ',
    '1\n00:00:01,000 --> 00:00:02,000\n',
    '1\n00:00:01,000 --> 00:00:02,000\nwords\n\n',
    '\n\n00:01.000 --> 00:02.000\nwords\n',
    '<v A>a',
    '<00:01.000>',
    '{\\i1}a',
    '{\\p1}',
    '\\N',
    '\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,words',
    '00:00',
  ],
);

describeLinearWork(
  {
    'a page of HTML': throughFormat(htmlFormat, (text) =>
      Buffer.from(`<html><body><p>Words ${text}</p></body></html>`),
    ),
  },
  [
    ...textConstructs,
    ...[
      '<p>',
      '</p>',
      '<div>',
      '</div>',
      '<span>',
      '</span>',
      '<i>',
      '</i>',
      '<!DOCTYPE html>',
      '<![CDATA[',
      '<?x',
      '<',
    ],
    ...[
      '<svg>',
      '</svg>',
      '<math>',
      '<script>',
      '</script>',
      '<style>',
      '<pre>',
      '<table>',
      '<td>',
      '<ul><li>',
      '<br>',
      '<br>a ',
      '<img alt="a">a',
      '<a title="a">',
      '<p hidden>a',
    ],
    ...['<p translate="no">', '<b class="notranslate">', '<meta name="description" content="a b">', '<p lang="en">'],
    ...['&nbsp;', '&#32;', '&#x', '<a b="', "<a b='", ' c=d', '<textarea>', '<title>', '<select>', '<option>'],
  ],
);

describeLinearWork({ 'a document of Word': throughFormat(docxFormat, (text) => docxOf(p(`${r('Words')}${text}`))) }, [
  r('a'),
  r('a', '<w:b/>'),
  r(' '),
  `${r('a')}${r('b', '<w:i/>')}`,
  '<w:r><w:tab/></w:r>',
  '<w:r><w:br/></w:r>',
  '<w:r><w:t>a</w:t><w:noBreakHyphen/></w:r>',
  '<w:proofErr w:type="spellStart"/>',
  '<w:bookmarkStart w:id="0" w:name="here"/>',
  '<w:bookmarkEnd w:id="0"/>',
  '<w:commentRangeStart w:id="1"/>',
  `<w:bookmarkStart w:id="0" w:name="x"/>${r('a')}<w:bookmarkEnd w:id="0"/>`,
  `<w:hyperlink r:id="rId9">${r('link')}</w:hyperlink>`,
  `<w:ins w:id="6" w:author="A">${r('a')}</w:ins>`,
  `<w:del w:id="5" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del>`,
  field('PAGEREF x', r('7')),
  field('HYPERLINK "https://example.org/"', r('a')),
  fieldMark('separate'),
  fieldMark('end'),
  `<w:fldSimple w:instr="PAGE">${r('1')}</w:fldSimple>`,
  `<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>${r('a')}</w:sdtContent></w:sdt>`,
  `</w:p><w:p>${r('Words')}`,
  '<w:r><w:footnoteReference w:id="1"/></w:r>',
  '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>',
  '<!-- a -->',
  ' ',
]);

describeLinearWork(
  {
    'a paragraph of Word with a link for each sign': throughFormat(docxFormat, (text) =>
      docxOf(p(text.replaceAll('x', `${r('a ')}<w:hyperlink r:id="rId9">${r('link')}</w:hyperlink>`))),
    ),
  },
  ['x'],
);
