import { describe, expect, it } from 'vitest';
import { memoryFile } from '../../source-file.js';
import { PdfFile } from '../objects/pdf-file.js';
import { pdfOf } from '../pdf-sample.fixture.js';
import { readPdf } from '../translated-pdf.fixture.js';
import { pagesOf } from './pages.js';

/** A PDF of so many pages, of which the last has words. */
const withPages = (count: number): Buffer => {
  const numbers = Array.from({ length: count }, (_, at) => 5 + at);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /MediaBox [0 0 400 600] /Resources << /Font << /F1 4 0 R >> >> >>`,
    { stream: 'BT /F1 12 Tf 40 300 Td (Words) Tj ET' },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.map((_, at) => `<< /Type /Page /Parent 2 0 R ${at === count - 1 ? '/Contents 3 0 R' : ''} >>`),
  ]);
};

describe('the pages of a PDF', () => {
  it('are 10,000 at most, and one more is refused before any is read', { timeout: 60_000 }, async () => {
    const { segments, summary } = await readPdf(withPages(10_000));
    expect(summary.pageCount).toBe(10_000);
    expect(segments.map(({ part }) => part)).toEqual(['page 10000']);
    await expect(readPdf(withPages(10_001))).rejects.toMatchObject({ name: 'FormatError', reason: 'hostile' });
  });

  it('show what is neither cut off nor beyond the page', async () => {
    const boxOf = async (boxes: string) => {
      const file = pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        `<< /Type /Page /Parent 2 0 R ${boxes} >>`,
      ]);
      const [page] = pagesOf(await PdfFile.open(memoryFile(file)));
      return page && [page.box.left, page.box.bottom, page.box.right, page.box.top];
    };
    expect(await boxOf('')).toEqual([0, 0, 612, 792]);
    expect(await boxOf('/MediaBox [400 600 0 0]')).toEqual([0, 0, 400, 600]);
    expect(await boxOf('/MediaBox [0 0 400 600] /CropBox [10 20 300 400]')).toEqual([10, 20, 300, 400]);
    expect(await boxOf('/MediaBox [0 0 400 600] /CropBox [-10 -20 300 900]')).toEqual([0, 0, 300, 600]);
    expect(await boxOf('/MediaBox [0 0 400 600] /CropBox [500 0 600 100]')).toEqual([0, 0, 400, 600]);
  });
});
