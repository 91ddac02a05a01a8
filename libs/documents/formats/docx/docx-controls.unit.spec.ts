import { describe, expect, it } from 'vitest';
import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import { between, textsOf, translatedParts } from '../odf/odf-reading.fixture.js';
import { docxFormat } from './docx.format.js';
import { docxOf, p, r, type SampleParts } from './docx-sample.fixture.js';

const bare = (text: string) => r(text).replace(' xml:space="preserve"', '');
const custom = '<w:dataBinding w:xpath="/root[1]/client[1]" w:storeItemID="{1}"/>';
const later =
  '<w15:dataBinding xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" w15:storeItemID="{1}"/>';
const toCore = (property: string) =>
  `<w:dataBinding w:xpath="/ns1:coreProperties[1]/ns0:${property}[1]" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/>`;
const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr><w:alias w:val="A"/>${properties}<w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const merged = async (parts: SampleParts | string, translations: string[], options: Partial<MergeOptions> = {}) => {
  const bytes = docxOf(parts);
  const written = await translatedParts(docxFormat, bytes, translations, options);
  return between(written['word/document.xml'], 'w:body');
};

describe('controls that are bound to data', () => {
  it('a control within a paragraph is bound no more where its text is translated, since Word would fill it anew', async () => {
    const bound = (binding: string, text: string, more: string) => p(r('Dear ') + control(binding, text) + more);
    expect(await merged(bound(custom + later, r('client'), r(' of ours')), ['Querido <1>cliente</1> nuestro'])).toBe(
      bound('', bare('cliente'), r(' nuestro')).replace('Dear', 'Querido'),
    );
  });

  it('a control stays bound where its own text stays, and where all of the text does', async () => {
    const body = p(r('Dear ') + control(custom, bare('Miller')));
    expect(await merged(body, ['Querido <1>Miller</1>'])).toBe(body.replace('Dear', 'Querido'));
    expect(await merged(body, ['Dear <1>Miller</1>'])).toBe(body);
  });

  it('a control that is all of a paragraph, or of a line of it, is bound no more where that is translated', async () => {
    expect(await merged(p(control(custom, r('client'))), ['cliente'])).toBe(p(control('', bare('cliente'))));
    const line = (binding: string, text: string) =>
      p(`${bare('12')}<w:r><w:tab/></w:r>${control(binding, bare(text))}`);
    expect(await merged(line(custom, 'client'), ['cliente'])).toBe(line('', 'cliente'));
    const lines = (binding: string, one: string, two: string) =>
      p(control(binding, `${bare(one)}<w:r><w:br/></w:r>${bare(two)}`));
    expect(await merged(lines(custom, 'One.', 'Two.'), ['Uno.', 'Dos.'])).toBe(lines('', 'Uno.', 'Dos.'));
  });

  it('a control around paragraphs is bound no more where one of them is translated', async () => {
    const around = (binding: string, ...texts: string[]) =>
      control(binding, texts.map((text) => p(bare(text))).join('')) + p(bare('end'));
    expect(await merged(around(custom, 'OK', '1890', 'client'), ['OK', 'cliente', 'end'])).toBe(
      around('', 'OK', '1890', 'cliente'),
    );
    expect(await merged(around(custom, 'OK', 'client'), ['OK', 'client', 'fin'])).toBe(
      around(custom, 'OK', 'client').replace('end', 'fin'),
    );
  });

  it('controls within controls, rows of tables and language tags are written in their order', async () => {
    const lang = (value: string) => `<w:rPr><w:lang w:val="${value}"/></w:rPr>`;
    const body = (language: string, binding: string, one: string, two: string) =>
      control(
        lang(language),
        control(
          lang(language) + binding,
          `<w:tbl><w:tblPr/><w:tr><w:tc>${p(r('1890'))}${control(custom, p(bare(one)))}</w:tc></w:tr></w:tbl>`,
        ) + p(bare(two)),
      );
    const languages = { sourceLanguage: 'en', targetLanguage: 'es' };
    expect(await merged(body('en', custom, 'OK', 'two'), ['OK', 'dos'], languages)).toBe(
      body('es', custom, 'OK', 'dos'),
    );
    expect(await merged(body('en', custom, 'one', 'two'), ['uno', 'dos'], languages)).toBe(
      body('es', '', 'uno', 'dos').replace(custom, ''),
    );
  });

  it('a control that shows a property of the document stays bound where that is translated', async () => {
    const core = '<dc:title>Town</dc:title>';
    const body = (binding: string, text: string) => p(control(binding, bare(text)));
    const binding = toCore('title');
    expect(await merged({ body: body(binding, 'Town'), core }, ['Ciudad', 'Ciudad'])).toBe(body(binding, 'Ciudad'));
    const author = toCore('creator');
    expect(await merged({ body: body(author, 'The town'), core }, ['La ciudad', 'Ciudad'])).toBe(body('', 'La ciudad'));
    const pageRange = [{ from: 1, to: 1 }];
    expect(await merged({ body: body(binding, 'Town'), core }, ['Ciudad'], { pageRange })).toBe(body('', 'Ciudad'));
  });

  it('a control that shows a prompt stays bound, so that it can be filled in', async () => {
    const body = (text: string) => p(control(`<w:showingPlcHdr/>${custom}`, bare(text)));
    expect(await merged(body('Name of the client'), ['Nombre del cliente'])).toBe(body('Nombre del cliente'));
  });
});

describe('prompts of controls', () => {
  it.each(['dropDownList', 'comboBox', 'date'])(
    'the prompt of a control of the kind %s is translated',
    async (kind) => {
      const prompt = `<w:sdt><w:sdtPr><w:showingPlcHdr/><w:${kind}/></w:sdtPr><w:sdtContent>${r('Choose')}</w:sdtContent></w:sdt>`;
      expect(await textsOf(docxFormat, docxOf(p(r('When: ') + prompt + r(' at noon'))))).toEqual([
        'When: <1>Choose</1> at noon',
      ]);
    },
  );
});
