import { describe, expect, it } from 'vitest';
import { onePage, pagesOf } from './pdf-sample.fixture.js';
import { contentsAfter, drawnIn, readPdf, translatedPdf } from './translated-pdf.fixture.js';
import { unusualPages } from './unusual-pages.fixture.js';

const upper = (text: string): string => text.toUpperCase();

describe('a translated PDF', () => {
  it('a translated PDF begins with the bytes of its source', async () => {
    const source = onePage('(Some words) Tj');
    const { bytes } = await translatedPdf(source, upper);
    expect(bytes.subarray(0, source.length).equals(source)).toBe(true);
  });

  it('a translated PDF keeps what is not translated in its place', async () => {
    const source = onePage('(Words ) Tj 300 0 Td (12) Tj (34) Tj 0 -60 Td (Other) Tj');
    const { bytes } = await translatedPdf(source, (text) => (text === 'Words' ? 'Sanoja' : text));
    expect((await readPdf(bytes)).texts).toEqual(['Sanoja', 'Other']);
    expect((await readPdf((await translatedPdf(bytes, () => 'Words')).bytes)).texts).toEqual(['Words', 'Words']);
  });

  it('a translated PDF is set smaller where its words need more room, and runs over where that is not enough', async () => {
    const box = '(Word) Tj 0 -14 Td (3) Tj 40 14 Td (5) Tj';
    expect((await translatedPdf(onePage(box), () => 'Sanasia')).summary.overflowed).toBe(0);
    expect((await translatedPdf(onePage(box), () => 'Sanoja joita on monta')).summary).toMatchObject({
      overflowed: 1,
      overflowedIn: [{ part: 'page 1', count: 1 }],
    });
  });

  it('a translated PDF has its lines where those of the source were, though two of them stood farther apart', async () => {
    const line = '(Words that are on a line of a paragraph here) Tj';
    const source = onePage(
      `/P << /MCID 0 >> BDC ${line} 0 -22 Td ${`${line} T* `.repeat(3)} ${line} EMC 0 -18 Td (Below) Tj`,
    );
    const { bytes } = await translatedPdf(source, (text) => (text === 'Below' ? text : upper(text)));
    const baselines = [...drawnIn(bytes, source).matchAll(/ (\S+) Tm\n(?:\/Tl|\[<)/g)].map(([, y]) => Number(y));
    expect(Math.round(Math.min(...baselines))).toBe(436);
  });

  it('a translated PDF keeps the hyphens at which its lines break', async () => {
    const source = onePage('(A line of some words here) Tj T* (and of more on another.) Tj T* (And of more.) Tj');
    const words = 'kala-kana-koira-kissa-hevonen-lammas-lehmä-'.repeat(2).concat('vuohi');
    const { bytes } = await translatedPdf(source, () => words);
    expect((await readPdf(bytes)).texts).toEqual([words]);
  });

  it('a translated PDF does not run over text that is turned', async () => {
    const source = (turn: string) => onePage(`(Words) Tj ${turn} Tm (A mark in the margin) Tj`);
    const overflowed = async (turn: string) => {
      const { summary } = await translatedPdf(source(turn), (text) => (text === 'Words' ? 'Sanojajoitaonmonta' : text));
      return summary.overflowed;
    };
    expect(await overflowed('0 1 -1 0 90 440')).toBe(1);
    expect(await overflowed('0 -1 1 0 80 560')).toBe(1);
    expect(await overflowed('0 1 -1 0 300 440')).toBe(0);
    expect(await overflowed('0.7071 0.7071 -0.7071 0.7071 60 440')).toBe(0);
  });

  it('a translated PDF stays where its source shows', async () => {
    const cell = '30 480 100 32 re W n BT /F1 12 Tf 14 TL 40 500 Td (Words) Tj';
    const source = pagesOf([{ content: `q ${cell} ET Q` }]);
    const { summary } = await translatedPdf(source, () => 'Sanoja joita on monta');
    expect(summary.overflowed).toBe(0);
    const narrow = pagesOf([{ content: `q ${cell.replace('480 100 32', '495 50 17')} ET Q` }]);
    expect((await translatedPdf(narrow, () => 'Sanoja joita on monta')).summary.overflowed).toBe(1);
    const open = pagesOf([{ content: cell.slice(cell.indexOf('BT')).concat(' ET') }]);
    expect((await translatedPdf(open, () => 'Sanoja joita on monta')).summary.overflowed).toBe(0);
  });

  it('a translated PDF is painted over what is painted between its words', async () => {
    const fill = '68 495 60 18 re f';
    const source = onePage(`(Some) Tj ET 0.9 g ${fill} 0 g BT /F1 12 Tf 72 500 Td (words) Tj`);
    const { bytes } = await translatedPdf(source, () => 'Sanoja on');
    const content = contentsAfter(bytes, source).find((text) => text.includes(fill)) ?? '';
    expect(content).toContain('/TlParagraph');
    expect(content.indexOf('/TlParagraph')).toBeGreaterThan(content.indexOf(fill));
  });

  it('a translated PDF is bounded by lines that are drawn, not by those of a clip', async () => {
    const line = '80 480 m 80 520 l';
    const text = 'BT /F1 12 Tf 14 TL 40 500 Td (Words) Tj ET';
    const overflowed = async (path: string) => {
      const { summary } = await translatedPdf(pagesOf([{ content: `${path} ${text}` }]), () => 'Sanojajoitaonmonta');
      return summary.overflowed;
    };
    expect([await overflowed(`${line} S`), await overflowed(`${line} n`)]).toEqual([1, 0]);
  });

  it('a translated PDF is set at its size where the layout need not stay', async () => {
    const box = onePage('(Word) Tj 0 -14 Td (3) Tj 40 14 Td (5) Tj');
    const { summary } = await translatedPdf(box, () => 'Sanasia', { preserveLayout: false });
    expect(summary.overflowed).toBe(1);
  });

  it('a translated PDF is refused in a language that there is no font for', async () => {
    const outcome = translatedPdf(onePage('(Words) Tj'), upper, { targetLanguage: 'ii' });
    await expect(outcome).rejects.toMatchObject({ name: 'FormatError', reason: 'invalid' });
  });

  it('a translated PDF runs leftwards in a language that does', async () => {
    const { bytes } = await translatedPdf(onePage('(Words) Tj'), () => 'שלום (עולם) 12', { targetLanguage: 'he' });
    expect((await readPdf(bytes)).texts).toEqual(['שלום (עולם) 12']);
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
    expect((await readPdf(bytes)).texts).toEqual([text.repeat(9)]);
  });

  it('a translated PDF tells of characters that no font has', async () => {
    const { bytes, summary } = await translatedPdf(onePage('(Words) Tj'), () => 'Words 𐄂𒀀');
    expect(summary.warnings).toEqual([expect.objectContaining({ code: 'characters_without_font', count: 2 })]);
    expect((await readPdf(bytes)).texts).toEqual(['Words 𐄂𒀀']);
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

  it('a translated PDF tells of a form in XFA, of which viewers show the source', async () => {
    const source = pagesOf([{ content: 'BT /F1 12 Tf 40 500 Td (Words) Tj ET' }], {
      catalogue: '/AcroForm << /Fields [] /XFA [(template) 3 0 R] >>',
      objects: [{ stream: '<template><text>Words</text></template>' }],
    });
    const { summary } = await translatedPdf(source, upper);
    expect(summary.warnings).toEqual([{ code: 'xfa_not_translated', message: expect.any(String), count: 1 }]);
    expect((await translatedPdf(source, (text) => text)).summary.warnings).toBeUndefined();
  });

  const claiming = (xml: string | Buffer) =>
    pagesOf([{ content: 'BT /F1 12 Tf 40 500 Td (Words) Tj ET' }], {
      catalogue: '/Metadata 3 0 R',
      objects: [{ dictionary: '/Type /Metadata /Subtype /XML', stream: xml }],
    });
  const xmp = (part: number, conformance: string) =>
    `<x><pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part></x>`;
  const arabic = 'مرحبا بالعالم';

  it.each([
    [
      'all that it did, in a script whose letters stand alone',
      xmp(2, 'A'),
      'TRE ORD',
      undefined,
      ['PDF/A-2a', 'PDF/UA-1'],
    ],
    ['all that it did, where nothing changes', xmp(2, 'A'), 'Words', undefined, ['PDF/A-2a', 'PDF/UA-1']],
    ['nothing, where its source did not', '<x></x>', 'TRE ORD', undefined, []],
    [
      'its lowest level, in a script that joins letters',
      xmp(2, 'U'),
      arabic,
      xmp(2, 'B').replace(/<pdfua.*part>/, ''),
      ['PDF/A-2u to PDF/A-2b', 'PDF/UA-1 to nothing'],
    ],
    [
      'the same with attributes',
      `<x pdfaid:part="1" pdfaid:conformance="A"/>`,
      arabic,
      '<x pdfaid:part="1" pdfaid:conformance="B"/>',
      ['PDF/A-1a to PDF/A-1b'],
    ],
    [
      'its level B in any script',
      '<x><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></x>',
      arabic,
      undefined,
      ['PDF/A-2b'],
    ],
    [
      'nothing, where characters have no font',
      xmp(2, 'B'),
      'Words 𐄂𒀀',
      '<x></x>',
      ['PDF/A-2b to nothing', 'PDF/UA-1 to nothing'],
    ],
    [
      'nothing of a part without levels',
      '<x><pdfaid:part>4</pdfaid:part></x>',
      arabic,
      '<x></x>',
      ['PDF/A-4 to nothing'],
    ],
  ])('says of PDF/A and PDF/UA %s', async (_what, xml, text, becomes, claims) => {
    const source = claiming(xml);
    const { bytes, summary } = await translatedPdf(source, () => text, { targetLanguage: 'ar' });
    const added = bytes.subarray(source.length).toString('latin1');
    if (becomes === undefined) expect(added).not.toContain('/Metadata');
    else expect(added).toContain(`stream\n${becomes}\nendstream`);
    const codes = summary.warnings?.map(({ code }) => code) ?? [];
    expect(codes.includes('conformance_dropped')).toBe(becomes !== undefined);
    const said = summary.conformance?.map(({ standard, kept, becomes: lower = 'nothing' }) =>
      kept ? standard : `${standard} to ${lower}`,
    );
    expect(said).toEqual(claims);
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-16 with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without one', (text) => Buffer.from(text, 'utf16le').swap16()],
    [
      'UTF-32',
      (text) =>
        Buffer.concat(
          Array.from(`\ufeff${text}`, (sign) => Buffer.from([0, 0, ...Buffer.from(sign, 'utf16le').swap16()])),
        ),
    ],
  ])('claims in metadata of %s are read, and taken back', async (_, encoded) => {
    const source = claiming(encoded(xmp(2, 'U')));
    const { bytes, summary } = await translatedPdf(source, () => arabic, { targetLanguage: 'ar' });
    expect(summary.conformance?.map(({ standard, becomes }) => [standard, becomes])).toEqual([
      ['PDF/A-2u', 'PDF/A-2b'],
      ['PDF/UA-1', undefined],
    ]);
    expect(bytes.subarray(source.length).toString('latin1')).toContain('<pdfaid:conformance>B<');
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
    expect((await readPdf(bytes)).texts).toEqual(['WORDS']);
  });

  it('a translated PDF is made of a file whose tables are damaged', async () => {
    const source = Buffer.from(
      onePage('(Words) Tj')
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n9'),
      'latin1',
    );
    const { bytes } = await translatedPdf(source, upper);
    expect((await readPdf(bytes)).texts).toEqual(['WORDS']);
  });
});

describe('a page with', () => {
  it.each(Object.entries(unusualPages))('%s is translated in its place', async (_what, page) => {
    const { source, texts, roles, skipped = 0, at, size, kept = [] } = page;
    const read = await readPdf(source);
    expect(read.texts).toEqual(texts);
    if (roles) expect(read.segments.map(({ role }) => role)).toEqual(roles);
    expect(read.summary.skipped?.reduce((sum, { count }) => sum + count, 0)).toBe(skipped);
    const { bytes, summary } = await translatedPdf(source, upper);
    expect((await readPdf(bytes)).texts).toEqual(texts.map(upper));
    expect(summary.overflowed).toBe(0);
    const drawn = drawnIn(bytes, source);
    for (const operators of kept) expect(drawn).toContain(operators);
    if (at !== undefined) expect(drawn).toContain(`\n${at} Tm`);
    if (size !== undefined) expect(Number(/\/Tl\d+ (\S+) Tf/.exec(drawn)?.[1]) / size).toBeCloseTo(0.95, 1);
  });
});

describe('the options of a PDF', () => {
  const page = (text: string) => ({ content: `BT /F1 12 Tf 40 300 Td (${text}) Tj ET` });

  it('page_range takes the pages that it names', async () => {
    const { texts, summary } = await readPdf(pagesOf(['One', 'Two', 'Three'].map(page)), {
      pageRange: [{ from: 2, to: 2 }],
    });
    expect(texts).toEqual(['Two']);
    expect(summary.pageCount).toBe(3);
  });

  it('translate_headers takes the head and the foot of a page', async () => {
    const source = onePage('(Body) Tj 0 80 Td (Head) Tj 0 -560 Td (Foot) Tj');
    const { segments } = await readPdf(source);
    expect(segments.map(({ role }) => role)).toEqual(['body', 'header', 'footer']);
    expect((await readPdf(source, { translateHeaders: false })).texts).toEqual(['Body']);
  });

  it('hidden takes text that does not show', async () => {
    const source = onePage('(Shown) Tj 0 -60 Td 3 Tr (Hidden) Tj');
    const { texts, summary } = await readPdf(source);
    expect(texts).toEqual(['Shown']);
    expect(summary.skipped).toEqual([expect.objectContaining({ part: 'page 1', count: 1 })]);
    expect((await readPdf(source, { hidden: true })).texts).toEqual(['Shown', 'Hidden']);
  });

  it('blanks without opacity are part of the text around them', async () => {
    const source = pagesOf([
      {
        content: 'BT /F1 12 Tf 40 300 Td (Date:) Tj /G1 gs ( ) Tj /G2 gs (of today) Tj ET',
        resources: '/ExtGState << /G1 << /ca 0 >> /G2 << /ca 1 >> >>',
      },
    ]);
    const { texts, summary } = await readPdf(source);
    expect([texts, summary.skipped]).toEqual([['Date: of today'], []]);
    const { bytes } = await translatedPdf(source, upper);
    expect(drawnIn(bytes, source)).not.toContain('( ) Tj');
  });

  it('letters that are made bold by lines around them are bold words, and those beside them are none', async () => {
    const thick = '0 0 0 rg 0 0 0 RG 2 Tr 0.3 w (Thick) Tj 0 Tr';
    const source = onePage(`${thick} ( and thin words here) Tj 0 -60 Td 1 0 0 RG 2 Tr (Framed) Tj`);
    expect((await readPdf(source)).texts).toEqual(['<1>Thick</1> and thin words here', 'Framed']);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    expect((await readPdf(bytes)).texts).toEqual(['<1>THICK</1> AND THIN WORDS HERE', 'FRAMED']);
    const drawn = drawnIn(bytes, source);
    expect(drawn.match(/-?\d Tr/g)).toEqual(['2 Tr', '0 Tr', '2 Tr', '0 Tr', '2 Tr']);
  });

  it('text without opacity stays, as it does not show', async () => {
    const source = pagesOf([
      {
        content:
          'q /G1 gs BT /F1 12 Tf 40 300 Td (Drawn) Tj ET Q /G2 gs BT /F1 12 Tf 40 200 Td (Shown) Tj /G1 gs 0 -60 Td (Drawn, too) Tj ET',
        resources: '/ExtGState << /G1 << /ca 0 >> /G2 << /ca 0.5 >> >>',
      },
    ]);
    const { texts, summary } = await readPdf(source);
    expect(texts).toEqual(['Shown']);
    expect(summary.skipped).toEqual([expect.objectContaining({ part: 'page 1', count: 2 })]);
    expect((await readPdf(source, { hidden: true })).texts).toEqual(['Drawn', 'Shown', 'Drawn, too']);
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
    expect((await readPdf(source)).texts).toEqual(['Body', 'A link', 'A picture']);
    expect((await readPdf(source, { translateAltText: false })).texts).toEqual(['Body']);
    expect((await readPdf(source, { translateComments: true })).texts).toEqual([
      'Body',
      'A link',
      'A comment',
      'A picture',
    ]);
  });
});
