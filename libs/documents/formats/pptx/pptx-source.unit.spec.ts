import { describe, expect, it } from 'vitest';
import { inRoot, mergeDrawing, p, r, sp } from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import { ShapeReader } from '#libs/documents/formats/drawingml/shape-reader.js';
import type { Segment } from '#libs/text/segments/segment.js';

const upper = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));

const both = async (content: string, writing = {}) => {
  const reader = () =>
    new ShapeReader({ context: { role: 'body', part: 'x' }, options: { translateAltText: true, hidden: false } });
  const xml = inRoot(sp(content));
  const merged = await mergeDrawing({ xml, reader, writing: { source: { language: undefined }, ...writing } }, upper);
  return /<a:lstStyle\/>(.*)<\/p:txBody>/s.exec(merged)?.[1] ?? merged;
};

describe('the source of a paragraph of a slide', () => {
  it('the source of a paragraph of a slide stands above its translation with its formatting', async () => {
    const paragraph = p(`<a:pPr lvl="1"/>${r('one ')}${r('two', ' b="1"')}<a:endParaRPr sz="900"/>`);
    expect(await both(paragraph)).toBe(`${paragraph}${paragraph.replace('one', 'ONE').replace('two', 'TWO')}`);
  });

  it('the source of a paragraph of a slide stands in a numbered paragraph, so that the numbers go on', async () => {
    const numbered = (content: string) => p(`<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>${content}`);
    expect(await both(numbered(r('one')) + numbered(r('two')))).toBe(
      `${numbered(`${r('one')}<a:br/>${r('ONE')}`)}${numbered(`${r('two')}<a:br/>${r('TWO')}`)}`,
    );
  });

  it('the source of a paragraph of a slide has the text of a field', async () => {
    const number = '<a:fld id="{1}" type="slidenum"><a:rPr sz="9"/><a:t>3</a:t></a:fld>';
    const copy = '<a:r><a:rPr sz="9"/><a:t>3</a:t></a:r>';
    expect(await both(p(`${r('Page ')}${number}`))).toBe(p(r('Page ') + copy) + p(`${r('PAGE ')}${number}`));
  });

  it('the source of a paragraph of a slide names its language, and its direction where that of the styles turns', async () => {
    const writing = { source: { language: 'en' }, change: 'toRightToLeft' };
    expect(await both(p(r('one')), writing)).toBe(
      `${p(`<a:pPr rtl="0"/>${r('one', ' lang="en"')}`)}${p(`<a:pPr rtl="1"/>${r('ONE')}`)}`,
    );
  });
});
