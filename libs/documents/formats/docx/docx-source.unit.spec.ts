import { describe, expect, it } from 'vitest';
import { between, translatedParts } from '../odf/odf-reading.fixture.js';
import { docxFormat } from './docx.format.js';
import { docxOf, field, fieldMark, p, r } from './docx-sample.fixture.js';

const both = async (body: string, translations: string[], options = {}) => {
  const parts = await translatedParts(docxFormat, docxOf(body), translations, { includeSource: true, ...options });
  return between(parts['word/document.xml'], 'w:body');
};
const bare = (text: string, properties = '') => r(text, properties).replace(' xml:space="preserve"', '');
const noNumber = '<w:numPr><w:numId w:val="0"/></w:numPr>';
const noBreak = '<w:pageBreakBefore w:val="0"/>';

describe('the source of a paragraph', () => {
  it('the source of a paragraph stands above its translation with its formatting', async () => {
    const body = p(r('The ') + r('big', '<w:b/>') + r(' house'));
    const translation = p(r('La casa ') + bare('grande', '<w:b/>'));
    expect(await both(body, ['La casa <1>grande</1>'])).toBe(body + translation);
  });

  it('the source of a paragraph is not there where the translation says the same', async () => {
    const body = p(r('OK'));
    expect(await both(body, ['OK'])).toBe(body);
  });

  it('the source of a paragraph has no number, no section and no id of its own, and the number stays with the translation', async () => {
    const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>';
    const section = '<w:sectPr><w:pgSz w:w="1" w:h="2"/></w:sectPr>';
    const properties = `<w:pPr><w:pStyle w:val="X"/>${numbered}<w:jc w:val="left"/>${section}</w:pPr>`;
    const body = `<w:p w14:paraId="1A" xmlns:w14="x">${properties}${r('one')}</w:p>`;
    expect(await both(body, ['uno'])).toBe(
      `<w:p xmlns:w14="x"><w:pPr><w:pStyle w:val="X"/>${noNumber}<w:jc w:val="left"/></w:pPr>${r('one')}</w:p>` +
        `<w:p w14:paraId="1A" xmlns:w14="x"><w:pPr><w:pStyle w:val="X"/>${noBreak}${numbered}<w:jc w:val="left"/>${section}</w:pPr>${bare('uno')}</w:p>`,
    );
  });

  it('the source of a paragraph has no bookmark, comment, note, picture, deletion or control', async () => {
    const marks = '<w:bookmarkStart w:id="1" w:name="x"/><w:commentRangeStart w:id="2"/>';
    const note = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    const control = `<w:sdt><w:sdtPr><w:id w:val="9"/></w:sdtPr><w:sdtContent>${r('two')}</w:sdtContent></w:sdt>`;
    const deleted = '<w:del w:id="3"><w:r><w:delText>gone</w:delText></w:r></w:del>';
    const written = (await both(p(`${marks}${r('one ')}${control}${note}${deleted}`), ['UNO <1>DOS</1><2/>'])) ?? '';
    const [copy = ''] = written.split('</w:p>');
    expect(copy).toBe(`<w:p>${r('one ')}${r('two')}<w:r></w:r>`);
    expect(written.match(/footnoteReference|bookmarkStart|w:sdt>|w:del>/g)).toHaveLength(5);
  });

  it('the source of a paragraph has what a field shows, and a field only where it tells of the page', async () => {
    const sequence = field('SEQ Figure', '1');
    const page = field('PAGE', '7');
    const written = (await both(p(`${r('Figure ')}${sequence}${r(' on page ')}${page}`), ['Fig. <1/> p. <2/>'])) ?? '';
    expect(written.match(/SEQ Figure/g)).toHaveLength(1);
    expect(written.match(/PAGE/g)).toHaveLength(2);
    expect(written.match(/fldCharType="begin"/g)).toHaveLength(3);
    expect(written.match(/fldCharType="end"/g)).toHaveLength(3);
  });

  it('the source of a paragraph has no begin of a field that ends in another paragraph', async () => {
    const instruction = '<w:r><w:instrText>TOC \\o</w:instrText></w:r>';
    const start = fieldMark('begin') + instruction + fieldMark('separate');
    const written = (await both(p(start + r('One')) + p(r('Two') + fieldMark('end')), ['Uno', 'Dos'])) ?? '';
    expect(written.match(/fldCharType/g)).toHaveLength(3);
    expect(written.match(/<w:t[ >]/g)).toHaveLength(4);
  });

  it('the source of a paragraph comes behind what breaks the page, which does so once', async () => {
    const pageBreak = '<w:r><w:br w:type="page"/></w:r>';
    const body = p(`<w:pPr><w:pageBreakBefore/></w:pPr>${pageBreak}${r('one')}`);
    expect(await both(body, ['uno'])).toBe(`${body}<w:p><w:pPr>${noBreak}</w:pPr><w:r></w:r>${bare('uno')}</w:p>`);
  });

  it('the source of a paragraph names its language and keeps its direction', async () => {
    const body = p(r('one') + r(' two', '<w:b/><w:lang w:val="en-GB"/>'));
    expect(await both(body, ['a <1>b</1>'], { targetLanguage: 'ar' })).toContain(
      `${r('one', '<w:lang w:val="en"/>')}${r(' two', '<w:b/><w:lang w:val="en-GB"/>')}</w:p><w:p><w:pPr><w:bidi/></w:pPr>`,
    );
  });
});
