import { describe, expect, it } from 'vitest';
import { onePage, onePageIn, pagesOf } from './pdf-sample.fixture.js';
import { drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';

const textsOf = async (source: Buffer): Promise<string[]> => (await readPdf(source)).texts;

/** A page with the font `F1` of this name, whose codes are characters of Unicode, all as wide (in thousandths of an em). */
const pageIn = (name: string, width: number, operators: string): Buffer =>
  onePageIn(
    [
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW ${width} >>`,
      {
        stream: '1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0000> endbfrange',
      },
    ],
    operators,
  );

const shown = (text: string): string => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj`;

describe('running text of a PDF', () => {
  it('with double spacing is read in paragraphs', async () => {
    const lines = [
      'It was the best of times and it was the worst of all',
      'times and it was the age of all wisdom and it was the',
      'age of foolishness and it was the epoch of belief and',
      'it was the epoch of unbelief.',
    ];
    const source = onePage(lines.map((line) => `(${line}) Tj 0 -28 Td`).join('\n'));
    expect(await textsOf(source)).toEqual([lines.join(' ')]);
  });

  it('is not taken for text with double spacing where an empty line parts short paragraphs', async () => {
    const lines = [
      'It was the best of times and it was the worst of all.',
      'It was the age of wisdom and the age of no wisdom.',
    ];
    const source = onePage(lines.map((line) => `(${line}) Tj 0 -28 Td`).join('\n'));
    expect(await textsOf(source)).toEqual(lines);
  });

  it('begins a paragraph where more room is above a line than below it', async () => {
    const source = onePage(
      '(We built all of it in a year) Tj 0 -18 Td (Developed all that we had for one) Tj 0 -14 Td (of the others) Tj',
    );
    expect(await textsOf(source)).toEqual([
      'We built all of it in a year',
      'Developed all that we had for one of the others',
    ]);
  });

  it.each([
    ['begins a paragraph', 'and of wisdom in all of it too.', 'too.'],
    ['goes on where no sentence ends before', 'and of wisdom in all of it, too', 'epochs'],
  ])('%s where a line is indented and ends as the others do', async (_, last, end) => {
    const lines = ['It was the best of all the age', 'and it was the worst of it too', last].map(
      (line) => `${shown(line)} T*`,
    );
    const rest = `12 0 Td ${shown('It was the best of all epochs')} -12 -14 Td ${shown('and the worst.')}`;
    const [first] = await textsOf(pageIn('Font', 500, `${lines.join(' ')} ${rest}`));
    expect(first?.split(' ').at(-1)).toBe(end);
  });

  it('goes on where more room is above its second line, which begins in lower case', async () => {
    const source = onePage(
      '(We built all of it in a year of) Tj 0 -16 Td (all that we had for one) Tj 0 -13 Td (of us) Tj',
    );
    expect((await textsOf(source))[0]).toBe('We built all of it in a year of all that we had for one');
  });

  it('in a script without spaces ends where the next sign had room', async () => {
    const lines = ['魯肉飯', '鶏の唐揚げ', '麻婆豆腐と白いご飯'];
    expect(await textsOf(pageIn('Font', 1000, lines.map((line) => `${shown(line)} T*`).join(' ')))).toEqual(lines);
  });

  it('in a script without spaces goes on where the next sign had no room, or would have begun a line that it may not begin', async () => {
    const lines = ['この店の料理は全部とても', 'おいしいと皆が言ってい', 'た。また来たい。'];
    expect(await textsOf(pageIn('Font', 1000, lines.map((line) => `${shown(line)} T*`).join(' ')))).toEqual([
      lines.join(''),
    ]);
  });

  it('in a script without spaces has none behind the mark of a long vowel at the end of a line', async () => {
    const lines = ['たっぷりとエネルギー', 'の主役であるべきと考'];
    expect(await textsOf(pageIn('Font', 1000, lines.map((line) => `${shown(line)} T*`).join(' ')))).toEqual([
      lines.join(''),
    ]);
  });

  it('in a script without spaces goes on behind a comma', async () => {
    const lines = ['創業から続く味、', '手作りの味をお届けします', 'また来てください、ずっと待っています'];
    expect(await textsOf(pageIn('Font', 1000, lines.map((line) => `${shown(line)} T*`).join(' ')))).toEqual([
      `${lines[0]}${lines[1]}`,
      lines[2],
    ]);
  });

  it('that runs leftwards ends a paragraph where the next word had room at the left', async () => {
    const lines = ['אחת שתיים שלוש ארבע חמש שש', 'שבע שמונה', 'תשע עשר אחת'];
    const drawn = lines.map((line) => {
      const from = 340 - line.length * 6;
      return `1 0 0 1 ${from} ${500 - lines.indexOf(line) * 14} Tm ${shown([...line].reverse().join(''))}`;
    });
    expect(await textsOf(pageIn('Font', 500, drawn.join('\n')))).toEqual([`${lines[0]} ${lines[1]}`, lines[2]]);
  });

  it('that runs leftwards goes on though its lines begin at different places at the left', async () => {
    const lines = ['אחת שתיים שלוש ארבע חמש שש שבע', 'שמונה תשע עשר אחת שתיים שלוש'];
    const drawn = lines.map((line) => {
      const from = 340 - line.length * 6;
      return `1 0 0 1 ${from} ${500 - lines.indexOf(line) * 14} Tm ${shown([...line].reverse().join(''))}`;
    });
    expect(await textsOf(pageIn('Font', 500, drawn.join('\n')))).toEqual([lines.join(' ')]);
  });

  it('that runs leftwards goes on in the column at the left', async () => {
    const right = ['אחת שתיים שלוש ארבע חמש שש שב', 'אחת שתיים שלוש ארבע חמש שש שב'];
    const left = ['ארבע חמש שש שבע שמונה תשע עשר', 'אחת שתיים שלוש.'];
    const column = (end: number, top: number, lines: readonly string[]): string[] =>
      lines.map(
        (line, at) => `1 0 0 1 ${end - line.length * 6} ${top - at * 14} Tm ${shown([...line].reverse().join(''))}`,
      );
    const drawn = [...column(390, 100, right), ...column(190, 500, left)];
    expect(await textsOf(pageIn('Font', 500, drawn.join('\n')))).toEqual([[...right, ...left].join(' ')]);
  });

  it('keeps the hyphen of a word at the end of a line where the page writes it so elsewhere', async () => {
    const source = onePage(
      '(Our cloud-based rooms are new, and they are all well-) Tj T* (known rooms, with Cloud-) Tj T* (based tables that are ours.) Tj',
    );
    expect(await textsOf(source)).toEqual([
      'Our cloud-based rooms are new, and they are all wellknown rooms, with Cloud-based tables that are ours.',
    ]);
  });

  it('takes the hyphen that cuts a word with it, though it is marked as no part of the text', async () => {
    const source = onePage(
      '/P << /MCID 0 >> BDC (A place for the ves) Tj EMC /Artifact BMC (-) Tj EMC T* /P << /MCID 1 >> BDC (tibule of the house) Tj EMC',
    );
    expect(await textsOf(source)).toEqual(['A place for the vestibule of the house']);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(drawnIn(bytes, source)).not.toContain('(-)');
  });

  it.each([
    ['spaces', 'T-300H-300E-300 -300O-300L-300D-300 -300H-300O-300U-300S-300E', 'THE OLD HOUSE'],
    ['wider gaps between its words', 'T-300H-300E-900O-300L-300D-900H-300O-300U-300S-300E', 'THE OLD HOUSE'],
    ['gaps that are all alike', 'A-300B-300C-300D-300E-300F-300G', 'A B C D E F G'],
  ])('whose letters are spaced out with %s is read in words', async (_what, letters, expected) => {
    const shownLetters = letters.replace(/[A-Z ]/g, (letter) => `(${letter})`);
    expect(await textsOf(onePage(`[${shownLetters}] TJ`))).toEqual([expected]);
  });

  it('begins with an initial that goes down beside its lines', async () => {
    const lines = ['ew would have guessed what', 'Spring was going to bring to', 'all of us this year, and so it did.'];
    const places = ['26 24', '0 -14', '-26 -14'];
    const source = onePage(
      `0 -24 Td /F1 38 Tf (F) Tj /F1 12 Tf ${lines.map((line, at) => `${places[at]} Td (${line}) Tj`).join(' ')}`,
    );
    expect(await textsOf(source)).toEqual([`F${lines.join(' ')}`]);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    const sizes = [...drawnIn(bytes, source).matchAll(/\/Tl\d+ (\S+) Tf/g)].map(([, size]) => Number(size));
    expect(Math.max(...sizes)).toBeLessThan(12.1);
  });

  it('is no text behind an initial where few letters follow, as in a heading in small capitals', async () => {
    const source = onePage('/F1 18 Tf (R) Tj /F1 12 Tf (ESULTS) Tj');
    expect(await textsOf(source)).toEqual(['<1>R</1>ESULTS']);
  });

  it('whose letters are each drawn three times, as bold type is made, is read once', async () => {
    const thick = [...'bill'].map((letter) => {
      const back = { b: 541, i: 207, l: 207 }[letter] ?? 0;
      return `(${letter})${back}(${letter})${back}(${letter})`;
    });
    const source = onePage(`[${thick.join('')}( of sale)] TJ`);
    expect(await textsOf(source)).toEqual(['bill of sale']);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(drawnIn(bytes, source)).not.toMatch(/\(b\)|<62>/);
  });

  it('ends before a line that is all in a family of another kind', async () => {
    const fonts = (name: string): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
    const source = pagesOf([
      {
        content:
          'BT /F1 12 Tf 14 TL 40 500 Td (Java and Python and Shell) Tj T* /F2 12 Tf (Over one thousand lines) Tj ET',
        resources: `/Font << /F1 ${fonts('Helvetica')} /F2 ${fonts('Times-Roman')} >>`,
      },
    ]);
    expect(await textsOf(source)).toEqual(['Java and Python and Shell', 'Over one thousand lines']);
  });

  it('ends before a line in a face whose letters are not as wide, and goes on in the same face by another name', async () => {
    const font = (name: string, width: number): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 122 /Widths [${Array.from({ length: 91 }, () => width).join(' ')}] /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 32 >> >>`;
    const pageWith = (width: number): Buffer =>
      pagesOf([
        {
          content:
            'BT /F1 12 Tf 14 TL 40 500 Td (Not to be used for remittance) Tj T* /F2 12 Tf (Services of the whole web) Tj ET',
          resources: `/Font << /F1 ${font('Neue-Light', 500)} /F2 ${font('Neue-Medium', width)} >>`,
        },
      ]);
    expect(await textsOf(pageWith(520))).toHaveLength(2);
    expect(await textsOf(pageWith(500))).toHaveLength(1);
  });

  it('in a script without spaces goes on in a narrow cell, though its lines leave room', async () => {
    const lines = ['聴力検査', '（その他の方法', 'による検査）'];
    const cell = 'ET 36 440 110 76 re S BT /F1 12 Tf 14 TL 40 500 Td';
    const texts = lines.map((line) => `${shown(line)} T*`).join(' ');
    expect(await textsOf(pageIn('Font', 1000, `${cell} ${texts}`))).toEqual([lines.join('')]);
    expect(await textsOf(pageIn('Font', 1000, texts))).toHaveLength(2);
  });

  it('in a font that is named as one of formulas is translated', async () => {
    const text = 'A festival of media for students who like them';
    expect(await textsOf(pageIn('CambriaMath', 500, shown(text)))).toEqual([text]);
  });

  it('is none where such a font has formulas alone', async () => {
    const source = pageIn('CambriaMath', 500, `${shown('x = sin y + cos z, max f')} T* T* ${shown('lim a = b')}`);
    await expect(textsOf(source)).resolves.toEqual([]);
  });
});
