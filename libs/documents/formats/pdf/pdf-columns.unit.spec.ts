import { describe, expect, it } from 'vitest';
import { pagesOf } from './pdf-sample.fixture.js';
import { contentsAfter, readPdf, translatedPdf } from './translated-pdf.fixture.js';

const lines = (left: number, top: number, texts: readonly string[], size = 10): string =>
  texts.map((text, at) => `BT /F1 ${size} Tf ${left} ${top - 12 * at} Td (${text}) Tj ET`).join('\n');

const page = (...contents: string[]): { content: string } => ({ content: contents.join('\n') });

const textsOf = async (...contents: string[][]): Promise<string[]> =>
  (await readPdf(pagesOf(contents.map((own) => page(...own))))).texts;

const first = ['The first line of the column is', 'as wide as the last one is and'];
const second = ['the sentence goes on in another', 'column of the page.'];
const whole = [...first, ...second].join(' ');

describe('a paragraph of a PDF that goes on in another place', () => {
  it.each([
    ['in the next column', [[lines(20, 100, first), lines(220, 500, second)]]],
    ['on the next page', [[lines(20, 100, first)], [lines(20, 500, second)]]],
    [
      'in the first column of the next page',
      [[lines(220, 100, first)], [lines(20, 500, second), lines(220, 500, ['Other words.'])]],
    ],
    [
      'behind a heading of another size',
      [[lines(20, 100, first), lines(220, 540, ['Heading'], 16), lines(220, 500, second)]],
    ],
    [
      'behind a caption',
      [[lines(20, 100, first), lines(220, 540, ['Figure 2: A house of it.']), lines(220, 500, second)]],
    ],
    [
      'above a note of another size',
      [[lines(20, 100, first), lines(20, 60, ['1. A note.'], 7), lines(220, 500, second)]],
    ],
  ])('is one text %s', async (_, pages) => {
    expect(await textsOf(...pages)).toContain(whole);
  });

  it('is one text in all of three columns', async () => {
    const [start, middle, end] = [
      first,
      ['the whole of it goes on as wide', 'as this is and so it goes on to'],
      second,
    ];
    const columns = [lines(10, 100, start), lines(180, 120, middle), lines(350, 500, end)];
    expect(await textsOf(columns)).toEqual([[...start, ...middle, ...end].join(' ')]);
  });

  it('is one text where a word is cut at the end of the column', async () => {
    const cut = ['The first line of the column is', 'as wide as the last of all sen-'];
    const rest = ['tences is, that goes on in it', 'below.'];
    expect(await textsOf([lines(20, 100, cut), lines(220, 500, rest)])).toEqual([
      'The first line of the column is as wide as the last of all sentences is, that goes on in it below.',
    ]);
  });

  it.each([
    ['ends a sentence', [['The first line of the column is', 'as wide as the last one is it.'], second]],
    ['has room on its last line', [['The first line of the column is', 'as wide as'], second]],
    ['is followed by a capital without an even edge', [first, ['The first of all that stands in', 'another column.']]],
    ['is followed by an address', [first, ['example.org/some/words']]],
    ['is followed by a wider column', [first, ['the sentence goes on in another column that is', 'much wider.']]],
  ])('is not one text with the next column where it %s', async (_, [one = [], other = []]) => {
    expect(await textsOf([lines(20, 100, one), lines(220, 500, other)])).toEqual([one.join(' '), other.join(' ')]);
  });

  it.each([
    ['something stands below it', [lines(20, 100, first), lines(20, 40, ['Other words.']), lines(220, 500, second)]],
    [
      'something stands above the rest',
      [lines(20, 100, first), lines(220, 540, ['Other words.']), lines(220, 500, second)],
    ],
    ['the rest begins below its end', [lines(20, 500, first), lines(220, 100, second)]],
  ])('is not one text where %s', async (_, content) => {
    expect(await textsOf(content)).not.toContain(whole);
  });

  it('is read as far as the range of pages goes', async () => {
    const source = pagesOf([page(lines(20, 100, first)), page(lines(20, 500, second))]);
    const pageRange = [{ from: 1, to: 1 }];
    expect((await readPdf(source, { pageRange })).texts).toEqual([first.join(' ')]);
  });
});

describe('the translation of a paragraph that goes on in another place', () => {
  const columns = pagesOf([page(lines(20, 100, first), lines(220, 500, second))]);
  const pages = pagesOf([page(lines(20, 100, first)), page(lines(20, 500, second))]);

  /** Where the lines of a translation begin, page by page. */
  const placesIn = (bytes: Buffer, source: Buffer): string[][] =>
    contentsAfter(bytes, source)
      .filter((content) => content.includes('TlParagraph'))
      .map((content) =>
        [...content.matchAll(/\/TlParagraph[\s\S]*?EMC/g)].flatMap(([paragraph]) =>
          [...paragraph.matchAll(/1 0 0 1 ([\d.]+ [\d.]+) Tm/g)].map(([, place = '']) => place),
        ),
      );

  it('fills the lines that the source had, and is read again as one text', async () => {
    const { bytes } = await translatedPdf(columns, (text) => text.toUpperCase().toLowerCase().replace('the', 'all'));
    expect(placesIn(bytes, columns)).toEqual([['20 100', '20 88', '220 500', '220 488']]);
    expect((await readPdf(bytes)).texts).toEqual([whole.toLowerCase().replace('the', 'all')]);
  });

  it('goes on on the next page, and is read again as one text', async () => {
    const { bytes } = await translatedPdf(pages, (text) => text.replace('The', 'One'));
    expect(placesIn(bytes, pages)).toEqual([
      ['20 100', '20 88'],
      ['20 500', '20 488'],
    ]);
    expect((await readPdf(bytes)).texts).toEqual([whole.replace('The', 'One')]);
  });

  it('leaves the room at the end of the first place where it is shorter', async () => {
    const { bytes } = await translatedPdf(
      columns,
      () => 'Some words that are fewer than those before them, of which two lines.',
    );
    expect(placesIn(bytes, columns)).toEqual([['20 100', '220 500', '220 488']]);
  });

  it('is smaller in both places where it is longer, and loses no word', async () => {
    const long = `${whole} And some more words than before.`;
    const { bytes, summary } = await translatedPdf(columns, () => long);
    expect((await readPdf(bytes)).texts).toEqual([long]);
    expect(summary.overflowed ?? 0).toBe(0);
  });

  it('leaves both pages as they were where it is the same', async () => {
    expect((await translatedPdf(pages, (text) => text)).bytes.equals(pages)).toBe(true);
  });
});
