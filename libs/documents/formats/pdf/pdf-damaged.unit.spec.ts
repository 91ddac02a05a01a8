import { describe, expect, it } from 'vitest';
import { pagesOf, pdfOf, type SampleObject } from './pdf-sample.fixture.js';
import { readPdf, translatedPdf } from './translated-pdf.fixture.js';

const page = (text: string) => ({ content: `BT /F1 12 Tf 40 300 Td (${text}) Tj ET` });

/** The message that a file is refused with; undefined where it is read. */
const refusalOf = async (bytes: Buffer): Promise<string | undefined> => {
  try {
    await readPdf(bytes);
    return undefined;
  } catch (error) {
    return String(error);
  }
};

describe('a damaged PDF', () => {
  const source = pagesOf([page('A letter with some words.')]);

  it('is called damaged where it ends before the text of its pages, and not a file without text', async () => {
    const end = source.indexOf('stream');
    expect(await refusalOf(source.subarray(0, end))).toContain('The file is damaged');
  });

  it('is read where the tables alone are missing', async () => {
    expect(await refusalOf(source.subarray(0, source.lastIndexOf('xref\n0')))).toBeUndefined();
  });

  const three = pagesOf([page('One.'), page('Two.'), page('Three.')]);
  /** The bytes up to a place behind the beginning of an object. */
  const cutAt = (object: number, behind = 0): Buffer => three.subarray(0, three.indexOf(`${object} 0 obj`) + behind);
  const warningsIn = async (bytes: Buffer) => (await readPdf(bytes)).summary.warnings;

  it.each([
    ['its tables', three.subarray(0, three.lastIndexOf('xref\n0')), 1, '3 pages were found, as it says'],
    ['the contents of a page', cutAt(8), 1, '3 pages were found, as it says; no text is left of page 3'],
    ['a page', cutAt(7), 1, 'of its 3 pages 2 are there'],
    ['two pages', cutAt(5), 2, 'of its 3 pages 1 is there'],
    ['the end of a text', cutAt(8, 70), 1, '3 pages were found, as it says; the text of page 3 ends too early'],
  ])('says what is lost where it is cut before %s', async (_, bytes, count, said) => {
    expect((await readPdf(bytes)).texts[0]).toBe('One.');
    const message = `The file ends too early; ${said}. What was found is translated.`;
    expect(await warningsIn(bytes)).toEqual([{ code: 'file_damaged', message, count }]);
  });

  it('says what is lost where a part in its middle is missing', async () => {
    const hole = Buffer.concat([cutAt(4), three.subarray(three.indexOf('5 0 obj'))]);
    expect((await readPdf(hole)).texts).toEqual(['Two.', 'Three.']);
    const message =
      'Parts of the file are missing; 3 pages were found, as it says; no text is left of page 1. What was found is translated.';
    expect(await warningsIn(hole)).toEqual([{ code: 'file_damaged', message, count: 1 }]);
  });

  describe('without its list of pages', () => {
    const resources = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
    const pages = ['One', 'Two'].flatMap((text, at): SampleObject[] => [
      `<< /Type /Page /MediaBox [0 0 400 600] /Contents ${2 + 2 * at} 0 R /Resources << ${resources} >> >>`,
      { stream: `BT /F1 12 Tf 40 300 Td (${text} of them.) Tj ET` },
    ]);
    const whole = pdfOf([...pages, '<< /Type /Pages >>']);
    const cut = whole.subarray(0, whole.indexOf('5 0 obj'));

    it('has the pages that are found', async () => {
      const { texts, summary } = await readPdf(cut);
      expect(texts).toEqual(['One of them.', 'Two of them.']);
      const message =
        'The file ends too early; its list of pages is lost, and 2 pages were found. What was found is translated.';
      expect(summary.warnings).toEqual([{ code: 'file_damaged', message, count: 1 }]);
    });

    it('has a list again when it is translated', async () => {
      const { bytes } = await translatedPdf(cut, (text) => text.toUpperCase());
      const { texts, summary } = await readPdf(bytes);
      expect(texts).toEqual(['ONE OF THEM.', 'TWO OF THEM.']);
      expect(summary).toMatchObject({ pageCount: 2, warnings: [] });
    });
  });

  it('counts text whose font is lost as text that cannot be read', async () => {
    const { content } = page('Words of a font that is there.');
    const lost = content.replace('/F1', '/F7').replace('300', '200');
    const { skipped } = (await readPdf(pagesOf([{ content: `${content} ${lost}` }]))).summary;
    const reason = 'The file does not tell which characters its glyphs are.';
    expect(skipped).toEqual([{ part: 'page 1', reason, count: 1 }]);
  });

  it('says nothing of a whole file, nor of one with a little behind its end', async () => {
    expect((await readPdf(source)).summary.warnings).toEqual([]);
    expect((await readPdf(Buffer.concat([source, Buffer.from('\n\n')]))).summary.warnings).toEqual([]);
  });

  it.each(['constructor', 'toString', '__proto__'])('is read where a page has the operator %s', async (operator) => {
    const { content } = page('Words.');
    expect((await readPdf(pagesOf([{ content: `1 2 ${operator} ${content}` }]))).texts).toEqual(['Words.']);
  });

  it('is no file whose pages have no text', async () => {
    expect(await refusalOf(pagesOf([{ content: '0 0 40 40 re f' }]))).toContain('no text');
  });
});
