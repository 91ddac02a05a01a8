import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { extractDrawing, inRoot, mergeDrawing, p, r, sp, written } from './drawing-part.fixture.js';
import { relabelDrawing } from './language-tags.js';
import { ShapeReader } from './shape-reader.js';

const options = { translateAltText: true, hidden: false };
const sampleOf = (content: string) => ({
  xml: inRoot(content),
  reader: () => new ShapeReader({ context: { role: 'body', part: 'slide1.xml' }, options }),
});
const textsOf = async (content: string) =>
  (await extractDrawing(sampleOf(sp(p(content))))).segments.map(({ parts }) => written(parts));
const upper = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));
const reversed = (segment: Segment): Segment => {
  const words = segment.flatMap((part) => ('text' in part ? part.text.split(/(?<=\s)|(?=\s)/) : []));
  const tags = segment.filter((part) => !('text' in part));
  return [{ kind: 'text', text: words.toReversed().join('') }, ...tags];
};
const br = '<a:br><a:rPr lang="en-US"/></a:br>';
const number = '<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>7</a:t></a:fld>';
const link = '<a:hlinkClick r:id="rId2"/>';

describe('runs of a paragraph', () => {
  it.each([
    ['languages', r('un', ' lang="en-US"') + r('cut', ' lang="en-GB" dirty="0"')],
    ['spelling', r('un', ' err="1"') + r('cut')],
    ['small letter spacing', r('un', ' spc="-30"') + r('cut', ' spc="15"')],
    [
      'the descriptions of a font',
      r('un', '', '<a:latin typeface="Arial" panose="020B"/>') + r('cut', '', '<a:latin typeface="Arial"/>'),
    ],
  ])('%s do not cut a word', async (_what, content) => {
    expect(await textsOf(content)).toEqual(['uncut']);
  });

  it('another look becomes a pair of tags, and so does a link', async () => {
    expect(await textsOf(r('All but ') + r('one', ' b="1"') + r(' are plain'))).toEqual([
      'All but <1>one</1> are plain',
    ]);
    expect(await textsOf(r('See ') + r('this page', '', link) + r(' for it'))).toEqual(['See <1>this page</1> for it']);
    expect(await textsOf(r('Nothing but a link', '', link))).toEqual(['Nothing but a link']);
  });

  it('a field and a formula become single tags, and nothing at the edge of a paragraph', async () => {
    const formula = '<mc:AlternateContent><mc:Choice Requires="a14"><a14:m/></mc:Choice></mc:AlternateContent>';
    expect(await textsOf(r('Slide ') + number + r(' of ten'))).toEqual(['Slide <1/> of ten']);
    expect(await textsOf(r('Where ') + formula + r(' holds'))).toEqual(['Where <1/> holds']);
    expect(await textsOf(r('Slide ') + number)).toEqual(['Slide']);
  });

  it('a paragraph without a letter has no segment', async () => {
    expect(await textsOf(r('12.5 %') + br + number)).toEqual([]);
  });
});

describe('breaks and tabs', () => {
  it.each([
    ['a break before an upper-case word', r('The town') + br + r('Its harbour'), ['The town', 'Its harbour']],
    ['a break behind a sentence', r('It ended.') + br + r('then more'), ['It ended.', 'then more']],
    ['two breaks', r('one') + br + br + r('two'), ['one', 'two']],
    ['a tab between words', r('Name\tPlace'), ['Name', 'Place']],
    ['a tab before a number', r('Total\t12,500'), ['Total']],
    ['a break behind a field', r('Page ') + number + br + r('and more'), ['Page', 'and more']],
  ])('%s ends a segment', async (_what, content, segments) => {
    expect(await textsOf(content)).toEqual(segments);
  });

  it('a break within a sentence is a single tag behind a space, which is not written', async () => {
    const content = sp(p(r('The old') + br + r('harbour town')));
    expect(await textsOf(r('The old') + br + r('harbour town'))).toEqual(['The old <1/>harbour town']);
    const merged = await mergeDrawing(sampleOf(content), upper);
    expect(merged).toContain(`<a:t>THE OLD</a:t></a:r>${br}<a:r><a:rPr></a:rPr><a:t>HARBOUR TOWN</a:t>`);
  });

  it('no two words touch when an engine turns the words round', async () => {
    const merged = await mergeDrawing(sampleOf(sp(p(r('The old') + br + r('harbour\ttown')))), reversed);
    expect(merged).toContain('<a:t>harbour old The</a:t>');
    expect(merged).toContain(`${br}<a:r><a:rPr></a:rPr><a:t>\ttown</a:t>`);
  });
});

describe('a merged paragraph', () => {
  const source =
    '<a:p><a:pPr lvl="1" algn="l"><a:buNone/></a:pPr>' +
    `${r('All but ', ' lang="en-US" dirty="0"')}${r('one', ' b="1"')}${r(' &lt;are> ', ' lang="en-US"')}${number}` +
    '<a:endParaRPr lang="en-GB"/></a:p>';

  it('a merged paragraph is the same bytes where its translation is its source', async () => {
    const sample = sampleOf(`<!-- a -->${sp(source)}<p:tail  x = '1' />`);
    expect(await mergeDrawing(sample, (segment) => segment)).toBe(sample.xml);
  });

  it('a merged paragraph keeps its properties, the looks of its words and what stands at its edges', async () => {
    expect(await mergeDrawing(sampleOf(sp(source)), upper)).toBe(
      inRoot(
        sp(
          '<a:p><a:pPr lvl="1" algn="l"><a:buNone/></a:pPr>' +
            '<a:r><a:rPr lang="en-US" dirty="0"></a:rPr><a:t>ALL BUT </a:t></a:r>' +
            '<a:r><a:rPr b="1"></a:rPr><a:t>ONE</a:t></a:r>' +
            '<a:r><a:rPr lang="en-US" dirty="0"></a:rPr><a:t> &lt;ARE&gt;</a:t></a:r>' +
            `<a:r><a:rPr lang="en-US"></a:rPr><a:t> </a:t></a:r>${number}<a:endParaRPr lang="en-GB"/></a:p>`,
        ),
      ),
    );
  });

  it('a merged paragraph runs the way of its language, and its language tags name it', async () => {
    const writing = { change: 'toRightToLeft', relabel: relabelDrawing('en', 'ar') } as const;
    const merged = await mergeDrawing({ ...sampleOf(sp(source + p(r('More')))), writing }, upper);
    expect(merged).toContain('<a:pPr lvl="1" algn="r" rtl="1"><a:buNone/></a:pPr>');
    expect(merged).toContain('<a:p><a:pPr rtl="1"/>');
    expect(merged).toContain('<a:rPr lang="ar" dirty="0">');
    expect(merged).toContain('<a:endParaRPr lang="ar"/>');
    expect(merged).not.toMatch(/lang="en/);
  });

  it('turns back from right to left', async () => {
    const arabic = '<a:p><a:pPr algn="r" rtl="1"/><a:r><a:t>نص</a:t></a:r></a:p>';
    const writing = { change: 'toLeftToRight' } as const;
    const merged = await mergeDrawing({ ...sampleOf(sp(arabic)), writing }, () => [{ kind: 'text', text: 'Text' }]);
    expect(merged).toContain('<a:p><a:pPr algn="l" rtl="0"/><a:r><a:t>Text</a:t></a:r></a:p>');
  });

  it('a merged paragraph sets the direction of tables', async () => {
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc><a:txBody>${p(r('Cell'))}</a:txBody></a:tc></a:tr></a:tbl>`;
    const writing = { change: 'toRightToLeft', relabel: relabelDrawing('en', 'he') } as const;
    const sample = { ...sampleOf(table), writing };
    expect((await extractDrawing(sample)).segments).toMatchObject([{ role: 'table', part: 'slide1.xml' }]);
    expect(await mergeDrawing(sample, upper)).toContain('<a:tblPr firstRow="1" rtl="1"/>');
  });
});
