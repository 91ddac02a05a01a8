import { describe, expect, it } from 'vitest';
import { defaultMergeOptions, type MergeOptions } from '#libs/documents/formats/format.port.js';
import { entriesOf } from '#libs/documents/formats/opc/package.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { mergeAll } from '#libs/documents/formats/whole-file.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { docxFormat } from './docx.format.js';
import { docxOf, p, r } from './docx-sample.fixture.js';

const upper = (parts: Segment): Segment =>
  parts.map((part) => ('text' in part ? { ...part, text: part.text.toUpperCase() } : part));

const bodyOf = async (body: string, changed: Partial<MergeOptions> = {}) => {
  const options: MergeOptions = {
    ...defaultMergeOptions,
    sourceLanguage: 'en',
    targetLanguage: 'en',
    preserveImages: false,
    ...changed,
  };
  const file = memoryFile(docxOf(body));
  const translations: Segment[] = [];
  for await (const batch of docxFormat.extract(file, options)) {
    for (const { parts } of batch) translations.push(upper(parts));
  }
  const entries = await entriesOf(await mergeAll(docxFormat, file, translations, options));
  return /<w:body>(.*)<\/w:body>/s.exec(entries['word/document.xml'] ?? '')?.[1];
};

const graphic = (content: string) => `<a:graphic><a:graphicData uri="x">${content}</a:graphicData></a:graphic>`;
const picture = '<pic:pic><pic:nvPicPr><pic:cNvPr id="2" name="P"/></pic:nvPicPr></pic:pic>';
const drawing = (attributes: string, content = picture, frame = 'inline') =>
  `<w:drawing><wp:${frame}><wp:docPr id="1" name="P"${attributes}/>${graphic(content)}</wp:${frame}></w:drawing>`;
const run = (content: string) => `<w:r><w:rPr><w:b/></w:rPr>${content}</w:r>`;
const t = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;

describe('a picture that gives place to its alternative text', () => {
  it.each(['inline', 'anchor'])(
    'the text of one that is %s stands in its run, in the look of the run',
    async (frame) => {
      const one = run(drawing(' descr="A &amp; b"', picture, frame));
      expect(await bodyOf(p(one))).toBe(p(run(t('A &amp; B'))));
      expect(await bodyOf(p(one), { translateAltText: false })).toBe(p(run(t('A &amp; b'))));
      expect(await bodyOf(p(one), { preserveImages: true, translateAltText: false })).toBe(p(one));
    },
  );

  it('spaces keep its text apart from the words beside it', async () => {
    const body = await bodyOf(p(r('one') + run(drawing(' descr="12"')) + r('two')));
    expect(body?.replace(/<[^>]+>/g, '')).toBe('ONE 12 TWO');
  });

  it('a picture without a text is taken out', async () => {
    expect(await bodyOf(p(run(drawing(''))))).toBe(p(run('')));
  });

  it('both branches of an alternative have the text', async () => {
    const vml = '<w:pict><v:shapetype id="t"/><v:shape><v:imagedata/></v:shape></w:pict>';
    const both = (choice: string, fallback: string) =>
      `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
    expect(await bodyOf(p(run(both(drawing(' title="a"'), vml))))).toBe(p(run(both(t('A'), t('A')))));
  });

  it('a picture in VML has its text', async () => {
    expect(await bodyOf(p(run('<w:pict><v:shape alt="a"><v:imagedata/></v:shape></w:pict>')))).toBe(p(run(t('A'))));
  });

  it.each([
    ['a chart', run(drawing(' descr="12"', '<c:chart xmlns:c="c"/>'))],
    ['a group', run(drawing(' descr="12"', `<wpg:wgp xmlns:wpg="g">${picture}</wpg:wgp>`))],
    ['a shape of VML', run('<w:pict><v:shape alt="12"><v:textbox/><v:imagedata/></v:shape></w:pict>')],
    ['a picture in deleted text', `<w:del>${run(drawing(' descr="12"'))}</w:del>`],
  ])('%s stays', async (_what, content) => {
    expect(await bodyOf(p(content))).toBe(p(content));
  });

  it('a picture in a text box gives place, and the text box stays', async () => {
    const box = (content: string) =>
      run(drawing('', `<wps:wsp><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp>`));
    const nested = (content: string) => p(box(p(box(p(run(content))))));
    expect(await bodyOf(nested(drawing(' descr="a"')))).toBe(nested(t('A')));
  });
});
