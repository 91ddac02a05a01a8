import { describe, expect, it } from 'vitest';
import { onePageIn, pagesOf } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

/** A page that draws this and shows these texts in 12 points, from 40 500 on with 14 points between lines. */
const page = (drawn: string, texts: string, resources = ''): Buffer =>
  pagesOf([{ content: `${drawn}\nBT /F1 12 Tf 14 TL 40 500 Td\n${texts}\nET`, resources }]);

const textsOf = async (source: Buffer): Promise<string[]> => (await readPdf(source)).texts;

describe('entries of a PDF behind bullets that are drawn', () => {
  const entries = '(All of the names were mended,) Tj T* (and some that were not) Tj T* (new in this edition.) Tj';
  const apart = ['All of the names were mended,', 'and some that were not', 'new in this edition.'];
  const asOne = ['All of the names were mended, and some that were not new in this edition.'];

  /** A circle of four curves, painted by this operator. */
  const circle = (x: number, y: number, r: number, paint: string): string =>
    `${x + r} ${y} m ${x + r} ${y + r / 2} ${x + r / 2} ${y + r} ${x} ${y + r} c ${x - r / 2} ${y + r} ${x - r} ${y + r / 2} ${x - r} ${y} c ` +
    `${x - r} ${y - r / 2} ${x - r / 2} ${y - r} ${x} ${y - r} c ${x + r / 2} ${y - r} ${x + r} ${y - r / 2} ${x + r} ${y} c ${paint}\n`;
  const forEach = (draw: (y: number) => string): string => [503.5, 489.5, 475.5].map(draw).join('');

  it.each([
    ['discs', forEach((y) => circle(30, y, 2, 'f'))],
    ['circles', forEach((y) => circle(30, y, 2, 'S'))],
    ['discs of one path', `${forEach((y) => circle(30, y, 2, ''))} f`],
    ['discs far before them', forEach((y) => circle(14, y, 2, 'f'))],
    ['squares', forEach((y) => `28 ${y - 2} 4 4 re f\n`)],
    ['triangles', forEach((y) => `28 ${y - 3} m 34 ${y} l 28 ${y + 3} l f\n`)],
    ['triangles as cairo closes them', forEach((y) => `28 ${y - 3} m 34 ${y} l 28 ${y + 3} l h 28 ${y - 3} m f\n`)],
    ['pictures within the content', forEach((y) => `q 4 0 0 4 28 ${y - 2} cm BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI Q\n`)],
    ['squares that are turned', forEach((y) => `q 0 -4 4 0 28 ${y + 2} cm 0 0 1 1 re f Q\n`)],
  ])('%s are texts of their own', async (_, drawn) => {
    expect(await textsOf(page(drawn, entries))).toEqual(apart);
  });

  it('pictures are texts of their own', async () => {
    const source = pagesOf(
      [
        {
          content: `${forEach((y) => `q 4 0 0 4 28 ${y - 2} cm /Dot Do Q\n`)}BT /F1 12 Tf 14 TL 40 500 Td ${entries} ET`,
          resources: '/XObject << /Dot 3 0 R >>',
        },
      ],
      {
        objects: [
          {
            dictionary: '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
            stream: '0',
          },
        ],
      },
    );
    expect(await textsOf(source)).toEqual(apart);
  });

  it('drawn as a form are texts of their own', async () => {
    const drawn = forEach((y) => `q 1 0 0 1 30 ${y} cm /Ball Do Q\n`);
    const content = `${drawn}BT /F1 12 Tf 14 TL 40 500 Td ${entries} ET`;
    const source = pagesOf([{ content, resources: '/XObject << /Ball 3 0 R >>' }], {
      objects: [{ dictionary: '/Type /XObject /Subtype /Form /BBox [-2 -2 2 2]', stream: circle(0, 0, 2, 'f') }],
    });
    expect(await textsOf(source)).toEqual(apart);
  });

  it.each(['>', '\\233', '\\273'])('%s before a wide gap are texts of their own', async (mark) => {
    const marked = [...entries.matchAll(/\(.*?\) Tj/g)].map(([text]) => `-17 0 Td (${mark}) Tj 17 0 Td ${text}`);
    expect(await textsOf(page('', marked.join(' 0 -14 Td ')))).toEqual(apart);
  });

  it('goes on over several lines, and stays beside its bullet', async () => {
    const texts = '(All of the names were mended,) Tj T* (and some that were not new) Tj T* (once more) Tj';
    const source = page(circle(30, 503.5, 2, 'f') + circle(30, 475.5, 2, 'f'), texts);
    expect(await textsOf(source)).toEqual(['All of the names were mended, and some that were not new', 'once more']);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(drawnIn(bytes, source)).toMatch(/1 0 0 1 40 472 Tm/);
  });

  it.each([
    ['that are too large', forEach((y) => circle(20, y, 7, 'f'))],
    ['that are too far', forEach((y) => circle(-20, y, 2, 'f'))],
    ['at the foot of the letters', forEach((y) => circle(30, y - 6, 2, 'f'))],
    ['that are rules', forEach((y) => `26 ${y} 8 0.5 re f\n`)],
    ['that end no painting', forEach((y) => circle(30, y, 2, 'n'))],
    ['of a dotted border', Array.from({ length: 12 }, (_, at) => circle(30, 510 - at * 4, 1.2, 'f')).join('')],
  ])('are none behind shapes %s', async (_, drawn) => {
    expect(await textsOf(page(drawn, entries))).toEqual(asOne);
  });
});

describe('addresses of a PDF', () => {
  const lines = (...texts: string[]): string => texts.map((text) => `(${text}) Tj T*`).join(' ');

  it.each([
    [
      'below a label',
      ['This version:', 'http://a.org/core/v2/os.html', 'http://a.org/core/v2/os.pdf', 'www.a.org/core/v2/os'],
    ],
    ['below a name', ['Anna Maria', 'anna.maria@mail.example.org']],
    ['below words without a colon', ['Latest version', 'http://a.org/core/os.html', 'http://a.org/core/os.pdf']],
    ['of mail', ['anna.maria@mail.example.org', 'bert@mail.example.org']],
    ['of one place', ['docs.example.org/one/index.html', 'docs.example.org/two/index.html']],
    ['behind words', ['The namespaces of http://a.org/names', 'http://b.org/names and more of them']],
  ])('%s have lines of their own', async (_, texts) => {
    expect(await textsOf(page('', lines(...texts)))).toEqual(texts);
  });

  it('and a remark behind one stay below their label', async () => {
    const texts = ['Version:', 'http://a.org/core/v2/os.html (the one that counts)', 'http://a.org/core/v2/os.pdf'];
    const source = page('', lines(...texts.map((text) => text.replaceAll(/[()]/g, '\\$&'))));
    expect(await textsOf(source)).toEqual(texts);
  });

  it('stand by themselves below a name in another face', async () => {
    const source = page('', '/F2 12 Tf (BoatKit) Tj T* /F1 12 Tf (https://b.org/boats/kit) Tj T* T* (Words) Tj');
    expect(await textsOf(source)).toEqual(['BoatKit', 'https://b.org/boats/kit', 'Words']);
  });

  it.each([
    ['within a sentence', ['It is to be had from the site of', 'http://a.org/core as of the next', 'day.'], 0],
    ['that a comma goes on from', ['They are http://a.org/core,', 'http://b.org/core and some', 'others.'], 0],
  ])('%s are part of it', async (_, texts) => {
    expect(await textsOf(page('', lines(...texts)))).toEqual([texts.join(' ')]);
  });

  it.each([
    ['in the middle of a word', ['http://publications.example.org/authorit', 'y/frequency']],
    ['before its last word', ['http://publications.example.org/freq', 'uency']],
    [
      'behind a slash',
      ['Look at http://publications.example.org/', 'authority/frequency for all.'],
      'Look at http://publications.example.org/authority/frequency for all.',
    ],
    [
      'behind a hyphen before a number',
      ['See https://www.example.org/vocabulary-', '2/data of it'],
      'See https://www.example.org/vocabulary-2/data of it',
    ],
    [
      'behind a hyphen before a letter',
      ['See https://www.example.org/data#class-', 'catalog of it'],
      'See https://www.example.org/data#class-catalog of it',
    ],
    [
      'behind its scheme',
      ['It stands in the archive at https://', 'www.example.org/data of it'],
      'It stands in the archive at https://www.example.org/data of it',
    ],
    ['twice', ['http://publications.example.org/resou', 'rce/authority/language/of/many/people', '/frequency']],
    [
      'of mail',
      ['Write to the office of the people@', 'example.org about it'],
      'Write to the office of the people@example.org about it',
    ],
    [
      'without a scheme',
      ['It is doi.example.org/10.1000/many.', 'words/182 of it'],
      'It is doi.example.org/10.1000/many.words/182 of it',
    ],
  ])('is one word where a line cuts it %s', async (_, texts, expected = texts.join('')) => {
    expect(await textsOf(page('', lines(...texts)))).toEqual([expected]);
  });

  it.each([
    ['a word', ['It is to be had from https://a.example.org/', 'for everybody']],
    ['two words', ['It is to be had from https://a.example.org/it', 'and/or from us']],
    ['an end of a sentence', ['We have it from https://a.example.org/it.', 'Everybody can have it/see it.']],
    ['a bracket', ['We have it from \\(https://a.example.org/it\\)', 'a.example.org of ours']],
  ])('ends with its line before %s', async (_, texts) => {
    expect(await textsOf(page('', lines(...texts)))).toEqual([texts.join(' ').replaceAll('\\', '')]);
  });

  it.each([
    ['of one link', '36 470 300 515', 'http://a.example.org/itfor'],
    ['of which the second is in no link', '36 498 300 515', 'http://a.example.org/it for'],
  ])('on two lines %s', async (_, area, expected) => {
    const source = pagesOf(
      [
        {
          content: `BT /F1 12 Tf 14 TL 40 500 Td ${lines('All of it is to be had as http://a.example.org/it', 'for')} ET`,
          entries: '/Annots [3 0 R]',
        },
      ],
      {
        objects: [
          `<< /Type /Annot /Subtype /Link /Rect [${area}] /A << /S /URI /URI (http://a.example.org/itfor) >> >>`,
        ],
      },
    );
    const [text = ''] = await textsOf(source);
    expect(text.replaceAll(/<[^>]*>/g, '')).toBe(`All of it is to be had as ${expected}`);
  });
});

describe('justified lines of a PDF', () => {
  /** Words in 12 points of a font whose letters are all 6 points wide, from one end of a column of 168 points to the other. */
  const justified = (line: string): string => {
    const gaps = line.split(' ').length - 1;
    const space = (168 - line.replaceAll(' ', '').length * 6) / Math.max(1, gaps) - 6;
    return `${space.toFixed(3)} Tw (${line}) Tj 0 Tw T*`;
  };
  const column = (...texts: string[]): Buffer =>
    onePageIn(
      [
        `<< /Type /Font /Subtype /Type1 /BaseFont /Font /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${'500 '.repeat(95)}] >>`,
      ],
      texts.join('\n'),
    );

  it.each([
    ['in the middle', ['the words of it all stand so', 'instances, while', 'conformity is a word for all']],
    ['of two words', ['the words of it all stand so', 'actual instances', 'conformity is a word for all']],
    ['at the head', ['A conceptual entity', 'that is a word for all of it']],
    ['at the head, of two lines', ['A conceptual entity', 'that represents', 'all the words that are there']],
    ['with an address', ['the words of it all stand so', 'at www.example.org/x of it', 'and conformity is a word too']],
  ])('%s are read with their sentence', async (_, lines) => {
    const source = column(...lines.map(justified), '(and more.) Tj');
    expect(await textsOf(source)).toEqual([`${lines.join(' ')} and more.`]);
  });

  it.each([
    ['words whose gaps differ', '(and) Tj 50 0 Td (then) Tj 94 0 Td (once) Tj -144 -14 Td', 'and then'],
    ['numbers', '(one) Tj 75 0 Td (123) Tj 75 0 Td (456) Tj -150 -14 Td', 'one 123'],
    ['words that end elsewhere', '(one) Tj 60 0 Td (two) Tj 60 0 Td (six) Tj -120 -14 Td', 'one two'],
    ['two words of which the second is a name', justified('Total Amount'), 'Total Amount'],
  ])('%s are cells each', async (_, line, joined) => {
    const texts = await textsOf(column(justified('all of the words stand there'), line, '(and more.) Tj'));
    expect(texts.filter((text) => text.includes(joined))).toEqual([]);
  });

  it('rows of a table of words are none', async () => {
    const row = (one: string, other: string): string => `(${one}) Tj 120 0 Td (${other}) Tj -120 -14 Td`;
    const rows = row('Apple', 'Fruits') + row('Onion', 'Greens') + row('Trout', 'Fishes');
    expect(await textsOf(column(rows))).toEqual(['Apple', 'Fruits', 'Onion', 'Greens', 'Trout', 'Fishes']);
  });
});
