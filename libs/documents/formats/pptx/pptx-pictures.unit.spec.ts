import { describe, expect, it } from 'vitest';
import { inRoot, mergeDrawing, p, r, sp } from '#libs/documents/formats/drawingml/drawing-part.fixture.js';
import { ShapeReader } from '#libs/documents/formats/drawingml/shape-reader.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { shapeInPlaceOf } from './picture-shape.js';

const upper = (segment: Segment): Segment =>
  segment.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));

const properties = '<p:spPr><a:xfrm><a:off x="1" y="2"/><a:ext cx="3" cy="4"/></a:xfrm><a:ln w="9"/></p:spPr>';
const picture = (attributes: string, { own = '<p:nvPr/>', frame = properties } = {}) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="7" name="Picture 6"${attributes}/><p:cNvPicPr/>${own}</p:nvPicPr>` +
  `<p:blipFill><a:blip r:embed="rId2"/><a:stretch/></p:blipFill>${frame}</p:pic>`;
const shape = (attributes: string, text: string, pPr = '<a:pPr algn="ctr"/>') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="7" name="Picture 6"${attributes}/><p:cNvSpPr/><p:nvPr/></p:nvSpPr>${properties}` +
  (text === ''
    ? '</p:sp>'
    : `<p:txBody><a:bodyPr wrap="square" anchor="ctr"><a:normAutofit/></a:bodyPr><a:p>${pPr}<a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`);

const translated = (
  content: string,
  { translateAltText = true, change }: { translateAltText?: boolean; change?: DirectionChange } = {},
) => {
  const options = { translateAltText, hidden: false };
  const reader = () => new ShapeReader({ context: { role: 'body', part: 'x' }, options });
  const inPlaceOfPicture = (pic: Parameters<typeof shapeInPlaceOf>[0], tag: string, words: string) =>
    shapeInPlaceOf(pic, tag, words, change);
  return mergeDrawing({ xml: inRoot(content), reader, writing: { inPlaceOfPicture } }, upper);
};

describe('a picture of a slide that gives place to its alternative text', () => {
  it.each([
    ['its translated description', ' descr="a &amp; b" title="map"', ' descr="A &amp; B" title="MAP"', 'A &amp; B'],
    ['its title where it has no description', ' title="map"', ' title="MAP"', 'MAP'],
    ['a number, which is not translated', ' descr="7"', ' descr="7"', '7'],
    ['nothing where it has neither', '', '', ''],
  ])('is a shape in its place with %s', async (_what, before, after, text) => {
    expect(await translated(picture(before))).toBe(inRoot(shape(after, text)));
  });

  it('the text in place of a picture has the words of the source where alternative texts are not translated', async () => {
    const attributes = ' descr="map"';
    expect(await translated(picture(attributes), { translateAltText: false })).toBe(inRoot(shape(attributes, 'map')));
  });

  it('the text in place of a picture stands in the direction of the target', async () => {
    const expected = shape(' descr="MAP"', 'MAP', '<a:pPr algn="ctr" rtl="1"/>');
    expect(await translated(picture(' descr="map"'), { change: 'toRightToLeft' })).toBe(inRoot(expected));
  });

  it.each([
    ['a film', { own: '<p:nvPr><a:videoFile r:link="rId3"/></p:nvPr>' }],
    ['what has its place from the layout', { own: '<p:nvPr><p:ph type="pic"/></p:nvPr>', frame: '<p:spPr/>' }],
  ])('%s stays, and its text is translated', async (_what, changes) => {
    expect(await translated(picture(' descr="map"', changes))).toBe(inRoot(picture(' descr="MAP"', changes)));
  });

  it('the texts beside it are translated in their order', async () => {
    const content = (text: (words: string) => string, middle: string) =>
      sp(p(r(text('one')))) + middle + sp(p(r(text('two'))));
    const source = content((words) => words, picture(' descr="map"'));
    const target = content((words) => words.toUpperCase(), shape(' descr="MAP"', 'MAP'));
    expect(await translated(source)).toBe(inRoot(target));
  });
});
