import { describe, expect, it } from 'vitest';
import { between, translatedParts } from '../odf/odf-reading.fixture.js';
import { odtOf, p, span, textStyle } from '../odf/odf-sample.fixture.js';
import { odtFormat } from './odt.format.js';

const paragraphStyle = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties ${properties}/></style:style>`;
const automatic = [
  textStyle('B', 'fo:font-weight="bold"'),
  paragraphStyle('New', 'fo:break-before="page"'),
  paragraphStyle('Same', 'fo:break-before="auto"'),
].join('');

const both = async (body: string, ...translations: string[]) => {
  const parts = await translatedParts(odtFormat, odtOf({ body, automatic }), translations, { includeSource: true });
  return between(parts['content.xml'], 'office:text');
};

describe('the source of a paragraph', () => {
  it('the source of a paragraph stands above its translation with its formatting', async () => {
    const body = p(`The ${span('B', 'big')} house`);
    expect(await both(body, 'La casa <1>grande</1>')).toBe(body + p(`La casa ${span('B', 'grande')}`));
  });

  it('the source of a paragraph is not there where the translation says the same', async () => {
    expect(await both(p('OK'), 'OK')).toBe(p('OK'));
  });

  it('the source of a paragraph is in the same item of a list, which has one number', async () => {
    const list = (content: string) => `<text:list><text:list-item>${content}</text:list-item></text:list>`;
    expect(await both(list(p('one')), 'uno')).toBe(list(p('one') + p('uno')));
  });

  it('of a heading has no number', async () => {
    const heading = (content: string, more = '') => `<text:h text:outline-level="1"${more}>${content}</text:h>`;
    expect(await both(heading('One'), 'Uno')).toBe(heading('One', ' text:is-list-header="true"') + heading('Uno'));
  });

  it('the source of a paragraph has no id, bookmark, note or picture, and what a counting field shows', async () => {
    const marks = '<text:bookmark text:name="x"/><text:note text:id="n"><text:note-body/></text:note><draw:frame/>';
    const body = `<text:p xml:id="i">${marks}Figure <text:sequence text:name="F">1</text:sequence> on <text:page-number>7</text:page-number></text:p>`;
    const written = (await both(body, 'Fig. <1/> p.')) ?? '';
    expect(written.split('</text:p>')[0]).toBe('<text:p>Figure 1 on <text:page-number>7</text:page-number>');
    expect(written.match(/xml:id|text:bookmark|<text:note |draw:frame|text:sequence /g)).toHaveLength(5);
  });

  it('the source of a paragraph is in the same paragraph where that breaks the page', async () => {
    const paragraph = (style: string, content: string) => `<text:p text:style-name="${style}">${content}</text:p>`;
    expect(await both(paragraph('New', 'one') + paragraph('Same', 'two'), 'uno', 'dos')).toBe(
      paragraph('New', 'one<text:line-break/>uno') + paragraph('Same', 'two') + paragraph('Same', 'dos'),
    );
  });
});
