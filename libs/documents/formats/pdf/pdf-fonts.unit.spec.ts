import { describe, expect, it } from 'vitest';
import { compactFont } from './fonts/compact-font.fixture.js';
import { onePageIn, pdfOf } from './pdf-sample.fixture.js';
import { readPdf, translatedPdf } from './translated-pdf.fixture.js';

/** A page that shows codes of a font whose differences and map to Unicode are these. */
const withFont = (codes: string, differences: string, map: string): Buffer =>
  onePageIn(
    [
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences}] >> /ToUnicode 6 0 R >>`,
      { stream: `1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfrange ${map} endbfrange` },
    ],
    `<${codes}> Tj`,
  );

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
    ['a map that gives a hyphen of its own', '62207477ad', '', '<ad> <ad> <2010>', 'b tw-'],
    ['a map that gives a space without width', '4e6fad77', '', '<ad> <ad> <200b>', 'Now'],
    ['a map that gives other letters', '1f65206d', '31 /A_B', '<1f> <1f> <0058>', 'Xe m'],
  ])('letters are read with %s', async (_what, codes, differences, ligatures, expected) => {
    const map = `${ligatures} <20> <7a> <0020>`;
    expect((await readPdf(withFont(codes, differences, map))).texts).toEqual([expected]);
  });

  const inFonts = (name: string, flags: number, more = 'more'): Buffer =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 400 600] >>',
      '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
      { stream: `BT /F2 12 Tf 40 500 Td (Some words and ) Tj /F1 12 Tf (${more}) Tj ET` },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags ${flags} >> >>`,
    ]);

  it.each([
    ['SourceSans3-It', true],
    ['ABCDEF+MinionPro-BoldIt', true],
    ['SFBX1000-CMBXTI10', true],
    ['HelveticaNeueLTStd-Bd', true],
    ['HelveticaNeueLTStd-BlkCn', true],
    ['NimbusRomNo9L-Medi', true],
    ['AvenirNext-Medium', false],
    ['KitIT', false],
    ['Profit', false],
  ])('words in %s have a look of their own: %s', async (name, isOther) => {
    const { texts } = await readPdf(inFonts(name, 4));
    expect(texts.some((text) => text.includes('<'))).toBe(isOther);
  });

  it('a family that is known to have no serifs is set without them, whatever its file says', async () => {
    const setIn = async (name: string): Promise<string> => {
      const source = inFonts(name, 6);
      const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
      return bytes.subarray(source.length).toString('latin1');
    };
    expect(await setIn('STHeitiTC-Light')).not.toContain('NotoSerif');
    expect(await setIn('NimbusSanL-Bold')).not.toContain('NotoSerif');
    expect(await setIn('Unknown-Light')).toContain('NotoSerif');
  });

  it('letters in a font of formulas are kept, and a paragraph of them is none', async () => {
    const { segments } = await readPdf(inFonts('ABCDEF+CMMI10', 4));
    expect(segments.map(({ parts }) => parts.filter(({ kind }) => kind === 'text' || kind === 'keep'))).toEqual([
      [
        { kind: 'keep', text: 'Some words and' },
        { kind: 'text', text: ' more' },
      ],
    ]);
    expect((await readPdf(inFonts('LMMathItalic8-Regular', 4, ''))).texts).toEqual([]);
  });

  it('a bullet that its map says to be a letter without case is no text', async () => {
    const source = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 400 600] >>',
      '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
      {
        stream:
          'BT /F1 12 Tf 40 500 Td (l) Tj /F2 12 Tf ( first words,) Tj /F1 12 Tf -0 -14 Td (l) Tj /F2 12 Tf ( and more) Tj ET',
      },
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 7 0 R >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      { stream: '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <6c> <ff74> endbfchar' },
    ]);
    expect((await readPdf(source)).texts).toEqual(['first words,', 'and more']);
  });

  it('letters are read by the encoding within a compact font, where the file has no other', async () => {
    const programme = compactFont(['T_h'], [0, 1, 135, 0, 70, 0, 78], [0, 3, 1, 2, 3], 4);
    const source = onePageIn(
      [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Own /FirstChar 1 /LastChar 3 /Widths [900 500 700] /FontDescriptor << /Type /FontDescriptor /FontName /Own /Flags 4 /FontFile3 6 0 R >> >>',
        { dictionary: '/Subtype /Type1C', stream: programme },
      ],
      '<010203> Tj',
    );
    expect((await readPdf(source)).texts).toEqual(['Them']);
  });

  /** A page in a font of which codes are numbers of glyphs: 1 is `a`, and what `mapped` says. */
  const byGlyphs = (name: string, mapped: string, map = '/Identity'): Buffer =>
    onePageIn(
      [
        `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>`,
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /DW 500 /CIDToGIDMap ${map} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`,
        {
          stream: `1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfchar <0001> <0061> <019f> <${mapped}> endbfchar`,
        },
      ],
      '<0001019f00010001> Tj',
    );

  it.each([
    ['has no character for it', 'ABCDEF+Calibri-Light', 'fffd', ['atiaa']],
    ['has the character of its number', 'Calibri', '019f', ['atiaa']],
    ['tells another character', 'Calibri', '0078', ['axaa']],
    ['is of another font', 'Candara', 'fffd', []],
  ])('a ligature of Calibri is read as what it shows where its font %s', async (_what, name, mapped, expected) => {
    expect((await readPdf(byGlyphs(name, mapped))).texts).toEqual(expected);
  });

  it('numbers of glyphs that are mapped to others tell no ligature', async () => {
    expect((await readPdf(byGlyphs('Calibri', 'fffd', '7 0 R'))).texts).toEqual([]);
  });

  /** A page in a composite font without a map to Unicode. */
  const withoutMap = (ordering: string, encoding: string, codes: string): Buffer =>
    onePageIn(
      [
        `<< /Type /Font /Subtype /Type0 /BaseFont /Own-${encoding} /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
        `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 0 >> >>`,
      ],
      `<${codes}> Tj`,
    );

  it.each([
    ['Japan1', 'Identity-H', '0cd40e8a07a00226', '日本語の'],
    ['GB1', 'Identity-H', '11cf0ed3', '中文'],
    ['CNS1', 'Identity-H', '143f171702d60381', '繁體文件'],
    ['Korea1', 'Identity-H', '0ce004b409af', '한국어'],
    ['KR', 'Identity-H', '0b130161075f', '한국어'],
    ['Japan1', 'H', '467c4b5c386c', '日本語'],
    ['GB1', 'GB-H', '56504e44', '中文'],
    ['Korea1', 'KSC-H', '47513139', '한국'],
    ['Japan1', '90ms-RKSJ-H', '93fa967b41', '日本A'],
  ])('a font of %s without a map to Unicode is read by its collection, %s', async (ordering, encoding, codes, text) => {
    expect((await readPdf(withoutMap(ordering, encoding, codes), { sourceLanguage: 'ja' })).texts).toEqual([text]);
  });

  it('a font of another collection without a map to Unicode is not read', async () => {
    expect((await readPdf(withoutMap('Own', 'Identity-H', '0cd40e8a'))).texts).toEqual([]);
  });

  it.each(['NimbusMonL-Regu', 'CMITT10', 'CMTT9'])('%s is set as a typewriter writes', async (name) => {
    const source = inFonts(name, 4);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    expect(bytes.subarray(source.length).toString('latin1')).toContain('NotoSansMono');
  });
});

describe('fonts of drawings of a PDF', () => {
  /** A page that shows codes of a font of drawings, whose glyphs have these names, and more. */
  const drawn = (nameOf: (code: number) => string, text: string, more = ''): Buffer => {
    const codes = [...new Set(Buffer.from(text, 'latin1'))]
      .filter((code) => code !== 32)
      .sort((one, other) => one - other);
    const names = codes.map((code) => `${code} /${nameOf(code)}`).join(' ');
    const glyphs = codes.map((code) => `/${nameOf(code)} 6 0 R`).join(' ');
    return onePageIn(
      [
        `<< /Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 600 700] /Resources << >> /FirstChar 0 /LastChar 255 /Widths [${'600 '.repeat(256)}] /Encoding << /Differences [${names}] >> /CharProcs << ${glyphs} >> >>`,
        { stream: '600 0 0 0 500 700 d1 50 0 400 600 re f' },
      ],
      `${text
        .split(' ')
        .map((word) => `(${word}) Tj 8 0 Td`)
        .join(` ${text.length * 7} 0 Td `)} ${more}`,
    );
  };

  it('are read where the names of their glyphs are codes', async () => {
    const { texts, summary } = await readPdf(drawn((code) => `a${code}`, 'Problems'));
    expect(texts).toEqual(['Problems']);
    expect(summary.skipped).toEqual([]);
  });

  it('are read where the names of their glyphs are numbers of Unicode, in small letters too', async () => {
    const { texts } = await readPdf(drawn((code) => `uni00${code.toString(16)}`, 'jklmno'));
    expect(texts).toEqual(['jklmno']);
  });

  it('are counted as skipped where nothing tells what their glyphs are', async () => {
    const { texts, summary } = await readPdf(drawn((code) => `glyph${code * 7}`, 'Problems', '0 -60 Td (Words) Tj'));
    expect(texts).toEqual([]);
    expect(summary.skipped).toEqual([
      { part: 'page 1', reason: 'The file does not tell which characters its glyphs are.', count: 2 },
    ]);
    const message =
      'The fonts of the page do not tell which characters 13 of its glyphs are: the text around them stays as it is.';
    expect(summary.warnings).toEqual([{ code: 'characters_unknown', message, part: 'page 1', count: 13 }]);
  });

  it('are no words that are skipped where there are fewer than three, as of icons', async () => {
    const { summary } = await readPdf(drawn((code) => `glyph${code * 7}`, 'PQ'));
    expect(summary.skipped).toEqual([]);
  });
});
