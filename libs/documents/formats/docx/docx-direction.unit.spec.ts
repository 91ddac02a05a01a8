import { describe, expect, it } from 'vitest';
import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import { between, translatedParts } from '../odf/odf-reading.fixture.js';
import { docxFormat } from './docx.format.js';
import { docxOf, p, r, type SampleParts } from './docx-sample.fixture.js';

const toArabic = { sourceLanguage: 'en', targetLanguage: 'ar' };
const toEnglish = { sourceLanguage: 'ar', targetLanguage: 'en' };
const partsIn = (parts: SampleParts | string, translations: string[], options: Partial<MergeOptions>) =>
  translatedParts(docxFormat, docxOf(parts), translations, options);
const bodyIn = async (body: string, translations: string[], options: Partial<MergeOptions> = toArabic) =>
  between((await partsIn(body, translations, options))['word/document.xml'], 'w:body');

const bare = (text: string, properties = '') => r(text, properties).replace(' xml:space="preserve"', '');
const turned = '<w:pPr><w:bidi/></w:pPr>';
const rightToLeft = (text: string) => p(`${turned}${bare(text, '<w:rtl/>')}`);
const cell = (content: string) => `<w:tc>${content}</w:tc>`;
const table = (properties: string, ...cells: string[]) =>
  `<w:tbl>${properties}<w:tblGrid/><w:tr>${cells.map(cell).join('')}</w:tr></w:tbl>`;

describe('the direction of paragraphs', () => {
  it('the direction turns right to left with the text, where the schema wants it', async () => {
    const body =
      p(`<w:pPr><w:keepNext/><w:jc w:val="both"/></w:pPr>${r('one', '<w:b/><w:sz w:val="20"/><w:lang w:val="fr"/>')}`) +
      p(r('two'));
    expect(await bodyIn(body, ['واحد', 'اثنان'])).toBe(
      p(
        `<w:pPr><w:keepNext/><w:bidi/><w:jc w:val="both"/></w:pPr>${bare('واحد', '<w:b/><w:bCs/><w:sz w:val="20"/><w:szCs w:val="20"/><w:rtl/><w:lang w:val="fr"/>')}`,
      ) + rightToLeft('اثنان'),
    );
  });

  it('a paragraph without words runs as the text around it does', async () => {
    const numbered = '<w:numPr><w:numId w:val="1"/></w:numPr>';
    const body = `${p(r('3')) + p(`<w:pPr>${numbered}<w:ind w:left="720"/></w:pPr>`)}<w:p w:rsidR="1"/>${p(r('OK'))}`;
    expect(await bodyIn(body, ['OK'])).toBe(
      p(turned + r('3')) +
        p(`<w:pPr>${numbered}<w:bidi/><w:ind w:left="720"/></w:pPr>`) +
        `<w:p w:rsidR="1">${turned}</w:p>` +
        p(turned + r('OK')),
    );
  });

  it('text of a text box runs as its translation does, in both branches', async () => {
    const box = (content: string) =>
      p(
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${content}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${content}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>`,
      );
    const around = box(table('<w:tblPr/>', p(r('one'))) + p('')).replace('<w:p>', `<w:p>${turned}`);
    expect(await bodyIn(box(table('<w:tblPr/>', p(r('one'))) + p('')), ['واحد'])).toBe(
      around
        .replaceAll('<w:tblPr/>', '<w:tblPr><w:bidiVisual/></w:tblPr>')
        .replaceAll(p(r('one')), rightToLeft('واحد'))
        .replaceAll('<w:p></w:p>', p(turned)),
    );
  });

  it('text that was deleted stays as it is', async () => {
    const deleted = `<w:del w:id="1"><w:r><w:txbxContent>${p('')}${table('<w:tblPr/>')}</w:txbxContent></w:r></w:del>`;
    expect(await bodyIn(p(deleted), [])).toBe(p(turned + deleted));
  });

  it('a property that the text has for both directions is not doubled', async () => {
    const both = '<w:b/><w:bCs w:val="0"/>';
    expect(await bodyIn(p(r('one', both)), ['واحد'])).toBe(p(`${turned}${bare('واحد', `${both}<w:rtl/>`)}`));
  });

  it.each(['constructor', 'toString'])('a property named %s is one like any other', async (name) => {
    const odd = `<w:${name}/>`;
    expect(await bodyIn(p(r('one', odd)), ['واحد'])).toBe(p(`${turned}${bare('واحد', `${odd}<w:rtl/>`)}`));
  });

  it('the direction of a right-to-left text turns left to right with its translation', async () => {
    const arabic = p(`<w:pPr><w:bidi/><w:jc w:val="both"/></w:pPr>${r('واحد', '<w:rtl/>')}`);
    expect(await bodyIn(arabic, ['one'], toEnglish)).toBe(
      p(`<w:pPr><w:bidi w:val="0"/><w:jc w:val="both"/></w:pPr><w:r><w:t>one</w:t></w:r>`),
    );
  });

  it('nothing turns between languages of one direction', async () => {
    const body = `${table('<w:tblPr/>', p(r('1'))) + p('')}<w:sectPr><w:docGrid/></w:sectPr>`;
    expect(await bodyIn(body, [], { sourceLanguage: 'en', targetLanguage: 'es' })).toBe(body);
  });
});

describe('the direction of tables and sections', () => {
  it('the columns of a table begin on the other side, where the schema wants that said', async () => {
    const properties = (direction: string) =>
      `<w:tblPr><w:tblStyle w:val="Grid"/><w:tblpPr/><w:tblOverlap w:val="never"/>${direction}<w:tblW w:w="0"/><w:jc w:val="left"/></w:tblPr>`;
    const body = table(properties(''), p(r('Name')), p(r('1890'))) + p('');
    const written = await bodyIn(body, ['الاسم']);
    expect(written).toBe(table(properties('<w:bidiVisual/>'), rightToLeft('الاسم'), p(turned + r('1890'))) + p(turned));
    expect(await bodyIn(written ?? '', ['Name'], toEnglish)).toContain(properties(''));
  });

  it('sections run as their text does, those within the text and the last one', async () => {
    const section = (direction: string) => `<w:sectPr><w:cols w:num="2"/>${direction}<w:docGrid/></w:sectPr>`;
    const written = await bodyIn(p(`<w:pPr>${section('')}</w:pPr>${r('one')}`) + section(''), ['واحد']);
    expect(written).toBe(
      p(`<w:pPr><w:bidi/>${section('<w:bidi/>')}</w:pPr>${bare('واحد', '<w:rtl/>')}`) + section('<w:bidi/>'),
    );
    const back = await bodyIn('<w:sectPr><w:bidi/></w:sectPr>', [], toEnglish);
    expect(back).toBe('<w:sectPr/>');
  });

  it('with a page range a table turns with its first paragraph, and sections stay', async () => {
    const pageBreak = '<w:r><w:br w:type="page"/></w:r>';
    const grid = table('<w:tblPr/>', p(r('Name')));
    const body = `${grid}${p(pageBreak)}${grid}<w:sectPr/>`;
    expect(await bodyIn(body, ['الاسم'], { ...toArabic, pageRange: [{ from: 2, to: 2 }] })).toBe(
      `${grid}${p(turned + pageBreak)}${table('<w:tblPr><w:bidiVisual/></w:tblPr>', rightToLeft('الاسم'))}<w:sectPr/>`,
    );
  });
});

describe('the direction of styles', () => {
  const style = (type: string, content: string) => `<w:style w:type="${type}" w:styleId="s">${content}</w:style>`;
  const stylesIn = async (styles: string, options: Partial<MergeOptions>) =>
    between((await partsIn({ body: p(''), styles }, [], options))['word/styles.xml'], 'w:styles');

  it('a paragraph style that is based on none is turned, and hands it down', async () => {
    const based = style('paragraph', '<w:basedOn w:val="s"/><w:pPr><w:jc w:val="left"/></w:pPr>');
    const own = style('paragraph', '<w:basedOn w:val="s"/><w:pPr><w:bidi w:val="0"/><w:ind/></w:pPr>');
    const character = style('character', '<w:rPr><w:u/></w:rPr>');
    const root = (direction: string) => style('paragraph', `<w:qFormat/>${direction}<w:rPr><w:u/></w:rPr>`);
    const last = (direction: string) => style('paragraph', `<w:name w:val="x"/>${direction}`);
    const written = await stylesIn(root('') + based + own + last('') + character, toArabic);
    expect(written).toBe(root(turned) + based + own.replace('<w:bidi w:val="0"/>', '') + last(turned) + character);
  });

  it('the look of styles is that of right-to-left text too', async () => {
    const looks = (bold: string, size: string) =>
      `<w:docDefaults><w:rPrDefault><w:rPr>${size}</w:rPr></w:rPrDefault></w:docDefaults>` +
      style('character', `<w:rPr>${bold}<w:lang w:val="fr"/></w:rPr>`);
    expect(await stylesIn(looks('<w:b/>', '<w:sz w:val="36"/>'), toArabic)).toBe(
      looks('<w:b/><w:bCs/>', '<w:sz w:val="36"/><w:szCs w:val="36"/>'),
    );
  });

  it('styles of a right-to-left document are turned back', async () => {
    const defaults = (content: string) => `<w:docDefaults><w:pPrDefault>${content}</w:pPrDefault></w:docDefaults>`;
    const arabic =
      defaults('<w:pPr><w:bidi/></w:pPr>') +
      style('paragraph', '<w:pPr><w:bidi/><w:spacing/></w:pPr><w:rPr><w:rtl/><w:lang w:bidi="he"/></w:rPr>') +
      style('table', '<w:tblPr><w:bidiVisual/><w:tblInd/></w:tblPr>');
    expect(await stylesIn(arabic, toEnglish)).toBe(
      defaults('') +
        style('paragraph', '<w:pPr><w:spacing/></w:pPr><w:rPr><w:lang w:bidi="he"/></w:rPr>') +
        style('table', '<w:tblPr><w:tblInd/></w:tblPr>'),
    );
  });

  it('source text above its translation says its own direction', async () => {
    const written = await bodyIn(p(`<w:pPr><w:jc w:val="left"/></w:pPr>${r('one')}`), ['واحد'], {
      ...toArabic,
      includeSource: true,
    });
    expect(written).toContain('<w:p><w:pPr><w:bidi w:val="0"/><w:jc w:val="left"/></w:pPr>');
  });
});
