import { describe, expect, it } from 'vitest';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { cell, inline, row, type SampleBook, text, xlsxOf } from './xlsx-sample.fixture.js';
import { cellsOf, extracted, merged } from './xlsx-spec.fixture.js';

const strings = ['Mine', 'Shared', 'Theirs'].map(text);
const rows = (first: number) => row(1, cell('A1', first) + cell('B1', 1));
const two: SampleBook = {
  sheets: [
    { name: 'One', rows: rows(0) },
    { name: 'Two', rows: rows(2) },
  ],
  strings,
};
const firstSheet = { pageRange: [{ from: 1, to: 1 }] };

describe('sheets in a range', () => {
  it('sheets outside the range stay as they are, and are reported', async () => {
    const { texts, summary } = await extracted(two, firstSheet);
    expect(texts).toEqual(['Shared', 'Mine']);
    expect(summary).toEqual({
      pageCount: 2,
      skipped: [{ part: 'xl/worksheets/sheet2.xml', reason: 'The sheet is outside the page range.', count: 2 }],
    });
  });

  it('a string that both show is divided', async () => {
    const { part } = await merged(two, undefined, firstSheet);
    expect(cellsOf(part, 1)).toEqual({ A1: 'MINE', B1: 'SHARED' });
    expect(cellsOf(part, 2)).toEqual({ A1: 'Theirs', B1: 'Shared' });
    expect(part('xl/sharedStrings.xml')).toContain('uniqueCount="4"');
  });

  it('nothing is divided where the translation is the source', async () => {
    const { bytes } = await merged(two, (segment) => segment, firstSheet);
    expect(bytes.equals(xlsxOf(two))).toBe(true);
  });

  it('hidden sheets are on no page', async () => {
    const hidden: SampleBook = {
      sheets: [
        { name: 'A', state: 'hidden', rows: row(1, inline('A1', 'a')) },
        { name: 'B', rows: row(1, inline('A1', 'b')) },
      ],
    };
    expect(await extracted(hidden, firstSheet)).toMatchObject({ texts: ['b'], summary: { pageCount: 1 } });
  });
});

describe('what is hidden', () => {
  const hiddenParts: SampleBook = {
    sheets: [
      {
        name: 'One',
        before: '<cols><col min="2" max="3" hidden="1"/></cols>',
        rows: row(1, inline('A1', 'seen') + inline('C1', 'column')) + row(2, inline('A2', 'row'), ' hidden="1"'),
        drawing: '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="x" hidden="1" descr="shape"/></xdr:nvSpPr></xdr:sp>',
      },
      { name: 'Two', state: 'veryHidden', rows: row(1, inline('A1', 'sheet')) },
    ],
  };

  it('hidden sheets, rows, columns and shapes stay, unless they are asked for', async () => {
    expect((await extracted(hiddenParts)).texts).toEqual(['seen']);
    expect((await extracted(hiddenParts, { hidden: true })).texts).toEqual(['seen', 'column', 'row', 'sheet', 'shape']);
    expect((await merged(hiddenParts)).part('xl/worksheets/sheet1.xml')).toContain(
      row(1, inline('A1', 'SEEN') + inline('C1', 'column')) + row(2, inline('A2', 'row'), ' hidden="1"'),
    );
  });

  it('a string that a shown and a hidden cell show is divided', async () => {
    const book: SampleBook = {
      sheets: [{ name: 'One', rows: row(1, cell('A1', 0)) + row(2, cell('A2', 0), ' hidden="1"') }],
      strings: [text('Both')],
    };
    expect(cellsOf((await merged(book)).part)).toEqual({ A1: 'BOTH', A2: 'Both' });
  });
});

describe('direction', () => {
  const book = (attributes: string): SampleBook => ({
    sheets: [
      {
        name: 'One',
        before: `<sheetViews><sheetView${attributes} workbookViewId="0"/></sheetViews>`,
        rows: row(1, inline('A1', 'a')),
      },
    ],
  });
  const sheet = async (attributes: string, sourceLanguage: string, targetLanguage: string) =>
    (await merged(book(attributes), undefined, { sourceLanguage, targetLanguage })).part('xl/worksheets/sheet1.xml');

  it('a sheet runs the way of its language', async () => {
    expect(await sheet('', 'en', 'ar')).toContain('<sheetView workbookViewId="0" rightToLeft="1"/>');
    expect(await sheet(' rightToLeft="1"', 'ar', 'en')).toContain('<sheetView rightToLeft="0" workbookViewId="0"/>');
    expect(await sheet('', 'en', 'es')).toContain('<sheetView workbookViewId="0"/>');
  });

  it('text that is aligned to one side goes to the other where the whole workbook changes its direction', async () => {
    const styles = (left: string, right: string, order: string) =>
      `<cellStyleXfs><xf><alignment horizontal="${left}"/></xf></cellStyleXfs><cellXfs><xf applyAlignment="1"><alignment horizontal="${right}" readingOrder="${order}" wrapText="1"/></xf><xf applyAlignment="1"><alignment horizontal="center" wrapText="1"/></xf></cellXfs>`;
    const looks = async (source: string, targetLanguage: string, over = {}) =>
      (
        await merged({ ...book(''), styles: source }, undefined, { sourceLanguage: 'en', targetLanguage, ...over })
      ).part('xl/styles.xml');
    const source = styles('left', 'right', '1');
    expect(await looks(source, 'ar')).toContain(styles('right', 'left', '2'));
    expect(await looks(source, 'ar', { includeSource: true })).toContain(styles('right', 'left', '2'));
    expect(await looks(source, 'es')).toContain(source);
    expect(await looks(source, 'ar', { pageRange: [{ from: 1, to: 1 }] })).toContain(source);
    const back = { sourceLanguage: 'ar' };
    expect(await looks(styles('right', 'general', '2'), 'en', back)).toContain(styles('left', 'general', '1'));
  });
});

it('alternative texts and text boxes are segments', async () => {
  const box =
    '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="x" descr="A box"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>In it</a:t></a:r></a:p></xdr:txBody></xdr:sp>';
  const book: SampleBook = { sheets: [{ name: 'One', drawing: box }] };
  expect((await extracted(book)).texts).toEqual(['A box', 'In it']);
  expect((await extracted(book, { translateAltText: false })).texts).toEqual(['In it']);
  expect((await merged(book)).part('xl/drawings/drawing1.xml')).toMatch(/descr="A BOX".*<a:t>IN IT<\/a:t>/);
});

describe('a picture that gives place to its alternative text', () => {
  const frame = '<xdr:spPr><a:xfrm><a:off x="1" y="2"/></a:xfrm><a:prstGeom prst="rect"/></xdr:spPr>';
  const anchored = (content: string) =>
    `<xdr:twoCellAnchor><xdr:from/><xdr:to/>${content}<xdr:clientData/></xdr:twoCellAnchor>`;
  const picture = (attributes: string) =>
    anchored(
      `<xdr:pic macro="Go"><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1"${attributes}/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill>${frame}</xdr:pic>`,
    );
  const box = (attributes: string, words: string, direction = '') =>
    anchored(
      `<xdr:sp macro="Go" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="Picture 1"${attributes}/><xdr:cNvSpPr/></xdr:nvSpPr>${frame}<xdr:txBody><a:bodyPr wrap="square" anchor="ctr"><a:normAutofit/></a:bodyPr><a:p><a:pPr algn="ctr"${direction}/><a:r><a:t>${words}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`,
    );
  const drawn = async (attributes: string, over = {}) => {
    const drawing = picture(attributes).replace('<xdr:pic', '<xdr:pic xmlns:r="r"');
    const source: SampleBook = { sheets: [{ name: 'One', rows: row(1, inline('A1', 'a')), drawing }] };
    return (await merged(source, undefined, { preserveImages: false, ...over })).part('xl/drawings/drawing1.xml');
  };

  it('a text box with its translated alternative text stands in the place of a picture', async () => {
    expect(await drawn(' descr="A map" title="b"')).toContain(box(' descr="A MAP" title="B"', 'A MAP'));
    expect(await drawn(' title="b"', { targetLanguage: 'ar' })).toContain(box(' title="B"', 'B', ' rtl="1"'));
  });

  it('a picture stays where pictures do, and outside of the page range', async () => {
    expect(await drawn(' descr="A map"', { preserveImages: true })).toContain(' descr="A MAP"/><xdr:cNvPicPr/>');
    expect(await drawn(' descr="A map"', { pageRange: [{ from: 2, to: 2 }] })).toContain(
      ' descr="A map"/><xdr:cNvPicPr/>',
    );
  });
});

it('macros and templates stay what they are', async () => {
  const contentType = 'application/vnd.ms-excel.template.macroEnabled.main+xml';
  const { bytes } = await merged({ ...two, contentType });
  const archive = await ZipArchive.open(memoryFile(bytes));
  expect(archive.find('[Content_Types].xml')?.crc32).toBe(
    (await ZipArchive.open(memoryFile(xlsxOf({ ...two, contentType })))).find('[Content_Types].xml')?.crc32,
  );
});

it('text that has grown is made smaller in its shape, where the layout is to stay', async () => {
  const box = `<xdr:sp><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>${'A few words in a box. '.repeat(3)}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const grown = () => [{ kind: 'text' as const, text: 'word '.repeat(40).trim() }];
  const drawing = async (preserveLayout: boolean) => {
    const { part } = await merged({ sheets: [{ name: 'One', drawing: box }] }, grown, { preserveLayout });
    return part('xl/drawings/drawing1.xml');
  };
  expect(await drawing(true)).toContain('normAutofit fontScale=');
  expect(await drawing(false)).not.toContain('normAutofit');
});
