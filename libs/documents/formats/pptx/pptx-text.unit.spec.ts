import { describe, expect, it } from 'vitest';
import { p, r, sp, written } from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import {
  type DocumentSummary,
  defaultMergeOptions,
  type ExtractedSegment,
  type MergeOptions,
} from '#libs/documents/formats/format.port.js';
import { entriesOf } from '#libs/documents/formats/opc/package.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { mergeAll } from '#libs/documents/formats/whole-file.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { pptxFormat } from './pptx.format.js';
import { placeholder, pptxOf, type SamplePresentation } from './pptx-sample.fixture.js';

const options: MergeOptions = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'en' };

const extract = async (sample: SamplePresentation, changed: Partial<MergeOptions> = {}) => {
  const batches = pptxFormat.extract(memoryFile(pptxOf(sample)), { ...options, ...changed });
  const segments: ExtractedSegment[] = [];
  for (;;) {
    const next = await batches.next();
    if (next.done) return { segments, summary: next.value satisfies DocumentSummary };
    segments.push(...next.value);
  }
};
const textsOf = async (sample: SamplePresentation, changed?: Partial<MergeOptions>) =>
  (await extract(sample, changed)).segments.map(({ parts }) => written(parts));
const upper = (parts: Segment): Segment =>
  parts.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));
const translated = async (sample: SamplePresentation, changed: Partial<MergeOptions> = {}, change = upper) => {
  const { segments } = await extract(sample, changed);
  const translations = segments.map(({ parts }) => change(parts));
  return entriesOf(await mergeAll(pptxFormat, memoryFile(pptxOf(sample)), translations, { ...options, ...changed }));
};

async function* asyncIteratorOf(translations: readonly Segment[]): AsyncGenerator<Segment, undefined> {
  yield* translations;
}

const text = (content: string) => sp(p(r(content)));
const slides = (...texts: string[]) => texts.map((content) => ({ shapes: text(content) }));

describe('slides', () => {
  it('segments come in the order of the archive, with the part that they are in and their role', async () => {
    const shapes = placeholder('title', p(r('Title'))) + text('Body') + placeholder('ftr', p(r('Footer')));
    const { segments, summary } = await extract({
      slides: [{ shapes, notes: placeholder('body', p(r('Notes'))) }, ...slides('Second')],
    });
    expect(segments.map(({ role, parts, part }) => `${part} ${role} ${written(parts)}`)).toEqual([
      'ppt/slides/slide1.xml heading Title',
      'ppt/slides/slide1.xml body Body',
      'ppt/slides/slide1.xml footer Footer',
      'ppt/notesSlides/notesSlide1.xml note Notes',
      'ppt/slides/slide2.xml body Second',
    ]);
    expect(summary).toMatchObject({ pageCount: 2, skipped: [] });
  });

  it('a page range names slides by their place in the presentation, not in the archive', async () => {
    const sample = { slides: slides('First', 'Second', 'Third'), isReversed: true };
    const pageRange = [{ from: 1, to: 2 }];
    expect(await textsOf(sample, { pageRange })).toEqual(['Second', 'First']);
    const { summary } = await extract(sample, { pageRange });
    expect(summary).toMatchObject({ pageCount: 3, skipped: [{ part: 'ppt/slides/slide3.xml', count: 1 }] });
    expect((await translated(sample, { pageRange }))['ppt/slides/slide3.xml']).toContain('<a:t>Third</a:t>');
  });

  it('hidden slides stay as they are unless they are asked for', async () => {
    const sample = { slides: [...slides('Seen'), { shapes: text('Hidden'), isHidden: true, notes: text('Notes') }] };
    expect(await textsOf(sample)).toEqual(['Seen']);
    expect((await extract(sample)).summary.skipped).toHaveLength(2);
    expect(await textsOf(sample, { hidden: true })).toEqual(['Seen', 'Hidden', 'Notes']);
  });

  it('headers and footers of slides stay as they are where the options say so', async () => {
    const sample = { slides: [{ shapes: text('Body') + placeholder('ftr', p(r('Footer'))) }] };
    expect(await textsOf(sample, { translateHeaders: false })).toEqual(['Body']);
    expect((await extract(sample, { translateHeaders: false })).summary.skipped).toMatchObject([{ count: 1 }]);
  });
});

describe('layouts', () => {
  const layout = text('On the layout') + placeholder('title', p(r('Click to edit')));
  const sample = { slides: slides('One', 'Two'), layout, otherLayout: text('Unused'), master: text('On the master') };

  it('text of a layout is translated where slides show it, and a prompt is not', async () => {
    expect(await textsOf(sample)).toEqual(['One', 'Two', 'On the layout', 'On the master']);
  });

  it('a layout that a slide outside the page range shares stays in the source language', async () => {
    expect(await textsOf(sample, { pageRange: [{ from: 2, to: 2 }] })).toEqual(['Two']);
  });
});

describe('parts of slides', () => {
  const comments = '<p:cm authorId="0"><p:text>Is it so?</p:text></p:cm>';
  const newComments = `<p188:cm><p188:txBody><a:bodyPr/>${p(r('It is'))}</p188:txBody></p188:cm>`;
  const data = `<dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/>${p(r('Step'))}</dgm:t></dgm:pt></dgm:ptLst>`;
  const drawing = `<dsp:sp><dsp:txBody><a:bodyPr/>${p(r('Step', ' sz="2400"'))}</dsp:txBody></dsp:sp>`;
  const chart = `<c:chart><c:title><c:tx><c:rich>${p(r('Chart'))}</c:rich></c:tx></c:title></c:chart>`;
  const chartShapes = `<cdr:sp><cdr:txBody>${p(r('Drawn'))}</cdr:txBody></cdr:sp>`;

  it('comments of both kinds are translated where they are asked for', async () => {
    const sample = { slides: [{ shapes: text('Text'), comments, newComments }] };
    expect(await textsOf(sample)).toEqual(['Text']);
    expect((await extract(sample)).summary.skipped).toHaveLength(2);
    for (const isStrict of [false, true]) {
      expect(await textsOf({ ...sample, isStrict }, { translateComments: true })).toEqual([
        'Text',
        'Is it so?',
        'It is',
      ]);
    }
    const entries = await translated(sample, { translateComments: true });
    expect(entries['ppt/comments/comment1.xml']).toContain('<p:text>IS IT SO?</p:text>');
  });

  it('the texts of a diagram are translated once, in its data and in its drawing', async () => {
    const sample = { slides: [{ shapes: text('Text'), diagram: { data, drawing } }] };
    expect(await textsOf(sample)).toEqual(['Text', 'Step']);
    const entries = await translated(sample);
    expect(entries['ppt/diagrams/data1.xml']).toContain('<a:t>STEP</a:t>');
    expect(entries['ppt/diagrams/drawing1.xml']).toContain('<a:rPr sz="2400"></a:rPr><a:t>STEP</a:t>');
  });

  it('charts and the shapes drawn on them are translated', async () => {
    expect(await textsOf({ slides: [{ shapes: text('Text'), chart, chartShapes }] })).toEqual([
      'Text',
      'Drawn',
      'Chart',
    ]);
  });

  it('title, subject, keywords and description of the document are translated, and people are not', async () => {
    const properties =
      '<dc:title> My talk</dc:title><dc:subject>Ships</dc:subject><dc:creator>A. Person</dc:creator><cp:keywords>sail, oar</cp:keywords><dc:description>For a day</dc:description>';
    const sample = { slides: slides('Text'), properties };
    expect(await textsOf(sample)).toEqual(['Text', 'My talk', 'Ships', 'sail, oar', 'For a day']);
    const entries = await translated(sample);
    expect(entries['docProps/core.xml']).toContain('<dc:title> MY TALK</dc:title>');
    expect(entries['docProps/core.xml']).toContain('<dc:creator>A. Person</dc:creator>');
  });
});

describe('languages', () => {
  const defaultStyle = '<a:lvl1pPr algn="l" rtl="0"><a:defRPr lang="en-US"/></a:lvl1pPr><a:lvl2pPr algn="ctr"/>';
  const sample = { slides: [{ shapes: sp(p(r('Text', ' lang="en-US"'))) }, ...slides('More')], defaultStyle };

  it('language tags and styles follow the target language', async () => {
    const entries = await translated(sample, { targetLanguage: 'ar' });
    expect(entries['ppt/presentation.xml']).toContain(
      '<a:lvl1pPr algn="r" rtl="1"><a:defRPr lang="ar"/></a:lvl1pPr><a:lvl2pPr algn="ctr"/>',
    );
    expect(entries['ppt/slides/slide1.xml']).toContain('<a:pPr rtl="1"/><a:r><a:rPr lang="ar">');
  });

  it('styles of the whole presentation stay where only some slides are translated', async () => {
    const entries = await translated(sample, { targetLanguage: 'ar', pageRange: [{ from: 1, to: 1 }] });
    expect(entries['ppt/presentation.xml']).toContain('<a:defRPr lang="en-US"/>');
    expect(entries['ppt/slides/slide2.xml']).toContain('<a:p><a:r>');
  });
});

describe('layout', () => {
  const sample = { slides: slides('A sentence that is long enough to be measured.') };
  const twice = (parts: Segment): Segment => [...parts, ...parts];

  it('text that has grown is made smaller, unless the layout may change', async () => {
    expect((await translated(sample, {}, twice))['ppt/slides/slide1.xml']).toContain('fontScale="70000"');
    const flowing = await translated(sample, { preserveLayout: false }, twice);
    expect(flowing['ppt/slides/slide1.xml']).not.toContain('normAutofit');
  });

  it.each([
    ['as high as its text', '<a:spAutoFit/>', '"95000"'],
    ['of smaller text', '<a:normAutofit fontScale="90000"/>', '"85000"'],
    ['with room', '<a:normAutofit/>', undefined],
  ])('text that has grown by a tenth is made smaller in a shape %s', async (_, fitting, scale) => {
    const shape = sp(p(r('A sentence of exactly forty characters..')), `<a:bodyPr wrap="square">${fitting}</a:bodyPr>`);
    const tenth = (parts: Segment): Segment => [...parts, { kind: 'text', text: ' and' }];
    const slide = (await translated({ slides: [{ shapes: shape }] }, {}, tenth))['ppt/slides/slide1.xml'];
    expect(/fontScale=(\S+?)\/>/.exec(slide ?? '')?.[1]).toBe(scale);
  });

  it('text that does not fit in the smallest size either is counted, by its slide', async () => {
    const one = sample.slides[0]?.shapes ?? '';
    const deck = { slides: [{ shapes: one }, { shapes: text('Short') }, { shapes: one + one }] };
    const { segments } = await extract(deck);
    const overflowsOf = async (times: number, preserveLayout: boolean) => {
      const translations = segments.map(({ parts }) => Array.from({ length: times }, () => parts).flat());
      const file = memoryFile(pptxOf(deck));
      const merging = pptxFormat.merge(file, { ...options, preserveLayout }, asyncIteratorOf(translations));
      for (;;) {
        const next = await merging.next();
        if (next.done) return next.value.overflowedIn;
      }
    };
    expect(await overflowsOf(2, true)).toEqual([]);
    expect(await overflowsOf(4, false)).toEqual([]);
    expect(await overflowsOf(4, true)).toEqual([
      { part: 'ppt/slides/slide1.xml', count: 1 },
      { part: 'ppt/slides/slide3.xml', count: 2 },
    ]);
  });

  it('cells, which grow, notes and titles of charts keep their size', async () => {
    const long = p(r('A sentence that is long enough to be measured.'));
    const table = `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:bodyPr/>${long}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`;
    const chart = `<c:chart><c:title><c:tx><c:rich><a:bodyPr/>${long}</c:rich></c:tx></c:title></c:chart>`;
    const entries = await translated(
      { slides: [{ shapes: table, notes: placeholder('body', long), chart }] },
      {},
      twice,
    );
    expect(Object.values(entries).join()).not.toContain('normAutofit');
  });
});

describe('kinds of presentations', () => {
  it.each([
    'application/vnd.openxmlformats-officedocument.presentationml.template.main+xml',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml',
    'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
    'application/vnd.ms-powerpoint.template.macroEnabled.main+xml',
    'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml',
  ])('%s is read and stays what it is', async (contentType) => {
    const entries = await translated({ slides: slides('Text'), contentType });
    expect(entries['[Content_Types].xml']).toContain(contentType);
    expect(entries['ppt/slides/slide1.xml']).toContain('TEXT');
  });
});
