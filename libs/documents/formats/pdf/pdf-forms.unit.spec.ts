import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

/** A page that shows these texts in 12 points, and has fields in these places. */
const form = (texts: string, fields: readonly string[] = [], drawn = '', flags = 4): Buffer =>
  pagesOf(
    [
      {
        content: `${drawn}\nBT /F1 12 Tf 14 TL 40 500 Td\n${texts}\nET`,
        entries: `/Annots [${fields.map((_, at) => `${at + 3} 0 R`).join(' ')}]`,
      },
    ],
    { objects: fields.map((place) => `<< /Type /Annot /Subtype /Widget /FT /Tx /F ${flags} /Rect [${place}] >>`) },
  );

const tab = '/Span <</ActualText (\\t)>> BDC ( ) Tj EMC';
/** Where words of a translation begin, from left to right. */
const startsIn = (content: string): number[] =>
  [...content.matchAll(/1 0 0 1 ([\d.]+) 500 Tm/g)].map(([, x]) => Math.round(Number(x)));

describe('forms of a PDF', () => {
  it.each([
    ['many spaces', '(Plan:       Wages:) Tj', ['Plan:', 'Wages:']],
    ['a few spaces', '(A plan.   More of it) Tj', ['A plan. More of it']],
    ['a tab', `(A plan) Tj ${tab} (More of it) Tj`, ['A plan', 'More of it']],
    ['a tab for each space', `(A) Tj ${tab} (plan) Tj`, ['A plan']],
  ])('words are parted by %s, or not', async (_what, texts, expected) => {
    expect((await readPdf(form(texts))).texts).toEqual(expected);
  });

  it('words behind many spaces stay where they are', async () => {
    const source = form('(Plan:       Wages:) Tj');
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(startsIn(drawnIn(bytes, source))).toEqual(expect.arrayContaining([40, 91]));
  });

  it('labels of rows stay where they are: a digit and a letter', async () => {
    const row = (label: string) => `(${label}) Tj ${tab} (Some words, or more) Tj T*`;
    expect((await readPdf(form(row('6a') + row('6b')))).texts).toEqual(['Some words, or more', 'Some words, or more']);
  });

  it.each([
    ['a field', ['68 499 78 509'], '', ['Male', 'Female']],
    ['nothing', [], '', ['Male Female']],
    ['the side of a filled cell', [], '0.9 g 74 490 60 25 re f 0 g', ['Male', 'Female']],
    ['the side of a mark behind words', [], '0.9 g 74 498 60 12 re f 0 g', ['Male Female']],
  ])('words of a line are parted by %s, or not', async (_what, fields, drawn, expected) => {
    const texts = '(Male) Tj 40 0 Td (Female) Tj';
    expect((await readPdf(form(texts, fields, drawn))).texts).toEqual(expected);
  });

  it('a field that does not show parts nothing', async () => {
    const texts = '(Gender) Tj 54 0 Td (Female) Tj';
    expect((await readPdf(form(texts, ['82 500 91 509']))).texts).toEqual(['Gender', 'Female']);
    expect((await readPdf(form(texts, ['82 500 91 509'], '', 2))).texts).toEqual(['Gender Female']);
    expect((await readPdf(form(texts, ['82 500 82 509']))).texts).toEqual(['Gender Female']);
  });

  it('lines behind boxes to tick are entries of their own', async () => {
    const texts = '(Rent and other income that) Tj T* (From the land of a year) Tj';
    const boxes = ['26 499 36 509', '26 485 36 495'];
    expect((await readPdf(form(texts))).texts).toHaveLength(1);
    expect((await readPdf(form(texts, boxes))).texts).toHaveLength(2);
    const drawn = boxes.map((box) => `${box.split(' ').slice(0, 2).join(' ')} 10 10 re S`).join(' ');
    expect((await readPdf(form(texts, [], drawn))).texts).toHaveLength(2);
    expect((await readPdf(form(texts, [], '26 470 10 60 re S'))).texts).toHaveLength(1);
  });

  it('the bold number or letter of an item stays, where what follows it is not bold', async () => {
    const item = (mark: string, gap: number, rest: string): string =>
      `/F2 12 Tf (${mark}) Tj /F1 12 Tf ${gap} 0 Td (${rest}) Tj`;
    const texts = `${item('a', 14, 'Name of the owner')} -14 -40 Td ${item('12b', 30, 'See the notes')} -30 -40 Td ${item('7', 9, 'days of it')}`;
    expect((await readPdf(form(texts))).texts).toEqual(['Name of the owner', 'See the notes', '<1>7</1> days of it']);
  });

  it('a translation does not run into a field that was made part of the page', async () => {
    const sizeWith = async (matrix: string): Promise<number> => {
      const source = pagesOf(
        [
          {
            content: `BT /F1 12 Tf 40 500 Td (Name) Tj ET q ${matrix} cm /X1 Do Q`,
            resources: '/XObject << /X1 3 0 R >>',
          },
        ],
        {
          objects: [
            {
              dictionary:
                '/Type /XObject /Subtype /Form /BBox [0 0 180 20] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
              stream: 'BT /F1 12 Tf 10 5 Td (2020) Tj ET',
            },
          ],
        },
      );
      const { bytes } = await translatedPdf(source, () => 'Nombre completo del cliente');
      return Number(/Tl\d+ ([\d.]+) Tf/.exec(drawnIn(bytes, source).split('TlParagraph')[1] ?? '')?.[1]);
    };
    expect(await sizeWith('1 0 0 1 120 300')).toBeGreaterThan(10);
    expect(await sizeWith('1 0 0 1 120 495')).toBeLessThan(9);
  });

  it('a translation does not run into a field', async () => {
    const widthWith = async (fields: readonly string[]): Promise<number> => {
      const source = form('(Name) Tj', fields);
      const { bytes } = await translatedPdf(source, () => 'Nombre completo del cliente');
      return Number(/Tl\d+ ([\d.]+) Tf/.exec(drawnIn(bytes, source).split('TlParagraph')[1] ?? '')?.[1]);
    };
    expect(await widthWith([])).toBeGreaterThan(10);
    expect(await widthWith(['120 495 300 515'])).toBeLessThan(9);
  });
});

it('the last line of a translation does not run into what stands behind that of its source', async () => {
  const texts = '(Did you have a loss of money that) Tj T* (was more than that) Tj';
  const widest = async (fields: readonly string[]): Promise<string> => {
    const source = form(texts, fields);
    const { bytes } = await translatedPdf(
      source,
      () => 'Have you had a loss of money which was bigger than it had been then',
    );
    return drawnIn(bytes, source);
  };
  const lines = (content: string): number => content.match(/ Tm\n\/Tl| Tm\n\[/g)?.length ?? 0;
  expect(lines(await widest([]))).toBe(2);
  const size = (content: string): number => Number(/Tl\d+ ([\d.]+) Tf/.exec(content)?.[1]);
  expect(size(await widest(['146 484 160 496']))).toBeLessThan(size(await widest([])));
});

describe('leaders of a PDF', () => {
  const leader = '/Span <</ActualText ( . . . . . .)>> BDC (....................) Tj EMC';

  it('dots with a text of their own are a leader', async () => {
    expect((await readPdf(form(`(Robbery) Tj ${leader} ( 12) Tj`))).texts).toEqual(['Robbery']);
  });

  it('a translation takes the place of dots behind it, which go, and leaves some', async () => {
    const source = form('(Summary) Tj ( ........................................) Tj (7) Tj');
    const { bytes } = await translatedPdf(source, () => 'A summary of all of it');
    const content = drawnIn(bytes, source);
    const dots = /<((?:2e)+)>/.exec(content)?.[1] ?? '';
    expect(dots.length / 2).toBeGreaterThan(8);
    expect(dots.length / 2).toBeLessThan(32);
    // In its own size, as far as the face of the source is as wide.
    expect(Number(/Tl\d+ ([\d.]+) Tf/.exec(content.split('TlParagraph')[1] ?? '')?.[1])).toBeGreaterThan(10);
    expect(content).toContain('(7) Tj');
    const long = await translatedPdf(source, () => 'A summary of all of it that is very long indeed');
    expect(/<((?:2e)+)>/.exec(drawnIn(long.bytes, source))?.[1]?.length).toBeGreaterThan(6);
  });

  it.each(['.', '-', '_', '*', '~', '>', '\\225', '\\267', '\\226'])(
    '%s in a row, apart or not, lead to a number',
    async (sign) => {
      const apart = `[(How) -278 (it was) -500 ${`(${sign}) -500 `.repeat(20)} -700 (12)] TJ`;
      const close = `0 -40 Td (Some References) Tj ( ${sign.repeat(20)}) Tj (27) Tj`;
      expect((await readPdf(form(`${apart} ${close}`))).texts).toEqual(['How it was', 'Some References']);
    },
  );

  it.each(['A card **** 1234', 'It -- as all -- is so', 'Wait!!!!!!!! Now'])(
    'signs of a text lead nowhere: %s',
    async (text) => {
      expect((await readPdf(form(`(${text}) Tj`))).texts).toEqual([text]);
    },
  );

  it('lines to write on stay whole', async () => {
    const source = form('(Name) Tj ( ____________________) Tj');
    const { bytes } = await translatedPdf(source, () => 'Nombre completo');
    expect(drawnIn(bytes, source)).toContain('_'.repeat(20));
  });

  it('heads and feet that are not to be translated count as skipped', async () => {
    const source = form('(Words of the page) Tj 0 85 Td (A head) Tj 0 -575 Td (A foot) Tj');
    const { texts, summary } = await readPdf(source, { translateHeaders: false });
    expect(texts).toEqual(['Words of the page']);
    expect(summary.skipped).toEqual([
      { part: 'page 1', reason: 'Headers and footers were not to be translated.', count: 2 },
    ]);
    expect((await readPdf(source)).summary.skipped).toEqual([]);
  });

  /** A label, and single letters far from each other behind it. */
  const boxes = (label: string, letters: string): string =>
    `(${label}) Tj 24 0 Td ${[...letters].map((letter) => `${letter === '|' ? 16 : 30} 0 Td (${letter}) Tj`).join(' ')}`;

  it.each([
    [
      'that slashes part, drawn behind them',
      '(Deceased) Tj 60 0 Td (MM     ) Tj 35 0 Td (DD     ) Tj 35 0 Td (YYYY) Tj -13 0 Td (/) Tj -35 0 Td (/) Tj',
      ['Deceased'],
    ],
    ['of one text', '(Deceased) Tj 60 0 Td (MM      DD      YYYY) Tj 22 0 Td (/) Tj 38 0 Td (/) Tj', ['Deceased']],
    ['that stand alone', '(MM) Tj 40 0 Td (DD) Tj 40 0 Td (YYYY) Tj 0 -40 Td (Born) Tj', ['Born']],
    ['of one letter', '(Born) Tj 60 0 Td (D D M M Y Y) Tj', ['Born']],
    ['of one letter, each far from the other', boxes('Born', 'DDMMYYYY'), ['Born']],
    ['of one letter, parted by rules', boxes('Born', 'D|D|M|M|Y|Y|Y|Y'), ['Born']],
    ['with a time', boxes('Born', 'YYYYMMDDHH'), ['Born']],
    ['in Italian', '(Nato il) Tj 60 0 Td (GG) Tj 30 0 Td (MM) Tj 30 0 Td (AAAA) Tj', ['Nato il']],
    ['at the end of words', '(Date of loss: MM / DD / YYYY) Tj', ['Date of loss:']],
    [
      'in grey beside words',
      '(Born ) Tj 0.7 g (TT . MM . JJJJ) Tj 0 g ( and signed ) Tj 0.7 g (DD / MM) Tj',
      ['Born', 'and signed'],
    ],
    ['within a sentence', '(Write MM / DD / YYYY or so) Tj', ['Write MM / DD / YYYY or so']],
    ['that say something else', boxes('Born', 'DIMMY'), ['Born', 'D', 'I', 'M', 'M', 'Y']],
    ['in a sentence', '(Write MM/DD/YYYY or so) Tj', ['Write MM/DD/YYYY or so']],
  ])('boxes of a date %s stay as they are', async (_, texts, expected) => {
    expect((await readPdf(form(texts))).texts).toEqual(expected);
  });

  it('words between which a sign is drawn are texts each', async () => {
    const texts = '(Hours     Minutes) Tj 36 0 Td (:) Tj';
    expect((await readPdf(form(texts))).texts).toEqual(['Hours', 'Minutes']);
  });

  it.each([
    ['bold', '/F2 12 Tf (1 a) Tj /F1 12 Tf 30 0 Td (Total amount of it) Tj', ['Total amount of it']],
    ['not bold', '(12 c) Tj 35 0 Td (Total amount of it) Tj', ['Total amount of it']],
    ['alone', '(1 a) Tj 0 -40 Td (Total) Tj', ['Total']],
    ['a letter and a number', '(A 1) Tj 28 0 Td (Total amount of it) Tj', ['Total amount of it']],
    ['with signs', '(3. a\\)) Tj 32 0 Td (Total amount of it) Tj', ['Total amount of it']],
    ['a letter in brackets', '(12 \\(b\\)) Tj 40 0 Td (Total amount of it) Tj', ['Total amount of it']],
    ['a small number', '(7 ii) Tj 25 0 Td (Total amount of it) Tj', ['Total amount of it']],
    ['far from the words', '(1a i) Tj 60 0 Td (Total amount of it) Tj', ['Total amount of it']],
    [
      'a letter below a number',
      '(1 a) Tj 30 0 Td (Total) Tj -22 -14 Td (b) Tj 22 0 Td (wages of it) Tj',
      ['Total', 'wages of it'],
    ],
    ['of a sentence', '(1 a day is all of it) Tj', ['1 a day is all of it']],
    ['of a name', '(Type A 1 is a name) Tj', ['Type A 1 is a name']],
  ])(
    'the number and the letter of an item that stand apart are left where they are: %s',
    async (_, texts, expected) => {
      expect((await readPdf(form(texts))).texts).toEqual(expected);
    },
  );
});
