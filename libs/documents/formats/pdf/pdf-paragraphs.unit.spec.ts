import { describe, expect, it } from 'vitest';
import { onePage } from './pdf-sample.fixture.js';
import { readPdf } from './translated-pdf.fixture.js';

describe('paragraphs of a PDF', () => {
  it.each([
    ['pieces of a word', '[(wor) 20 (ds)] TJ (, and more) Tj', ['words, and more']],
    ['lines', '(One line that) Tj T* (goes on below.) Tj', ['One line that goes on below.']],
    ['a hyphen at the end of a line', '(A long sen-) Tj T* (tence of words.) Tj', ['A long sentence of words.']],
    [
      'an address that a line ends in',
      '(See http://a.b/some-) Tj T* (words/of-it for more.) Tj',
      ['See http://a.b/some-words/of-it for more.'],
    ],
    ['words of a tight line', '[(The) -140 (small) -140 (ship) -130 (sails)] TJ', ['The small ship sails']],
    ['letters that are spaced out', '3 Tc (SPACED OUT) Tj', ['SPACED OUT']],
    ['lines far apart', '(One.) Tj 0 -60 Td (Two.) Tj', ['One.', 'Two.']],
    [
      'two lines that stand at the right, of which the first has room',
      '120 0 Td (Page 1 of 7) Tj -70 -14 Td (Saved on 10 May of the year) Tj',
      ['Page 1 of 7', 'Saved on 10 May of the year'],
    ],
    [
      'entries of a list whose numbers stand close to their words',
      '(1. Quality of all of it) Tj T* (2. Value of all of that) Tj T* (3. All of it) Tj',
      ['1. Quality of all of it', '2. Value of all of that', '3. All of it'],
    ],
    [
      'the sign of a sum below the end of a line',
      '(A sum of money as reported a sum of money #) Tj 246.5 -14 Td ($) Tj',
      ['A sum of money as reported a sum of money #'],
    ],
    [
      'lines that begin with numbers by chance',
      '(3. of May we saw it on) Tj T* (12. All that we had) Tj',
      ['3. of May we saw it on 12. All that we had'],
    ],
    ['columns', '(Left side) Tj 200 0 Td (Right side) Tj', ['Left side', 'Right side']],
    ['a style', '(some ) Tj /F2 12 Tf (bold) Tj /F1 12 Tf ( words) Tj', ['some <1>bold</1> words']],
    [
      'a list',
      '(1.) Tj 20 0 Td (First point) Tj -20 -14 Td (2.) Tj 20 0 Td (Next point) Tj',
      ['First point', 'Next point'],
    ],
    [
      'a list whose marks stand far before it',
      '(!) Tj 36 0 Td (A point that is long) Tj -36 -14 Td (!) Tj 36 0 Td (Another that is long) Tj',
      ['A point that is long', 'Another that is long'],
    ],
    [
      'letters that mark lines',
      '(a) Tj 40 0 Td (First line) Tj -40 -14 Td (b) Tj 40 0 Td (next) Tj',
      ['First line', 'next'],
    ],
    [
      'a list without marks',
      '(Very useful) Tj T* (Somewhat useful) Tj T* (Not very useful) Tj T* (Not at all useful) Tj',
      ['Very useful', 'Somewhat useful', 'Not very useful', 'Not at all useful'],
    ],
    [
      'a list of names',
      '(Advanced Machine Learning) Tj T* (Open Source Engineering) Tj T* (Graphics) Tj T* (Networks) Tj',
      ['Advanced Machine Learning', 'Open Source Engineering', 'Graphics', 'Networks'],
    ],
    [
      'a sentence whose lines begin with capitals',
      '(The people who live in Turku) Tj T* (Turku and those of Helsinki) Tj T* (Helsinki say that the whole) Tj T* (World is larger than it was.) Tj',
      [
        'The people who live in Turku Turku and those of Helsinki Helsinki say that the whole World is larger than it was.',
      ],
    ],
    ['bullets that stand alone', '(o) Tj T* (o) Tj 60 -40 Td (Words) Tj', ['Words']],
    ['the number of a section', '(6.1) Tj 34 0 Td (Types of trainers) Tj', ['Types of trainers']],
    ['a number before words', '(12 people came) Tj', ['12 people came']],
    ['a number before words far apart', '8 Tw (12 people came) Tj', ['12 people came']],
    ['leaders', '(Chapter) Tj ( .......... ) Tj (12) Tj', ['Chapter']],
    ['numbers of pages', '(12) Tj 0 -14 Td (iv) Tj 0 -14 Td (xxix) Tj 0 -14 Td (A-3) Tj', []],
    ['words that look like them', '(civil) Tj', ['civil']],
    ['a number alone', '(Words) Tj 0 -60 Td (3,141) Tj', ['Words']],
    [
      'lines that are clipped each by itself',
      'ET q 30 490 200 20 re W n BT /F1 12 Tf 40 500 Td (The first line) Tj ET Q q 30 476 200 14 re W* n BT /F1 12 Tf 40 486 Td (of two cells) Tj ET Q BT',
      ['The first line', 'of two cells'],
    ],
    [
      'lines of one clip',
      'ET q 30 400 m 300 400 l 300 520 l 30 520 l h W n BT /F1 12 Tf 14 TL 40 500 Td (The first line) Tj T* (of one cell) Tj ET Q BT',
      ['The first line of one cell'],
    ],
    [
      'lines that have room for the next word',
      '(A line that is long enough) Tj T* (Sara Mitch) Tj T* (Turku) Tj',
      ['A line that is long enough Sara Mitch', 'Turku'],
    ],
    [
      'notes that begin with a raised mark',
      '/F1 7 Tf 5 Ts (a) Tj 0 Ts /F1 12 Tf (In Alaska and in Delaware) Tj T* /F1 7 Tf 5 Ts (b) Tj 0 Ts /F1 12 Tf (Missouri) Tj /F1 7 Tf 5 Ts (2) Tj',
      ['<1>a</1>In Alaska and in Delaware', '<1>b</1>Missouri<2>2</2>'],
    ],
    [
      'a title and what stands below it, in the middle',
      '70 0 Td (MINUTES) Tj -65 -14 Td (Public session of the whole council) Tj',
      ['MINUTES', 'Public session of the whole council'],
    ],
    [
      'lines of one title in the middle',
      '(Sample of a proposal for the indirect) Tj 67 -14 Td (Cost of Ties) Tj',
      ['Sample of a proposal for the indirect Cost of Ties'],
    ],
    [
      'a heading that is near the next column',
      '(Product Code) Tj 82 0 Td (Place) Tj -82 -14 Td (Bolt) Tj 82 0 Td (Here) Tj -82 -14 Td (Nut) Tj 82 0 Td (There) Tj',
      ['Product Code', 'Place', 'Bolt', 'Here', 'Nut', 'There'],
    ],
    ['sizes', '(Winter) Tj /F1 10.5 Tf T* (Matinee Special) Tj T* (for two) Tj', ['Winter', 'Matinee Special for two']],
    ['labels', '(Name: Anna) Tj T* (Town: Turku) Tj T* (and around) Tj', ['Name: Anna', 'Town: Turku and around']],
    [
      'a line that is drawn in signs',
      '(---------------) Tj T* (Some words) Tj T* (===============) Tj T* (go on) Tj',
      ['Some words', 'go on'],
    ],
    [
      'cells that are painted each by itself',
      '(True) Tj ET 0.5 g 74 490 50 20 re f 0 g BT /F1 12 Tf 78 500 Td (False) Tj',
      ['True', 'False'],
    ],
    [
      'short lines that end at one place',
      '(Transledger Street 12) Tj 85.380 -14 Td (Turku) Tj',
      ['Transledger Street 12', 'Turku'],
    ],
    [
      'a sentence that ends at the right',
      '(The harbour of the small) Tj 46.008 -14 Td (town by the sea) Tj',
      ['The harbour of the small town by the sea'],
    ],
    ['text drawn twice', '(Shadow) Tj 0.2 0 Td (Shadow) Tj', ['Shadow']],
    ['letters drawn twice', '(N) Tj 0.2 0 Td (N) Tj 8.5 0 Td (o) Tj 0.2 0 Td (o) Tj', ['No']],
    [
      'narrow letters that stand close',
      '15 Tz (Hal) Tj 2.2 0 Td (l) Tj 0.42 0 Td (l) Tj 0.42 0 Td (s) Tj',
      [expect.stringContaining('ll')],
    ],
    [
      'a letter that stands a little lower',
      '(T) Tj 7 -2.6 Td (E) Tj 7.6 2.6 Td (X and more) Tj',
      ['T<1>E</1>X and more'],
    ],
    ['a text of its own', '/Span << /ActualText (fish) >> BDC (f) Tj (sh) Tj EMC', ['fish']],
  ])('are read with %s', async (_what, operators, expected) => {
    expect((await readPdf(onePage(operators))).texts).toEqual(expected);
  });

  it('a raised letter before a note is kept as it is, and an ordinal is not', async () => {
    const raised = (text: string): string => `/F1 7 Tf 5 Ts (${text}) Tj 0 Ts /F1 12 Tf`;
    const { segments } = await readPdf(onePage(`${raised('a')} (In the 13) Tj ${raised('th')} ( year) Tj`));
    const kept = segments.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'keep' ? [part.text] : [])));
    expect(kept).toEqual(['a']);
  });

  /** Dots of a leader, each as far from the next as here, in thousandths of the font size. */
  const leader = (gap: number, sign = '.'): string => `(${sign}) ${-gap} `.repeat(24);

  it.each([
    ['far apart', `[(A) -250 (clean) -250 (pot) -600 ${leader(500)}] TJ 340 0 Td (7) Tj`, 'A clean pot'],
    ['far apart, behind two words', `[(Some) -250 (Notes) -600 ${leader(500)}] TJ`, 'Some Notes'],
    ['in the middle of lines', `[(Two) -250 (pots) -600 ${leader(300, '\\267')}] TJ`, 'Two pots'],
    ['that are a line to write on', `[(Your) -250 (name) -600 ${leader(250, '_')}] TJ`, 'Your name'],
    ['that touch, behind letters far apart', `[(P) -130 (A) -130 (R) -130 (T) ${leader(0)}] TJ`, 'PART'],
    ['behind the number of a section', `[(1.1) -1049 (A) -250 (pot) -600 ${leader(500)}] TJ`, 'A pot'],
    [
      'behind an entry on two lines',
      `(A pot and) Tj T* [(more) -250 (water) ${leader(500)}] TJ`,
      'A pot and more water',
    ],
  ])('words before dots %s are parted', async (_, operators, text) => {
    expect((await readPdf(onePage(operators))).texts).toEqual([text]);
  });

  it('paragraphs of a PDF are rows of their own in a table', async () => {
    const rows = ['Name', 'Anna', 'Bert'].map(
      (name, at) => `1 0 0 1 40 ${500 - at * 14} Tm (${name}) Tj 150 0 Td (Town) Tj`,
    );
    expect((await readPdf(onePage(rows.join('\n')))).texts).toEqual(['Name', 'Town', 'Anna', 'Town', 'Bert', 'Town']);
  });
});
