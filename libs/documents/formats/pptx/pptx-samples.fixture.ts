import { mkdirSync, writeFileSync } from 'node:fs';
import { p, r, sp } from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { placeholder, pptxEntries, pptxOf, type SampleSlide } from './pptx-sample.fixture.js';

const br = '<a:br><a:rPr lang="en-US"/></a:br>';
const number = '<a:fld id="{7}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld>';
const cell = (content: string) => `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${p(content)}</a:txBody><a:tcPr/></a:tc>`;
const table = (...rows: string[][]) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Table" descr="Ships and their years"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>${rows
    .map((cells) => `<a:tr h="1">${cells.map((text) => cell(r(text))).join('')}</a:tr>`)
    .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

const town: SampleSlide = {
  shapes:
    placeholder('ctrTitle', p(r('The growth of', ' lang="en-US"') + br + r('a small town'))) +
    sp(
      p(
        r('All but ', ' lang="en-US"') + r('one', ' lang="en-US" b="1"') + r(' of the ships ') + r('sail', ' err="1"'),
      ) +
        p(r('See ') + r('the chronicle', '', '<a:hlinkClick r:id="rId9"/>') + r(' for more.')) +
        p(r('Name\tYear &amp; place')) +
        p(r('It ended here.') + br + r('Then it began again') + br + br + r('12,500')),
      '<a:bodyPr><a:normAutofit fontScale="92500"/></a:bodyPr>',
      ' descr="A harbour &quot;in winter&quot;"',
    ) +
    `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="Group"/></p:nvGrpSpPr>${sp(p(r('In a group')))}</p:grpSp>` +
    table(['Name of the ship', 'Built'], ['Aurora', '1890']) +
    `<mc:AlternateContent><mc:Choice Requires="a14">${sp(p(r('Said twice')))}</mc:Choice><mc:Fallback>${sp(p(r('Said twice')))}</mc:Fallback></mc:AlternateContent>` +
    placeholder('ftr', p(r('Town council'))) +
    placeholder('sldNum', p(r('Slide ') + number)),
  notes: placeholder('body', p(r('Speak slowly, and ') + r('smile', ' i="1"') + r('.'))),
};

const pictures: SampleSlide = {
  shapes: placeholder('title', p(r('Figures and steps'))),
  chart:
    `<c:chart><c:title><c:tx><c:rich><a:bodyPr/>${p(r('Ships by season'))}</c:rich></c:tx></c:title>` +
    ['Sails', 'Steam']
      .map(
        (name) =>
          `<c:ser><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Spring</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser>`,
      )
      .join('') +
    '</c:chart>',
  chartShapes: `<cdr:sp><cdr:txBody><a:bodyPr/>${p(r('Drawn on the chart'))}</cdr:txBody></cdr:sp>`,
  diagram: {
    data: `<dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/>${p(r('First step'))}</dgm:t></dgm:pt><dgm:pt><dgm:t><a:bodyPr/>${p(r('Second') + r(' step', ' b="1"'))}</dgm:t></dgm:pt></dgm:ptLst>`,
    drawing: `<dsp:sp><dsp:txBody><a:bodyPr/>${p(r('First step', ' kern="1200"'))}</dsp:txBody></dsp:sp><dsp:sp><dsp:txBody><a:bodyPr/>${p(r('Second', ' kern="1200"') + r(' step', ' b="1" kern="1200"'))}</dsp:txBody></dsp:sp>`,
  },
};

const hiddenSlide: SampleSlide = { shapes: sp(p(r('Nobody sees this'))), isHidden: true };
const discussed: SampleSlide = {
  shapes: sp(p(r('東京へ行きます') + br + r('明日'))),
  comments: '<p:cm authorId="0"><p:pos x="1" y="1"/><p:text>Is this &lt;right&gt;?</p:text></p:cm>',
  newComments: `<p188:cm><p188:replyLst><p188:reply><p188:txBody><a:bodyPr/>${p(r('It is.'))}</p188:txBody></p188:reply></p188:replyLst><p188:txBody><a:bodyPr/>${p(r('Who asked?'))}</p188:txBody></p188:cm>`,
};

const whole = {
  slides: [town, pictures, hiddenSlide, discussed],
  layout: sp(p(r('Printed by the town'))) + placeholder('title', p(r('Click to edit'))),
  otherLayout: sp(p(r('On no slide'))),
  master: sp(p(r('On every slide'))),
  defaultStyle: '<a:lvl1pPr algn="l" rtl="0"><a:defRPr lang="en-US"/></a:lvl1pPr>',
  properties:
    '<dc:title>The town</dc:title><dc:creator>A. Person</dc:creator><cp:keywords>town, ships</cp:keywords><dc:description>Made for a test</dc:description>',
};

/** Presentations made for the tests; the unit tests write them to `samples/` when `UPDATE_SAMPLES` is set. */
export const pptxSamples: Record<string, Buffer> = {
  'town.pptx': pptxOf(whole),
  'strict.pptx': pptxOf({ ...whole, isStrict: true }),
  'reversed.potx': pptxOf({
    ...whole,
    isReversed: true,
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.template.main+xml',
  }),
  'macros.pptm': zipOf([
    ...pptxEntries({
      slides: [town],
      contentType: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
    }),
    { name: 'ppt/vbaProject.bin', content: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), isStored: true },
  ]),
  'descriptors.ppsx': zipOf(
    pptxEntries({
      slides: [pictures, town],
      contentType: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml',
    }).map((entry) => ({ ...entry, hasDescriptor: true, isZip64: true })),
    'A comment on the archive',
  ),
};

/** Writes the samples into a folder. */
export const writePptxSamples = (folder: URL): void => {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(pptxSamples)) writeFileSync(new URL(name, folder), bytes);
};
