import { describe, expect, it } from 'vitest';
import type { MergeOptions } from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { pagesOf as readPages } from './document/pages.js';
import { PdfFile } from './objects/pdf-file.js';
import { type PdfDictionary, PdfStream, textOf } from './objects/pdf-values.js';
import { pagesOf, pdfOf } from './pdf-sample.fixture.js';
import { readPdf, translatedPdf } from './translated-pdf.fixture.js';

const page = (text: string) => ({ content: `BT /F1 12 Tf 40 300 Td (${text}) Tj ET` });
const upper = (text: string): string => text.toUpperCase();
const both = (source: Buffer, options: Partial<MergeOptions> = {}) =>
  translatedPdf(source, upper, { includeSource: true, ...options });

const opened = async (bytes: Buffer) => {
  const file = await PdfFile.open(memoryFile(bytes));
  return { file, pages: readPages(file) };
};

/** The annotations of each page. */
const annotationsOf = (file: PdfFile, of: { dictionary: PdfDictionary }): (PdfDictionary | undefined)[] =>
  (file.array(of.dictionary.get('Annots')) ?? []).map((annotation) => file.dictionary(annotation));

describe('a translated PDF with its source', () => {
  it('each page has its source before it', async () => {
    const { bytes } = await both(pagesOf(['One', 'Two'].map(page)));
    const { texts, segments, summary } = await readPdf(bytes);
    expect(texts).toEqual(['One', 'ONE', 'Two', 'TWO']);
    expect(segments.map(({ part }) => part)).toEqual(['page 1', 'page 2', 'page 3', 'page 4']);
    expect(summary.pageCount).toBe(4);
  });

  it('pages that are not in the range stand once, and every page once where nothing was translated', async () => {
    const source = pagesOf(['One', 'Two', 'Three'].map(page));
    const { bytes } = await both(source, { pageRange: [{ from: 2, to: 2 }] });
    expect((await readPdf(bytes)).texts).toEqual(['One', 'Two', 'TWO', 'Three']);
    const same = await translatedPdf(source, (text) => text, { includeSource: true });
    expect(same.bytes.equals(source)).toBe(true);
  });

  it('pages stand in the branch of the tree that they were in', async () => {
    const fonts = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
    const leaf = (parent: number, content: number) =>
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 400 600] ${fonts} /Contents ${content} 0 R >>`;
    const source = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>',
      '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [6 0 R] >>',
      leaf(2, 8),
      '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [7 0 R] >>',
      leaf(3, 9),
      leaf(5, 10),
      { stream: page('Two').content },
      { stream: page('One').content },
      { stream: page('Three').content },
    ]);
    const { bytes } = await both(source);
    expect((await readPdf(bytes)).texts).toEqual(['One', 'ONE', 'Two', 'TWO', 'Three', 'THREE']);
    const { file } = await opened(bytes);
    const root = file.dictionary(file.catalogue.get('Pages'));
    const branches = (file.array(root?.get('Kids')) ?? []).map((kid) => file.dictionary(kid)?.get('Count'));
    expect([root?.get('Count'), branches]).toEqual([6, [2, undefined, undefined, 2]]);
  });

  it('a form that pages draw is as it was on the page of the source, with the forms in it', async () => {
    const form = (content: string, resources = '') => ({
      dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 400 600] ${resources}`,
      stream: content,
    });
    const source = pagesOf([{ content: '/X1 Do', resources: '/XObject << /X1 3 0 R /X3 5 0 R >>' }], {
      objects: [
        form('/X2 Do', '/Resources << /XObject << /X2 4 0 R >> >>'),
        form(page('Inside').content, '/Resources << /Font << /F1 6 0 R >> >>'),
        form('0 0 1 1 re f'),
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ],
    });
    const { bytes } = await both(source);
    expect((await readPdf(bytes)).texts).toEqual(['Inside', 'INSIDE']);
    const { file, pages } = await opened(bytes);
    const drawn = pages.map(({ resources }) => file.dictionary(resources.get('XObject')));
    expect(drawn[0]?.get('X1')).not.toEqual(drawn[1]?.get('X1'));
    expect(drawn[0]?.get('X3')).toEqual(drawn[1]?.get('X3'));
  });

  it('links stand on both pages, fields and comments once, and their looks on the page of the source', async () => {
    const source = pagesOf([{ ...page('Words'), entries: '/Annots [3 0 R 4 0 R 5 0 R 7 0 R] /StructParents 0' }], {
      catalogue: '/AcroForm << /Fields [4 0 R] >>',
      objects: [
        '<< /Type /Annot /Subtype /Link /Rect [40 290 90 310] /StructParent 3 /Contents (A link) /A << /S /URI /URI (https://example.org) >> >>',
        '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Words) /Rect [0 0 50 9] /F 4 /AP << /N 6 0 R >> >>',
        '<< /Type /Annot /Subtype /Link /Rect [0 0 5 5] /A << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
        { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 50 9]', stream: '0 0 9 9 re f' },
        '<< /Type /Annot /Subtype /Text /Rect [0 0 5 5] /Contents (A comment) /F 2 /AP << /N 6 0 R >> >>',
      ],
    });
    const { bytes } = await both(source);
    const { file, pages } = await opened(bytes);
    const [copy, translated] = pages;
    if (!copy || !translated) throw new Error('Both pages are there');
    const copied = annotationsOf(file, copy);
    expect(copied.map((annotation) => file.name(annotation?.get('Subtype')))).toEqual(['Link', 'Stamp', 'Link']);
    expect(copied.map((annotation) => [...(annotation?.keys() ?? [])].sort())).toEqual([
      ['A', 'P', 'Rect', 'Subtype', 'Type'],
      ['AP', 'F', 'P', 'Rect', 'Subtype', 'Type'],
      ['P', 'Rect', 'Subtype', 'Type'],
    ]);
    expect(copied[1]?.get('F')).toBe(4 + 64 + 128);
    expect([copy, translated].map(({ dictionary }) => dictionary.has('StructParents'))).toEqual([false, true]);
    expect(annotationsOf(file, translated)).toHaveLength(4);
  });

  it('both pages have the label of the page of the source', async () => {
    const labels = '/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /St 5 /P (A-) >>] >>';
    const source = pagesOf(['One', 'Two', 'Three', 'Four'].map(page), { catalogue: labels });
    const labelsOf = async (file: Buffer) => {
      const { file: pdf } = await opened(file);
      return (pdf.array(pdf.dictionary(pdf.catalogue.get('PageLabels'))?.get('Nums')) ?? []).map((value) => {
        const label = pdf.dictionary(value);
        return label
          ? `${textOf(label.get('P')) ?? ''}${pdf.name(label.get('S'))} ${pdf.number(label.get('St'))}`
          : pdf.number(value);
      });
    };
    const { bytes } = await both(source, { pageRange: [{ from: 2, to: 3 }] });
    expect(await labelsOf(bytes)).toEqual([0, 'r 1', 1, 'r 2', 2, 'r 2', 3, 'A-D 5', 4, 'A-D 5', 5, 'A-D 6']);
    const plain = await both(pagesOf([page('One')]));
    expect(await labelsOf(plain.bytes)).toEqual([0, 'D 1', 1, 'D 1']);
  });

  it('a page of the source names its language', async () => {
    const { bytes } = await both(pagesOf([page('One')], { catalogue: '/Lang (en)' }));
    const { file, pages } = await opened(bytes);
    const [before] = file.array(pages[0]?.dictionary.get('Contents')) ?? [];
    const stream = file.resolve(before);
    const text = stream instanceof PdfStream ? Buffer.from(file.streamData(stream)).toString() : '';
    expect(text).toBe(`/Span <</Lang <${Buffer.from('en').toString('hex')}>>> BDC`);
    expect(textOf(file.catalogue.get('Lang'))).toBe('fi');
  });

  it.each([
    [
      '<x><pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part></x>',
      '<x><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>',
    ],
    ['<x><pdfaid:part>4</pdfaid:part><pdfuaid:part>2</pdfuaid:part></x>', '<x><pdfaid:part>4</pdfaid:part></x>'],
    ['<x><pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance></x>', undefined],
  ])('a file whose metadata are %s claims no tags with pages that have none', async (xml, expected) => {
    const source = pagesOf([page('Words')], {
      catalogue: '/Metadata 3 0 R',
      objects: [{ dictionary: '/Type /Metadata /Subtype /XML', stream: xml }],
    });
    const { bytes, summary } = await both(source);
    const added = bytes.subarray(source.length).toString('latin1');
    if (expected === undefined) expect(added).not.toContain('<x>');
    else expect(added).toContain(expected);
    expect(summary.warnings?.map(({ code }) => code)).toEqual(expected === undefined ? [] : ['conformance_dropped']);
  });
});
