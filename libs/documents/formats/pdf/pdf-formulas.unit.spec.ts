import { describe, expect, it } from 'vitest';
import { pdfOf } from './pdf-sample.fixture.js';
import { readPdf } from './translated-pdf.fixture.js';

/** A page in Times, upright as `F1` and italic as `F2`, and in a font of formulas, `F3`. */
const page = (operators: string): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 400 600] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>',
    { stream: `BT /F1 12 Tf 14 TL 40 300 Td\n${operators}\nET` },
    ...['Times-Roman', 'Times-Italic', 'CMMI10'].map(
      (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    ),
  ]);

/** Words that are kept as they are, and those that are translated. */
const partsOf = async (operators: string): Promise<{ kept: string[]; texts: string[] }> => {
  const { segments } = await readPdf(page(operators));
  const of = (kind: 'keep' | 'text'): string[] =>
    segments.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === kind ? [part.text.trim()] : [])));
  return { kept: of('keep'), texts: of('text') };
};

const upright = (text: string): string => `/F1 12 Tf 0 Ts (${text}) Tj`;
const italic = (text: string): string => `/F2 12 Tf 0 Ts (${text}) Tj`;
const script = (text: string, rise: number): string => `/F2 8 Tf ${rise} Ts (${text}) Tj`;

describe('formulas of a PDF in the faces of its text', () => {
  it.each([
    ['an equation', italic('D') + script('imp', 5) + upright(' = 2') + italic('a')],
    ['an equation with a function', upright('sin ') + italic('x') + upright(' = ') + italic('y')],
    ['a part of one', upright('+ 2') + italic('c') + script('imp', -3)],
    ['one with a letter of a font of formulas', `/F3 12 Tf (x) Tj ${upright('(n, m)')}`],
  ])('%s is no text', async (_, operators) => {
    expect((await readPdf(page(`${operators} /F1 12 Tf 0 Ts 0 -80 Td (Words) Tj`))).texts).toEqual(['Words']);
  });

  it.each([
    ['a unit', upright('P = 12 kW')],
    ['a word', upright('Price = ') + italic('p')],
    ['no sign of one', italic('A')],
  ])('is told from text with %s', async (_, operators) => {
    expect((await readPdf(page(operators))).texts).toHaveLength(1);
  });

  it('letters that lean alone and their indices are kept within a sentence, and words that lean are not', async () => {
    const operators =
      upright('The mass ') + italic('m') + script('q', -3) + upright(' of ') + italic('all') + upright(' quarks');
    expect(await partsOf(operators)).toEqual({ kept: ['m', 'q'], texts: ['The mass', 'of', 'all', 'quarks'] });
  });

  it('an index below an exponent is on the line of their letter', async () => {
    const operators = `${upright('where all of ') + italic('V') + script('iso', 5)} /F2 8 Tf -3 Ts [400 400 (m)] TJ ${upright('   and more is so')}`;
    const { texts } = await readPdf(page(operators));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^where all of .*and more is so$/);
  });
});
