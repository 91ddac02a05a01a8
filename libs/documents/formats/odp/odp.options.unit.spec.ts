import { describe, expect, it } from 'vitest';
import type { MergeOptions } from '../format.port.js';
import { between, readAll, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { box, odpOf, p, slide } from '../odf/odf-sample.fixture.js';
import { odpFormat } from './odp.format.js';

const automatic =
  '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';
const title = (text: string) => box(p(text), ' presentation:class="title"');
const notes = (text: string) =>
  `<presentation:notes>${box(p(text), ' presentation:class="notes"')}</presentation:notes>`;
const read = (body: string, options = {}) => readAll(odpFormat, odpOf({ body, automatic }), options);
const texts = (body: string, options = {}) => textsOf(odpFormat, odpOf({ body, automatic }), options);

describe('slides', () => {
  it('titles are headings and notes are notes, slide by slide', async () => {
    const { segments } = await read(slide(title('One') + box(p('Two')) + notes('Three')) + slide(title('Four')));
    expect(segments.map(({ role }) => role)).toEqual(['heading', 'body', 'note', 'heading']);
  });

  it('prompts that no reader sees are not read', async () => {
    const prompt = box(p('Click here'), ' presentation:class="outline" presentation:placeholder="true"');
    expect(await texts(slide(prompt + box(p('One'))))).toEqual(['One']);
  });

  it('a page is a slide, hidden or not; hidden ones are read only when the options ask for them', async () => {
    const body = slide(title('One')) + slide(title('Two'), ' draw:style-name="dp2"') + slide(title('Three'));
    expect((await read(body)).summary.pageCount).toBe(3);
    expect(await texts(body)).toEqual(['One', 'Three']);
    expect(await texts(body, { hidden: true })).toEqual(['One', 'Two', 'Three']);
  });

  it('slides outside the page range stay as they are', async () => {
    const body = ['One', 'Two', 'Three', 'Four'].map((text) => slide(title(text))).join('');
    const pageRange = [
      { from: 1, to: 1 },
      { from: 3, to: 3 },
    ];
    expect(await texts(body, { pageRange })).toEqual(['One', 'Three']);
    const { summary } = await read(body, { pageRange });
    expect(summary).toEqual({
      pageCount: 4,
      skipped: [{ part: 'content.xml', reason: 'The text is outside the page range.', count: 2 }],
    });
  });

  it('footers of slides are read only when the options ask for them', async () => {
    const body = `<presentation:footer-decl presentation:name="f">Foot</presentation:footer-decl>${slide(box(p('Own foot'), ' presentation:class="footer"'))}`;
    const { segments } = await read(body);
    expect(segments.map(({ role }) => role)).toEqual(['footer', 'footer']);
    expect(await texts(body, { translateHeaders: false })).toEqual([]);
  });

  it('alternative texts are read only when the options ask for them', async () => {
    const body = slide('<draw:frame><draw:image xlink:href="a"/><svg:title>A ship</svg:title></draw:frame>');
    expect(await texts(body)).toEqual(['A ship']);
    expect(await texts(body, { translateAltText: false })).toEqual([]);
  });

  it('comments on slides are read only when the options ask for them', async () => {
    const body = slide(`${title('One')}<office:annotation><dc:creator>A</dc:creator>${p('Why?')}</office:annotation>`);
    expect(await texts(body)).toEqual(['One']);
    expect(await texts(body, { translateComments: true })).toEqual(['One', 'Why?']);
  });
});

describe('text that is too long for its shape', () => {
  const style = (family: string, properties: string) =>
    `<style:style style:name="x" style:family="${family}"><style:graphic-properties${properties}/></style:style>`;
  const shrinks = ' draw:fit-to-size="shrink-to-fit" draw:auto-grow-height="false"';
  const stylesIn = async (automatic: string, options: Partial<MergeOptions> = {}) => {
    const bytes = odpOf({ body: slide(title('One')), automatic });
    const parts = await translatedParts(odpFormat, bytes, ['Uno'], { targetLanguage: 'es', ...options });
    return between(parts['content.xml'], 'office:automatic-styles');
  };

  it('text that is too long for its shape is made smaller in it, where the shape does not fit already', async () => {
    const other =
      style('graphic', ' draw:fit-to-size="shrink-to-fit"') +
      style('table', '') +
      style('graphic', ' draw:auto-grow-width="true"');
    const before =
      style('graphic', '') + style('presentation', ' draw:fit-to-size="false" draw:auto-grow-height="true"') + other;
    expect(await stylesIn(before)).toBe(style('graphic', shrinks) + style('presentation', shrinks) + other);
  });

  it.each([
    ['may flow', { preserveLayout: false }],
    ['is translated in part', { pageRange: [{ from: 1, to: 1 }] }],
  ])('text that %s keeps its size', async (_what, options) => {
    expect(await stylesIn(style('graphic', ''), options)).toBe(style('graphic', ''));
  });
});

it('of master pages only the text that shows on slides is read', async () => {
  const masters = `<style:handout-master>${box(p('Handout'))}</style:handout-master><style:master-page style:name="a">${title('Click to edit')}${box(p('On all slides'))}${notes('Click to edit notes')}</style:master-page>`;
  expect(await textsOf(odpFormat, odpOf({ body: slide(''), masters }))).toEqual(['On all slides']);
});
