import { r as drawingRun, sp } from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { pptxFormat } from '#libs/documents/formats/pptx/pptx.format.js';
import { pptxOf } from '#libs/documents/formats/pptx/pptx-sample.fixture.js';
import { describeLinearWork } from '#test/work/linear-work.js';

describeLinearWork(
  { 'a slide': throughFormat(pptxFormat, (text) => pptxOf(sp(`<a:p>${drawingRun('Words')}${text}</a:p>`))) },
  [
    drawingRun('a'),
    drawingRun('a', ' b="1"'),
    drawingRun(' '),
    drawingRun('a\tb'),
    `${drawingRun('a')}${drawingRun('b', ' i="1"')}`,
    '<a:br/>',
    `<a:br/>${drawingRun('a')}`,
    `<a:br/>${drawingRun(' ')}`,
    '<a:fld id="{1}" type="slidenum"><a:t>7</a:t></a:fld>',
    `</a:p><a:p>${drawingRun('Words')}`,
    `</a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:cNvPr id="1" name="x" descr="A word"/></p:nvSpPr><p:txBody><a:p>${drawingRun('Words')}`,
    '<mc:AlternateContent><mc:Choice Requires="a14"/></mc:AlternateContent>',
    '<!-- a -->',
    ' ',
  ],
);

describeLinearWork(
  {
    'a slide of shapes': throughFormat(pptxFormat, (text) =>
      pptxOf(`${sp(`<a:p>${drawingRun('Words')}</a:p>`)}${text}`),
    ),
  },
  [
    sp(`<a:p>${drawingRun('Words')}</a:p>`),
    '<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="A word" title="b"/></p:nvPicPr></p:pic>',
    `<mc:AlternateContent><mc:Choice Requires="a14">${sp(`<a:p>${drawingRun('Words')}</a:p>`)}</mc:Choice><mc:Fallback>${sp(`<a:p>${drawingRun('Words')}</a:p>`)}</mc:Fallback></mc:AlternateContent>`,
    `<mc:Choice Requires="a14">${sp(`<a:p>${drawingRun('Words')}</a:p>`)}</mc:Choice>`,
  ],
);
