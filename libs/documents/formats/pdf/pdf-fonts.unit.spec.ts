import { describe, expect, it } from 'vitest';
import { pdfOf } from './pdf-sample.fixture.js';
import { readPdf } from './translated-pdf.fixture.js';

/** A page that shows codes of a font whose differences and map to Unicode are these. */
const withFont = (codes: string, differences: string, map: string): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 400 600] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    { stream: `BT /F1 12 Tf 40 500 Td <${codes}> Tj ET` },
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences}] >> /ToUnicode 6 0 R >>`,
    { stream: `1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfrange ${map} endbfrange` },
  ]);

describe('text of fonts of a PDF', () => {
  it.each([
    [
      'a map that gives the last letter of ligatures',
      '1f65206d1d',
      '29 /f_f /fi /T_h',
      '<1d> <1d> <0066> <1f> <1f> <0068>',
      'The mff',
    ],
    ['a map that gives whole ligatures', '1f65206d', '31 /T_h', '<1f> <1f> <00540068>', 'The m'],
    ['a map that gives other letters', '1f65206d', '31 /A_B', '<1f> <1f> <0058>', 'Xe m'],
  ])('letters are read with %s', async (_what, codes, differences, ligatures, expected) => {
    const map = `${ligatures} <20> <7a> <0020>`;
    expect((await readPdf(withFont(codes, differences, map))).texts).toEqual([expected]);
  });
});
