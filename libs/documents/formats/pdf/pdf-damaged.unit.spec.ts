import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { readPdf } from './translated-pdf.fixture.js';

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

  it('is no file whose pages have no text', async () => {
    expect(await refusalOf(pagesOf([{ content: '0 0 40 40 re f' }]))).toContain('no text');
  });
});
