import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import type { MergeOptions } from '../format.port.js';
import { onePage, pagesOf } from './pdf-sample.fixture.js';
import { segmentsOf, translatedPdf } from './translated-pdf.fixture.js';

const read = async (bytes: Uint8Array, options: Partial<MergeOptions> = {}) => {
  const { segments, summary } = await segmentsOf(bytes, options);
  return { segments, texts: segments.map(({ parts }) => textOf(parts)), summary };
};

const textOf = (parts: Segment): string =>
  parts.map((part) => ('text' in part ? part.text : `<${part.kind === 'close' ? '/' : ''}${part.id}>`)).join('');

const upper = (text: string): string => text.toUpperCase();

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
    ['columns', '(Left side) Tj 200 0 Td (Right side) Tj', ['Left side', 'Right side']],
    ['a style', '(some ) Tj /F2 12 Tf (bold) Tj /F1 12 Tf ( words) Tj', ['some <1>bold</1> words']],
    [
      'a list',
      '(1.) Tj 20 0 Td (First point) Tj -20 -14 Td (2.) Tj 20 0 Td (Next point) Tj',
      ['First point', 'Next point'],
    ],
    ['leaders', '(Chapter) Tj ( .......... ) Tj (12) Tj', ['Chapter']],
    ['a number alone', '(Words) Tj 0 -60 Td (3,141) Tj', ['Words']],
    ['text drawn twice', '(Shadow) Tj 0.2 0 Td (Shadow) Tj', ['Shadow']],
    ['a text of its own', '/Span << /ActualText (fish) >> BDC (f) Tj (sh) Tj EMC', ['fish']],
  ])('are read with %s', async (_what, operators, expected) => {
    expect((await read(onePage(operators))).texts).toEqual(expected);
  });

  it('paragraphs of a PDF are rows of their own in a table', async () => {
    const rows = ['Name', 'Anna', 'Bert'].map(
      (name, at) => `1 0 0 1 40 ${500 - at * 14} Tm (${name}) Tj 150 0 Td (Town) Tj`,
    );
    expect((await read(onePage(rows.join('\n')))).texts).toEqual(['Name', 'Town', 'Anna', 'Town', 'Bert', 'Town']);
  });
});

describe('a translated PDF', () => {
  it('a translated PDF begins with the bytes of its source', async () => {
    const source = onePage('(Some words) Tj');
    const { bytes } = await translatedPdf(source, upper);
    expect(bytes.subarray(0, source.length).equals(source)).toBe(true);
  });

  it('a translated PDF keeps what is not translated in its place', async () => {
    const source = onePage('(Words ) Tj 300 0 Td (12) Tj (34) Tj 0 -60 Td (Other) Tj');
    const { bytes } = await translatedPdf(source, (text) => (text === 'Words' ? 'Sanoja' : text));
    expect((await read(bytes)).texts).toEqual(['Sanoja', 'Other']);
    expect((await read((await translatedPdf(bytes, () => 'Words')).bytes)).texts).toEqual(['Words', 'Words']);
  });

  it('a translated PDF is set smaller where its words need more room, and runs over where that is not enough', async () => {
    const box = '(Word) Tj 0 -14 Td (3) Tj 40 14 Td (5) Tj';
    expect((await translatedPdf(onePage(box), () => 'Sanasia')).summary.overflowed).toBe(0);
    expect((await translatedPdf(onePage(box), () => 'Sanoja joita on monta')).summary).toMatchObject({
      overflowed: 1,
      overflowedIn: [{ part: 'page 1', count: 1 }],
    });
  });

  it('a translated PDF is set at its size where the layout need not stay', async () => {
    const box = onePage('(Word) Tj 0 -14 Td (3) Tj 40 14 Td (5) Tj');
    const { summary } = await translatedPdf(box, () => 'Sanasia', { preserveLayout: false });
    expect(summary.overflowed).toBe(1);
  });

  it('a translated PDF is refused in a language that there is no font for', async () => {
    const outcome = translatedPdf(onePage('(Words) Tj'), upper, { targetLanguage: 'bo' });
    await expect(outcome).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
  });

  it('a translated PDF is in fonts that are as high as their letters without accents', async () => {
    const source = onePage('(Words) Tj');
    const { bytes } = await translatedPdf(source, upper);
    const added = bytes.subarray(source.length).toString('latin1');
    const [ascent, descent] = ['Ascent', 'Descent'].map((key) => Number(added.match(`/${key} (-?\\d+)`)?.[1]));
    expect(ascent).toBeGreaterThan(700);
    expect(ascent).toBeLessThan(850);
    expect(descent).toBeGreaterThan(-260);
    expect(descent).toBeLessThan(-200);
  });

  it('a translated PDF runs leftwards in a language that does', async () => {
    const { bytes } = await translatedPdf(onePage('(Words) Tj'), () => 'שלום (עולם) 12', { targetLanguage: 'he' });
    expect((await read(bytes)).texts).toEqual(['שלום (עולם) 12']);
  });

  it.each([
    ['ja', 'NotoSansCJKjp-Regular', '今日は「東京」へ行きました。'],
    ['zh-CN', 'NotoSansCJKsc-Regular', '我们昨天去了北京，天气很好。'],
    ['zh-TW', 'NotoSansCJKtc-Regular', '我們昨天去了臺北，天氣很好。'],
    ['ko', 'NotoSansCJKkr-Regular', '우리는 어제 서울에 갔습니다.'],
  ])('is set in the shapes of the region of %s', async (targetLanguage, face, text) => {
    const source = onePage('(Some words that are on a line of a page) Tj');
    const { bytes, summary } = await translatedPdf(source, () => text.repeat(9), { targetLanguage });
    expect(bytes.subarray(source.length).toString('latin1')).toContain(face);
    expect(summary.warnings).toEqual([]);
    expect((await read(bytes)).texts).toEqual([text.repeat(9)]);
  });

  it('a translated PDF tells of characters that no font has', async () => {
    const { bytes, summary } = await translatedPdf(onePage('(Words) Tj'), () => 'Words 𐄂𒀀');
    expect(summary.warnings).toEqual([expect.objectContaining({ code: 'characters_without_font', count: 2 })]);
    expect((await read(bytes)).texts).toEqual(['Words 𐄂𒀀']);
  });

  it('a translated PDF names its language, and breaks its signature', async () => {
    const source = pagesOf([{ content: 'BT /F1 12 Tf 40 500 Td (Words) Tj ET' }], {
      catalogue: '/Lang (en-GB) /AcroForm << /SigFlags 3 /Fields [] >>',
    });
    const { bytes, summary } = await translatedPdf(source, upper);
    const added = bytes.subarray(source.length).toString('latin1');
    expect(added).toContain(`/Lang <${Buffer.from('fi').toString('hex')}>`);
    expect(summary.warnings?.map(({ code }) => code)).toEqual(['signature_broken']);
  });

  const claiming = (xml: string) =>
    pagesOf([{ content: 'BT /F1 12 Tf 40 500 Td (Words) Tj ET' }], {
      catalogue: '/Metadata 3 0 R',
      objects: [{ dictionary: '/Type /Metadata /Subtype /XML', stream: xml }],
    });
  const xmp = (part: number, conformance: string) =>
    `<x><pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part></x>`;
  const arabic = 'مرحبا بالعالم';

  it.each([
    ['all that it did, in a script whose letters stand alone', xmp(2, 'A'), 'TRE ORD', undefined],
    ['its lowest level, in a script that joins letters', xmp(2, 'U'), arabic, xmp(2, 'B').replace(/<pdfua.*part>/, '')],
    [
      'the same with attributes',
      `<x pdfaid:part="1" pdfaid:conformance="A"/>`,
      arabic,
      '<x pdfaid:part="1" pdfaid:conformance="B"/>',
    ],
    [
      'its level B in any script',
      '<x><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>',
      arabic,
      undefined,
    ],
    ['nothing, where characters have no font', xmp(2, 'B'), 'Words 𐄂𒀀', '<x></x>'],
    ['nothing of a part without levels', '<x><pdfaid:part>4</pdfaid:part></x>', arabic, '<x></x>'],
  ])('says of PDF/A and PDF/UA %s', async (_what, xml, text, becomes) => {
    const source = claiming(xml);
    const { bytes, summary } = await translatedPdf(source, () => text, { targetLanguage: 'ar' });
    const added = bytes.subarray(source.length).toString('latin1');
    if (becomes === undefined) expect(added).not.toContain('/Metadata');
    else expect(added).toContain(`stream\n${becomes}\nendstream`);
    const codes = summary.warnings?.map(({ code }) => code) ?? [];
    expect(codes.includes('conformance_dropped')).toBe(becomes !== undefined);
  });

  it('a translated PDF has the codes of its fonts listed where it is PDF/A-1', async () => {
    const added = async (part: number): Promise<string> =>
      (await translatedPdf(claiming(xmp(part, 'B')), () => 'ėėė')).bytes.toString('latin1');
    expect([(await added(1)).includes('/CIDSet'), (await added(2)).includes('/CIDSet')]).toEqual([true, false]);
  });

  it('a translated PDF is made of a file in which attachments alone are encrypted', async () => {
    const source = pagesOf([{ content: 'BT /F1 12 Tf 40 500 Td (Words) Tj ET' }], {
      trailer: '/Encrypt << /Filter /Standard /V 5 /R 6 /StmF /Identity /StrF /Identity /EFF /StdCF >>',
    });
    const { bytes } = await translatedPdf(source, upper);
    expect((await read(bytes)).texts).toEqual(['WORDS']);
  });

  it('a translated PDF is made of a file whose tables are damaged', async () => {
    const source = Buffer.from(
      onePage('(Words) Tj')
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n9'),
      'latin1',
    );
    const { bytes } = await translatedPdf(source, upper);
    expect((await read(bytes)).texts).toEqual(['WORDS']);
  });
});

describe('links of a translated PDF', () => {
  const link = (area: string, uri: string, more = '') =>
    `<< /Type /Annot /Subtype /Link /Rect [${area}] /A << /S /URI /URI (${uri}) >> ${more} >>`;
  const pageWith = (operators: string, ...links: string[]) =>
    pagesOf(
      [
        {
          content: `BT /F1 12 Tf 14 TL 40 500 Td ${operators} ET`,
          entries: `/Annots [${links.map((_, at) => `${3 + at} 0 R`).join(' ')}]`,
        },
      ],
      { objects: links },
    );
  const numbersAfter = (bytes: Buffer, source: Buffer, key: string): number[][] =>
    [
      ...bytes
        .subarray(source.length)
        .toString('latin1')
        .matchAll(new RegExp(`/${key} \\[([^\\]]*)\\]`, 'g')),
    ].map(([, numbers = '']) => numbers.split(' ').map(Number));

  it('links of a translated PDF have tags around their words', async () => {
    const source = pageWith('(see the page of ) Tj (the town) Tj ( for more) Tj', link('124 496 171 512', 'a'));
    expect((await read(source)).texts).toEqual(['see the page of <1>the town</1> for more']);
  });

  it('links of a translated PDF have tags around their words where most words of the paragraph are theirs', async () => {
    const source = pageWith('(See ) Tj (all of the old town) Tj', link('64 496 180 512', 'a'));
    expect((await read(source)).texts).toEqual(['See <1>all of the old town</1>']);
  });

  it('lie where their words are', async () => {
    const source = pageWith('(see the page of ) Tj (the town) Tj ( for more) Tj', link('124 496 171 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => (text.startsWith('see') ? 'on ' : text));
    const [[left = 0, bottom = 0, right = 0, top = 0] = []] = numbersAfter(bytes, source, 'Rect');
    expect(left).toBeCloseTo(57, -1);
    expect(right - left).toBeCloseTo(45, -1);
    expect([bottom, top]).toEqual([497.58, 508.79]);
    expect((await read(bytes)).texts).toEqual(['on <1>the town</1> for more']);
  });

  it('over two lines have a part on each', async () => {
    const links = [link('112 496 132 512', 'a'), link('38 482 66 498', 'a')];
    const source = pageWith('(A page about the) Tj T* (town as it was.) Tj', ...links);
    const { texts } = await read(source);
    expect(texts).toEqual(['A page about <1>the town</1> as it was.']);
    const { bytes } = await translatedPdf(source, (text) => (text === 'the town' ? 'towns' : text));
    const [one, other] = numbersAfter(bytes, source, 'Rect');
    expect(one).toEqual(other);
  });

  it('around a whole line of a table of contents keep what stays', async () => {
    const source = pageWith('(Chapter) Tj ( .......... ) Tj (12) Tj', link('38 496 150 512', 'a'));
    const { bytes } = await translatedPdf(source, upper);
    const [[left, , right] = []] = numbersAfter(bytes, source, 'Rect');
    expect([left, right]).toEqual([38, 150]);
  });

  it('links of a translated PDF have words that grow into free space, where a space stands behind them', async () => {
    const source = pageWith('(A page ) Tj', link('38 496 85 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => `${text} with many more words`);
    const [[left = 0, bottom = 0, right = 0, top = 0] = []] = numbersAfter(bytes, source, 'Rect');
    expect([bottom, top]).toEqual([497.45, 509.27]);
    expect(right - left).toBeGreaterThan(140);
  });

  it('links of a translated PDF have words that grow leftwards, where two lines end at the right', async () => {
    const operators = '0 -200 Td (Left) Tj 254 200 Td (Third edition) Tj 4.656 -14 Td (2012-09-01) Tj';
    const source = pageWith(operators, link('292 496 362 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => text.replace('Third', 'Thirdly'));
    const [[left, bottom, right = 0, top] = []] = numbersAfter(bytes, source, 'Rect');
    expect([bottom, top]).toEqual([497.51, 509.07]);
    expect(left).toBeLessThan(290);
    expect(right).toBeCloseTo(360, 0);
  });

  it('links of a translated PDF have words of one size for each style of a page', async () => {
    const operators =
      '(Word) Tj 0 -14 Td (3) Tj 40 14 Td (5) Tj 0 -100 Td (Other) Tj 0 -100 Td /F2 12 Tf (Bold words) Tj';
    const links = [link('38 496 72 512', 'a'), link('78 396 112 412', 'b'), link('78 296 150 312', 'c')];
    const source = pageWith(operators, ...links);
    const { bytes } = await translatedPdf(source, (text) => (text === 'Word' ? 'Sanasia' : `${text} are`));
    const heights = numbersAfter(bytes, source, 'Rect').map(([, bottom = 0, , top = 0]) => top - bottom);
    expect(heights[0]).toBeLessThan(10.4);
    expect(heights[1]).toBeCloseTo(heights[0] ?? 0, 1);
    expect(heights[2]).toBeCloseTo(12.02, 2);
  });

  it.each([
    ['at their size past the end of an underline that is a thin rectangle', '40 497 28 0.6 re f', true],
    ['smaller within a cell', '38 490 32 20 re S', false],
    ['smaller within a cell that an underline reaches', '38 497 32 0.6 re f 70 490 m 70 510 l S', false],
  ])('have words that grow %s', async (_what, drawing, isLarge) => {
    const source = pageWith(`ET ${drawing} BT /F1 12 Tf 40 500 Td (Word) Tj`, link('38 496 72 512', 'a'));
    const { bytes } = await translatedPdf(source, () => 'Sanasia');
    const [[, bottom = 0, , top = 0] = []] = numbersAfter(bytes, source, 'Rect');
    expect(top - bottom > 10.4).toBe(isLarge);
  });

  it('links of a translated PDF have a rectangle for each line of their words', async () => {
    const source = pageWith('(A page) Tj', link('38 496 85 512', 'a'));
    const { bytes } = await translatedPdf(source, (text) => `${text} ${'with many more words '.repeat(8)}`);
    const [quads = []] = numbersAfter(bytes, source, 'QuadPoints');
    expect(quads.length).toBeGreaterThan(8);
    expect(quads.length % 8).toBe(0);
  });
});

describe('the options of a PDF', () => {
  const page = (text: string) => ({ content: `BT /F1 12 Tf 40 300 Td (${text}) Tj ET` });

  it('page_range takes the pages that it names', async () => {
    const { texts, summary } = await read(pagesOf(['One', 'Two', 'Three'].map(page)), {
      pageRange: [{ from: 2, to: 2 }],
    });
    expect(texts).toEqual(['Two']);
    expect(summary.pageCount).toBe(3);
  });

  it('translate_headers takes the head and the foot of a page', async () => {
    const source = onePage('(Body) Tj 0 80 Td (Head) Tj 0 -560 Td (Foot) Tj');
    const { segments } = await read(source);
    expect(segments.map(({ role }) => role)).toEqual(['body', 'header', 'footer']);
    expect((await read(source, { translateHeaders: false })).texts).toEqual(['Body']);
  });

  it('hidden takes text that does not show', async () => {
    const source = onePage('(Shown) Tj 0 -60 Td 3 Tr (Hidden) Tj');
    const { texts, summary } = await read(source);
    expect(texts).toEqual(['Shown']);
    expect(summary.skipped).toEqual([expect.objectContaining({ part: 'page 1', count: 1 })]);
    expect((await read(source, { hidden: true })).texts).toEqual(['Shown', 'Hidden']);
  });

  it('translate_alt_text and translate_comments take what pictures, links and comments say', async () => {
    const source = pagesOf([{ ...page('Body'), entries: '/Annots [3 0 R 4 0 R]' }], {
      catalogue: '/StructTreeRoot 5 0 R',
      objects: [
        '<< /Type /Annot /Subtype /Link /Contents (A link) >>',
        '<< /Type /Annot /Subtype /Text /Contents (A comment) >>',
        '<< /Type /StructTreeRoot /K [6 0 R] >>',
        '<< /Type /StructElem /S /Figure /Alt (A picture) >>',
      ],
    });
    expect((await read(source)).texts).toEqual(['Body', 'A link', 'A picture']);
    expect((await read(source, { translateAltText: false })).texts).toEqual(['Body']);
    expect((await read(source, { translateComments: true })).texts).toEqual([
      'Body',
      'A link',
      'A comment',
      'A picture',
    ]);
  });
});
