import { describe, expect, it } from 'vitest';
import { type FormatOptions, type Pagination } from '#libs/documents/formats/format.port.js';
import { partsOf, readAll, textsOf, translatedParts } from '#libs/documents/formats/odf/odf-reading.fixture.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { docxFormat } from './docx.format.js';
import { docxOf, p, r, type SampleParts } from './docx-sample.fixture.js';
import { chartPart } from './docx-samples.fixture.js';

const pageBreak = '<w:r><w:br w:type="page"/></w:r>';
const rendered = '<w:r><w:lastRenderedPageBreak/></w:r>';
const section = (kind: string) => `<w:p><w:pPr><w:sectPr><w:type w:val="${kind}"/></w:sectPr></w:pPr>${r('end')}</w:p>`;
const only = (page: number): Partial<FormatOptions> => ({ pageRange: [{ from: page, to: page }] });
const texts = (body: string, options: Partial<FormatOptions>, others: Partial<SampleParts> = {}) =>
  textsOf(docxFormat, docxOf({ ...others, body }), options);

describe('the pages of a document that cannot be laid out', () => {
  it.each([
    ['a break of its author', p(r('one') + pageBreak) + p(r('two'))],
    ['a break in front of its text', p(r('one')) + p(pageBreak + r('two'))],
    ['a break that the last program found', p(r('one')) + p(rendered + r('two'))],
    ['a break of its author that the last program found too', p(r('one') + pageBreak) + p(rendered + r('two'))],
    ['a paragraph that begins a page', `${p(r('one'))}<w:p><w:pPr><w:pageBreakBefore/></w:pPr>${r('two')}</w:p>`],
    ['a section on a new page', p(r('one')) + section('nextPage') + p(r('two'))],
  ])('are divided by %s', async (_what, body) => {
    expect(await texts(body, only(1))).toContain('one');
    expect(await texts(body, only(2))).toEqual(['two']);
  });

  it.each([
    ['a section on the same page', p(r('one')) + section('continuous') + p(r('two'))],
    ['a break of a line', p(`${r('one')}<w:r><w:br/></w:r>`) + p(r('two'))],
    ['a mark that is off', `${p(r('one'))}<w:p><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr>${r('two')}</w:p>`],
  ])('are not divided by %s', async (_what, body) => {
    expect(await texts(body, only(2))).toEqual([]);
  });

  it('a paragraph that goes over to the next page is on the page where it begins', async () => {
    const body = p(r('one') + rendered + r(' more')) + p(r('two'));
    expect(await texts(body, only(1))).toEqual(['one more']);
    expect(await texts(body, only(2))).toEqual(['two']);
  });

  it('it is known that they are estimated, and how much stays', async () => {
    const { summary } = await readAll(docxFormat, docxOf(p(r('one') + pageBreak) + p(r('two'))), only(2));
    expect(summary).toMatchObject({
      warnings: [{ code: 'pages_estimated' }],
      skipped: [{ reason: skipReasons.outsideRange, count: 1 }],
    });
    expect((await readAll(docxFormat, docxOf(p(r('one'))))).summary.warnings).toBeUndefined();
  });
});

describe('a range of the pages of a document', () => {
  const pagination: Pagination = {
    pageCount: 7,
    places: [
      { paragraph: 0, page: 1 },
      { paragraph: 2, page: 2 },
      { paragraph: 3, page: 1 },
    ],
  };
  const body = p(r('one')) + p('') + p(r('two')) + p(r('three'));

  it('a range of the pages of a document follows the layout of the document where there is one', async () => {
    const { segments, summary } = await readAll(docxFormat, docxOf(body), { ...only(2), pagination });
    expect(segments.map(({ parts }) => parts)).toEqual([[{ kind: 'text', text: 'two' }]]);
    expect(summary.pageCount).toBe(7);
    expect(summary.warnings).toBeUndefined();
    expect(await texts(body, { ...only(1), pagination })).toEqual(['one', 'three']);
  });

  it('what is outside stays as it is, with its language', async () => {
    const english = '<w:lang w:val="en-GB"/>';
    const sample = docxOf({
      body: p(r('one', english)) + p(pageBreak + r('two', english)),
      core: '<dc:title>T</dc:title>',
    });
    const merged = await translatedParts(docxFormat, sample, ['TWO'], { ...only(2), targetLanguage: 'es' });
    const original = await partsOf(sample);
    const document = merged['word/document.xml'];
    expect(document).toContain(p(r('one', english)));
    expect(document).toContain('<w:lang w:val="es"/>');
    expect(document).toContain('TWO');
    for (const [name, part] of Object.entries(original)) {
      if (name !== 'word/document.xml') expect(merged[name]).toBe(part);
    }
  });

  it('properties and charts outside are no segments', async () => {
    const others = [{ type: 'chart', target: 'charts/chart1.xml', content: chartPart }];
    const sample = p(r('one')) + p(pageBreak + r('two'));
    expect(await texts(sample, only(2), { others, core: '<dc:title>Title</dc:title>' })).toEqual(['two']);
  });

  it('notes belong to the text that refers to them, and headers to no page', async () => {
    const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${p(r(text))}</w:footnote>`;
    const sample = p(r('one') + reference(1) + pageBreak) + p(r('two') + reference(2));
    const others = { footnotes: note(1, 'first') + note(2, 'second'), header: p(r('header')) };
    expect(await texts(sample, only(2), others)).toEqual(expect.arrayContaining(['two', 'second']));
    expect(await texts(sample, only(2), others)).toHaveLength(2);
  });
});
