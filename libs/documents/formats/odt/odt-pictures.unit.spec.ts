import { describe, expect, it } from 'vitest';
import type { MergeOptions } from '../format.port.js';
import { between, translatedParts } from '../odf/odf-reading.fixture.js';
import { box, odtOf, p, span, textStyle } from '../odf/odf-sample.fixture.js';
import { odtFormat } from './odt.format.js';

const automatic = textStyle('B', 'fo:font-weight="bold"');

const translated = async (body: string, translations: string[], options: Partial<MergeOptions> = {}) => {
  const all = { preserveImages: false, ...options };
  const parts = await translatedParts(odtFormat, odtOf({ body, automatic }), translations, all);
  return between(parts['content.xml'], 'office:text');
};

const image = '<draw:image xlink:href="Pictures/1.png"/>';
const picture = (texts: string, attributes = ' text:anchor-type="as-char"') =>
  `<draw:frame${attributes}>${image}${texts}</draw:frame>`;
const title = (text: string) => `<svg:title>${text}</svg:title>`;
const description = (text: string) => `<svg:desc>${text}</svg:desc>`;

describe('a picture that gives place to its alternative text', () => {
  it('the translated description stands in its place, in the look of its span', async () => {
    const body = p(span('B', picture(title('Map') + description('Our &amp; house'))));
    expect(await translated(body, ['Mapa', 'Casa'])).toBe(p(span('B', ' Casa ')));
    expect(await translated(body, [], { translateAltText: false })).toBe(p(span('B', ' Our &amp; house ')));
    expect(await translated(body, [], { translateAltText: false, preserveImages: true })).toBe(body);
  });

  it('the title stands there where there is no description, apart from the words beside it', async () => {
    const body = p(`one${picture(title('Map'))}two`);
    expect(await translated(body, ['uno <1/> dos', 'Mapa'])).toBe(p('uno  Mapa  dos'));
  });

  it('a picture without a text is taken out', async () => {
    expect(await translated(p(picture('')), [])).toBe(p(''));
  });

  it.each([
    ['a chart with its preview', p(`<draw:frame><draw:object xlink:href="./Object 1"/>${image}</draw:frame>`)],
    ['a picture between paragraphs', picture(title('7'))],
    ['a picture that is a link', p(`<draw:a xlink:href="a">${picture(title('7'))}</draw:a>`)],
  ])('%s stays', async (_what, body) => {
    expect(await translated(body, [])).toBe(body);
  });

  it('a text box stays, and the picture in it gives place', async () => {
    const body = (content: string) => p(box(p(content)));
    expect(await translated(body(picture(title('Map'))), ['Mapa'])).toBe(body(' Mapa '));
  });
});
