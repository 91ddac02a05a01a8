import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pagesOf } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { readPixelMap } from './picture.js';

/** Operators that bring a picture of 400 by 600 points to its place on a page that is shown turned by so many degrees. */
const places: Readonly<Record<number, string>> = {
  90: '0 1 -1 0 600 0 cm',
  180: '-1 0 0 -1 400 600 cm',
  270: '0 -1 1 0 0 400 cm',
};

/** A PDF of one picture a page: what a PDF of text looks like at 150 pixels an inch, by poppler. */
export const scanOf = (pdf: Uint8Array, { rotate = 0, text = '' }: { rotate?: number; text?: string } = {}): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'));
  try {
    writeFileSync(join(folder, 'text.pdf'), pdf);
    spawnSync('pdftoppm', ['-r', '150', '-singlefile', join(folder, 'text.pdf'), join(folder, 'page')]);
    const picture = readPixelMap(readFileSync(join(folder, 'page.ppm')));
    if (!picture) throw new Error('poppler made no picture');
    const { width, height, pixels } = picture;
    const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    return pagesOf(
      [
        {
          content: `q ${places[rotate] ?? ''} 400 0 0 600 0 0 cm /Scan Do Q`,
          resources: '/XObject << /Scan 3 0 R >>',
          entries: `/Rotate ${rotate} /MediaBox [0 0 ${rotate % 180 === 0 ? '400 600' : '600 400'}]`,
        },
        ...(text === '' ? [] : [{ content: `BT /F1 12 Tf 40 500 Td (${text}) Tj ET` }]),
      ],
      { objects: [{ dictionary, stream: pixels }] },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A page of three paragraphs, the last in white on blue. */
export const letter = pagesOf([
  {
    content: [
      '0.98 0.96 0.88 rg 0 0 400 600 re f 0.1 0.2 0.5 rg 30 320 340 40 re f 0 g',
      'BT /F2 20 Tf 40 540 Td (Annual report) Tj ET',
      'BT /F1 12 Tf 15 TL 40 500 Td (The committee met on Tuesday to discuss the new) Tj',
      'T* (proposal for the garden. Everyone agreed that the old) Tj T* (trees should stay where they are.) Tj ET',
      'BT /F1 12 Tf 40 420 Td (Nobody asked for money.) Tj ET',
      '1 g BT /F1 14 Tf 40 335 Td (The next meeting is in May.) Tj ET',
    ].join('\n'),
  },
]);
