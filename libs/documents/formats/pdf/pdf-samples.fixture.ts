import { mkdirSync, writeFileSync } from 'node:fs';
import { pagesOf, type SampleObject } from './pdf-sample.fixture.js';

/** Text in pieces, on lines of every operator, with styles, beside a picture, and turned. */
const operators = `q 0.9 g 20 20 360 560 re f Q
BT /F2 20 Tf 0 0 0.6 rg 40 540 Td (The growth of a small town) Tj ET
BT 0 g /F1 11 Tf 13 TL 40 510 Td
[(The har) 20 (bour was ) ] TJ /F2 11 Tf (never) Tj /F1 11 Tf ( closed, not even) Tj
(in the great winter of the year in which the) '
0 0 (sea froze and the ships stood in the ice.) "
0 -30 Td (A paragraph of its own stands here.) Tj
0 -30 Td (3.14 \\226 67 %) Tj
ET
BI /W 2 /H 2 /BPC 8 /CS /G ID a(EI ET) EI
q 1 0 0 1 40 380 cm BT /F1 11 Tf 0 0 Td (Caf\\351 \\(open\\) for all) Tj ET Q
BT /F1 11 Tf 0 1 -1 0 350 100 Tm (Turned to the side) Tj ET
/X1 Do`;

const columns = `BT /F1 10 Tf 12 TL 40 540 Td
(The left column of the page has) Tj T* (lines that go on below each) Tj T* (other until they end.) Tj ET
BT /F1 10 Tf 12 TL 220 540 Td
(The right column stands beside) Tj T* (it and is read after it, as) Tj T* (people read it.) Tj ET
BT /F1 10 Tf 40 440 Td (Chapter one ) Tj (..............................) Tj ( 12) Tj ET
BT /F1 10 Tf 40 400 Td (1.) Tj 16 0 Td (A point of a list) Tj ET
/Artifact BMC BT /F1 8 Tf 40 20 Td (A foot of the page) Tj ET EMC
BT /F1 8 Tf 360 20 Td (17) Tj ET`;

/** Lines of a column, each as wide as the others but the last of a paragraph. */
const column = (left: number, top: number, lines: readonly string[]): string =>
  `BT /F1 10 Tf 12 TL ${left} ${top} Td ${lines.map((line) => `${line} T*`).join(' ')} ET`;

/** A paragraph over two columns and two pages, with a word in bold, a heading between and a note below. */
const running = [
  `${column(40, 112, ['(The harbour of the town was never closed) Tj', '(in all of the years in which ships went to) Tj'])}
${column(40, 60, ['(1 The ships of the company, not of others.) Tj']).replace('/F1 10 Tf', '/F1 7 Tf')}
BT /F2 16 Tf 220 552 Td (The harbour) Tj ET
${column(220, 520, ['(sea from it, but for the ) Tj /F2 10 Tf (great) Tj /F1 10 Tf ( winter) Tj', '(of the year in which it froze, as the sea) Tj'])}`,
  `${column(40, 540, ['(did around all of the coast, from the one) Tj', '(end to the other.) Tj', '(Another paragraph stands here.) Tj'])}
${column(220, 540, ['(The page has two columns, as the page) Tj', '(before it has.) Tj'])}`,
];

const objects: SampleObject[] = [
  {
    dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 400 200]',
    stream: 'BT /F1 11 Tf 40 150 Td (Text in a form of its own) Tj ET',
  },
  '<< /Type /Annot /Subtype /Link /Rect [40 500 80 510] /Contents (A link to the town) >>',
  '<< /Type /Annot /Subtype /Text /Rect [300 500 320 520] /Contents (A comment in the margin) >>',
  '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
  '<< /Title (The growth of a town) /Parent 6 0 R /Dest [9 0 R /Fit] >>',
  '<< /Title <feff00410020007400f60077006e> /Producer (nobody) >>',
];

/** The samples by their names. */
export const pdfSamples: Readonly<Record<string, Buffer>> = {
  'pieces.pdf': pagesOf(
    [
      { content: operators, resources: '/XObject << /X1 3 0 R >>', entries: '/Annots [4 0 R 5 0 R]' },
      { content: columns },
    ],
    { catalogue: '/Outlines 6 0 R /Lang (en)', objects, trailer: '/Info 8 0 R' },
  ),
  'columns.pdf': pagesOf(running.map((content) => ({ content }))),
};

export const writePdfSamples = (folder: URL): void => {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(pdfSamples)) writeFileSync(new URL(name, folder), bytes);
};
