import { describe, expect, it } from 'vitest';
import type { MergeOptions } from '../format.port.js';
import { between, translatedParts } from '../odf/odf-reading.fixture.js';
import { box, odpOf, p, slide } from '../odf/odf-sample.fixture.js';
import { odpFormat } from './odp.format.js';

const translated = async (body: string, translations: string[], options: Partial<MergeOptions> = {}) => {
  const all = { preserveImages: false, ...options };
  const parts = await translatedParts(odpFormat, odpOf({ body: slide(body) }), translations, all);
  return between(parts['content.xml'], 'office:presentation');
};

const frame = (content: string) => `<draw:frame draw:name="Map" svg:x="1cm">${content}</draw:frame>`;
const image = '<draw:image xlink:href="Pictures/1.png"><text:p/></draw:image>';
const textBox = (words: string) =>
  `<draw:text-box><t:p xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0">${words}</t:p></draw:text-box>`;
const title = (text: string) => `<svg:title>${text}</svg:title>`;
const description = (text: string) => `<svg:desc>${text}</svg:desc>`;

describe('a picture of a slide that gives place to its alternative text', () => {
  it('the text in place of a picture is a text box in its frame with the translated description, which stays beside it', async () => {
    const body = frame(image + title('Map') + description('Our &amp; house')) + box(p('two'));
    const alternatives = title('Mapa') + description('Casa');
    expect(await translated(body, ['Mapa', 'Casa', 'dos'])).toBe(
      slide(frame(textBox('Casa') + alternatives) + box(p('dos'))),
    );
  });

  it('the text in place of a picture has the words of the source where alternative texts are not translated, and none where there are none', async () => {
    const body = frame(image + title('Map')) + frame(image);
    expect(await translated(body, [], { translateAltText: false })).toBe(
      slide(frame(textBox('Map') + title('Map')) + frame(textBox(''))),
    );
  });

  it.each([
    ['a chart with its preview', frame(`<draw:object xlink:href="./Object 1"/>${image}`)],
    ['a picture in a group', `<draw:g>${frame(image)}</draw:g>`],
  ])('%s stays', async (_what, body) => {
    expect(await translated(body, [])).toBe(slide(body));
  });
});
