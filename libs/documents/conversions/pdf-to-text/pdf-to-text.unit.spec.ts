import { describe, expect, it } from 'vitest';
import { pagesOf } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { pdfConversion } from './pdf-to-text.js';

const page = (operators: string) => ({ content: `BT /F1 12 Tf 14 TL 40 500 Td ${operators} ET` });
const town = pagesOf(
  [
    page(
      '/F1 24 Tf (Towns & <roads>) Tj /F1 12 Tf 0 -60 Td (A town that ) Tj /F2 12 Tf (grows) Tj T* (by its roads.) Tj',
    ),
    page('(Its end.) Tj'),
  ],
  { trailer: '/Info 3 0 R', objects: ['<< /Title (A title of the file) >>'] },
);

const written = async (bytes: Uint8Array, format: string, language = 'en'): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdfConversion(memoryFile(bytes), format, { language })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('a PDF as text', () => {
  it('a PDF as text has its paragraphs in their order, an empty line between two', async () => {
    expect(await written(town, 'txt')).toBe('Towns & <roads>\n\nA town that grows by its roads.\n\nIts end.\n');
  });

  it('a PDF as text has all paragraphs of a long file', async () => {
    const long = pagesOf(Array.from({ length: 70 }, (_, at) => page(`(Page ${at}.) Tj`)));
    const lines = Array.from({ length: 70 }, (_, at) => `Page ${at}.\n`);
    expect(await written(long, 'txt')).toBe(lines.join('\n'));
  });
});

describe('a PDF as HTML', () => {
  it('a PDF as HTML has headings and paragraphs, and its first heading as title', async () => {
    const html = await written(town, 'html');
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('<title>Towns &amp; &lt;roads&gt;</title>');
    expect(html).toContain(
      '<body>\n<h2>Towns &amp; &lt;roads&gt;</h2>\n<p>A town that grows by its roads.</p>\n<p>Its end.</p>\n</body>',
    );
  });

  it('a PDF as HTML runs leftwards in a language that does', async () => {
    expect(await written(town, 'html', 'ar')).toContain('<html lang="ar" dir="rtl">');
  });

  it('a PDF as HTML is a page of its own where nothing is written', async () => {
    expect(await written(pagesOf([{ content: '' }]), 'html')).toContain('<body>\n</body>\n</html>\n');
  });
});
