import { describe, expect, it } from 'vitest';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { ChartReader } from './chart-reader.js';
import { extractDrawing, inRoot, mergeDrawing, p, r, type SampleDrawing, sp, written } from './drawing-part.fixture.js';
import { ShapeReader } from './shape-reader.js';

const context = { role: 'body', part: 'part.xml' } as const;
const shapesOf = (content: string, options = { translateAltText: true, hidden: false }): SampleDrawing => ({
  xml: inRoot(content),
  reader: () => new ShapeReader({ context, options }),
});
const chartOf = (content: string): SampleDrawing => ({
  xml: inRoot(content),
  reader: () => new ChartReader(context),
  shared: () => new KnownTexts(),
});
const textsOf = async (sample: SampleDrawing) =>
  (await extractDrawing(sample)).segments.map(({ parts }) => written(parts));
const upper = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));
const longer = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { ...part, text: `${part.text} ${part.text}` } : part));

describe('alternatives', () => {
  const shape = sp(p(r('Said twice') + r(' over', ' b="1"')));
  const content = `<mc:AlternateContent><mc:Choice Requires="a14">${shape}${shape}</mc:Choice><mc:Fallback>${shape}${sp(p(r('Else')))}</mc:Fallback></mc:AlternateContent>`;

  it('the branches of an alternative are translated once and say the same', async () => {
    expect(await textsOf(shapesOf(content))).toEqual(['Said twice<1> over</1>', 'Said twice<1> over</1>', 'Else']);
    expect((await mergeDrawing(shapesOf(content), upper)).match(/SAID TWICE/g)).toHaveLength(3);
  });

  it('branches with the same words and other tags stay as they are where the words do', async () => {
    const [plain, bold] = [sp(p(r('Same') + r(' words'))), sp(p(r('Same') + r(' words', ' b="1"')))];
    const other = `<mc:AlternateContent><mc:Choice Requires="a14">${plain}</mc:Choice><mc:Fallback>${bold}</mc:Fallback></mc:AlternateContent>`;
    expect(await textsOf(shapesOf(other))).toEqual(['Same words']);
    expect(await mergeDrawing(shapesOf(other), (segment) => segment)).toBe(inRoot(other));
    expect((await mergeDrawing(shapesOf(other), upper)).match(/SAME WORDS/g)).toHaveLength(2);
  });

  it('what follows an alternative is translated on its own', async () => {
    expect(await textsOf(shapesOf(content + shape))).toHaveLength(4);
  });
});

describe('tips of links', () => {
  const link = (tip: string) => `<a:hlinkClick r:id="rId1" tooltip="${tip}"/>`;

  it('tips of links on words and on shapes are translated', async () => {
    const words = (text: string, tip: string) => `<a:r><a:rPr>${link(tip)}</a:rPr><a:t>${text}</a:t></a:r>`;
    const shape = (text: string, tip: string, own: string) =>
      sp(p(words(text, tip))).replace(/(<p:cNvPr[^>]*)\/>/, (_whole, tag) => `${tag}>${link(own)}</p:cNvPr>`);
    const content = shapesOf(shape('here', 'Go there', 'Home'));
    expect(await textsOf(content)).toEqual(['Home', 'here', 'Go there']);
    expect(await mergeDrawing(content, upper)).toBe(inRoot(shape('HERE', 'GO THERE', 'HOME')));
  });
});

describe('alternative texts and hidden shapes', () => {
  const content =
    sp(p(r('Seen')), '<a:bodyPr/>', ` descr="A 'red' &quot;ship&quot;" title="The ship"`) +
    `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="x" hidden="1"/></p:nvGrpSpPr>${sp(p(r('Hidden')), '<a:bodyPr/>', ' descr="Also"')}</p:grpSp>`;

  it('alternative texts are segments, and text in hidden groups is skipped and counted', async () => {
    const { segments, skipped } = await extractDrawing(shapesOf(content));
    expect(segments.map(({ role, parts }) => `${role} ${written(parts)}`)).toEqual([
      `alt_text A 'red' "ship"`,
      'alt_text The ship',
      'body Seen',
    ]);
    expect(skipped.map(({ count }) => count)).toEqual([1, 1]);
    expect(await mergeDrawing(shapesOf(content), upper)).toContain(
      ` descr="A 'RED' &quot;SHIP&quot;" title="THE SHIP"/>`,
    );
  });

  it('options decide on both', async () => {
    expect(await textsOf(shapesOf(content, { translateAltText: false, hidden: true }))).toEqual(['Seen', 'Hidden']);
    expect(await textsOf(shapesOf(content, { translateAltText: true, hidden: true }))).toHaveLength(5);
  });
});

describe('charts', () => {
  const series = (name: string) =>
    `<c:ser><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx>` +
    '<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Spring</c:v></c:pt><c:pt idx="1"><c:v>2026</c:v></c:pt></c:strCache></c:strRef></c:cat>' +
    '<c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode><c:pt idx="0"><c:v>NaN</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>';
  const chart =
    `<c:chart><c:title><c:tx><c:rich><a:bodyPr/>${p(r('Ships by season'))}</c:rich></c:tx></c:title>` +
    `${series('Sails &amp; oars')}${series('Steam')}<c:ser><c:tx><c:v>By hand</c:v></c:tx></c:ser></c:chart>`;

  it('titles, names of series and categories are segments, each text once', async () => {
    expect(await textsOf(chartOf(chart))).toEqual(['Ships by season', 'Sails & oars', 'Spring', 'Steam', 'By hand']);
  });

  it('every copy of a name says the same, and numbers and formulas stay', async () => {
    const merged = await mergeDrawing(chartOf(chart), upper);
    expect(merged.match(/<c:v>SPRING<\/c:v>/g)).toHaveLength(2);
    expect(merged).toContain('<c:v>SAILS &amp; OARS</c:v>');
    expect(merged).toContain('<c:f>Sheet1!$B$1</c:f>');
    expect(merged).toContain('<c:v>NaN</c:v>');
    expect(await mergeDrawing(chartOf(chart), (segment) => segment)).toBe(inRoot(chart));
  });

  it('names of trend lines are translated', async () => {
    const trend = (name: string) => `<c:ser><c:trendline><c:name>${name}</c:name></c:trendline></c:ser>`;
    expect(await textsOf(chartOf(trend('The trend')))).toEqual(['The trend']);
    expect(await mergeDrawing(chartOf(trend('The trend')), upper)).toBe(inRoot(trend('THE TREND')));
  });

  it('charts of Office 2016 are read too', async () => {
    const content =
      '<cx:data><cx:strDim type="cat"><cx:f>A1</cx:f><cx:lvl><cx:pt idx="0">Coal</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt>e</cx:pt></cx:lvl></cx:numDim></cx:data>' +
      `<cx:tx><cx:txData><cx:f>B1</cx:f><cx:v>Cargo</cx:v></cx:txData></cx:tx><cx:title><cx:tx><cx:rich>${p(r('Title'))}</cx:rich></cx:tx></cx:title>`;
    expect(await textsOf(chartOf(content))).toEqual(['Coal', 'Cargo', 'Title']);
  });
});

describe('diagrams', () => {
  it('the data of a diagram and its drawing say the same', async () => {
    const shared = new KnownTexts();
    const data = `<dgm:pt><dgm:t><a:bodyPr/>${p(r('First step'))}</dgm:t></dgm:pt>`;
    const drawing = `<dsp:sp><dsp:txBody><a:bodyPr/>${p(r('First ', ' kern="1200"') + r('step', ' sz="2400"'))}</dsp:txBody></dsp:sp>`;
    const both = { ...shapesOf(data + drawing), shared: () => new KnownTexts() };
    expect(await textsOf(both)).toEqual(['First step']);
    expect((await mergeDrawing(both, upper)).replace(/<[^>]+>/g, '')).toBe('FIRST STEPFIRST STEP');
    const one = { ...shapesOf(data), shared: () => shared };
    expect(await textsOf(one)).toEqual(['First step']);
    expect(await textsOf({ ...shapesOf(drawing), shared: () => shared })).toEqual([]);
  });
});

describe('fitting', () => {
  const text = 'A sentence that is long enough to be measured.';
  const merged = (body: string, change = longer, fitsShape = true) =>
    mergeDrawing({ ...shapesOf(sp(p(r(text)), body)), writing: { fitsShape } }, change);

  it.each([
    ['<a:bodyPr wrap="square"/>', '<a:bodyPr wrap="square"><a:normAutofit fontScale="70000"/></a:bodyPr>'],
    ['<a:bodyPr><a:noAutofit/></a:bodyPr>', '<a:bodyPr><a:normAutofit fontScale="70000"/></a:bodyPr>'],
    [
      '<a:bodyPr><a:prstTxWarp prst="x"/><a:normAutofit fontScale="90000" lnSpcReduction="10000"/><a:sp3d/></a:bodyPr>',
      '<a:bodyPr><a:prstTxWarp prst="x"/><a:normAutofit fontScale="62500" lnSpcReduction="10000"/><a:sp3d/></a:bodyPr>',
    ],
    [
      '<a:bodyPr><a:normAutofit fontScale="40000"/></a:bodyPr>',
      '<a:bodyPr><a:normAutofit fontScale="40000"/></a:bodyPr>',
    ],
    ['<a:bodyPr><a:normAutofit fontScale="x"/></a:bodyPr>', '<a:bodyPr><a:normAutofit fontScale="70000"/></a:bodyPr>'],
    ['<a:bodyPr><a:spAutoFit/></a:bodyPr>', '<a:bodyPr><a:normAutofit fontScale="70000"/></a:bodyPr>'],
  ])('a text twice as long in %s is made smaller', async (body, expected) => {
    expect(await merged(body)).toContain(expected);
  });

  it('a strict file says the size with its sign', async () => {
    const xml = inRoot(sp(p(r(text)))).replace(
      'http://schemas.openxmlformats.org/drawingml/2006/main',
      'http://purl.oclc.org/ooxml/drawingml/main',
    );
    const sample = { ...shapesOf(''), xml, writing: { fitsShape: true } };
    expect(await mergeDrawing(sample, longer)).toContain('<a:normAutofit fontScale="70%"/>');
  });

  it('a text that is hardly longer, that may flow, or that stands in one line keeps its size', async () => {
    expect(await merged('<a:bodyPr wrap="none"/>')).toContain('<a:bodyPr wrap="none"/>');
    expect(await merged('<a:bodyPr/>', upper)).toContain('<a:bodyPr/>');
    expect(await merged('<a:bodyPr/>', longer, false)).toContain('<a:bodyPr/>');
  });
});
