import { describe, expect, it } from 'vitest';
import { pdfOf } from './pdf-sample.fixture.js';
import { drawnIn, translatedPdf } from './translated-pdf.fixture.js';

/** Widths of the letters from a to z. */
const widths = {
  calibri: '479 525 423 525 498 305 471 525 229 239 455 229 799 525 527 525 525 349 391 335 525 452 715 433 453 395',
  /** Those of Noto Sans. */
  noto: '561 615 480 615 564 344 615 618 258 258 534 258 935 618 605 615 615 413 479 361 618 508 786 529 510 470',
  /** Letters that are now wider, now narrower than those of Arimo, and bold ones than those of Noto Sans. */
  other: '595 517 540 517 595 255 595 517 240 204 540 204 896 517 595 517 595 306 540 255 595 460 780 460 540 460',
  bold: '642 591 549 591 631 361',
};

const listed = (list: string): string => `/FirstChar 97 /LastChar 122 /Widths [${list}]`;

const words = 'the quick brown fox jumps over a lazy dog and sleeps';

/** A page that shows words in fonts of these names and entries, each on a line of its own, in 12 points. */
const pageIn = (...fonts: [name: string, entries?: string, text?: string][]): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 600 600] >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << ${fonts.map((_, at) => `/F${at} ${at + 5} 0 R`).join(' ')} >> >> >>`,
    {
      stream: fonts
        .map(([, , text = words], at) => `BT /F${at} 12 Tf 40 ${500 - 60 * at} Td (${text}) Tj ET`)
        .join('\n'),
    },
    ...fonts.map(
      ([name, entries = '']) =>
        `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding ${entries} >>`,
    ),
  ]);

/** The families of the fonts in which a page is set again, each once, and the sizes. */
const setIn = async (
  source: Buffer,
  change = (text: string): string => text.split(' ').reverse().join(' '),
): Promise<{ families: string[]; sizes: number[]; drawn: string }> => {
  const { bytes } = await translatedPdf(source, change);
  const added = bytes.subarray(source.length).toString('latin1');
  const drawn = drawnIn(bytes, source);
  return {
    families: [
      ...new Set(Array.from(added.matchAll(/\/FontName \/TRNSLD\+(\w+)/g), ([, family = '']) => family)),
    ].sort(),
    sizes: Array.from(drawn.matchAll(/\/Tl\d+ ([\d.]+) Tf/g), ([, size]) => Number(size)),
    drawn,
  };
};

const descriptor = (flags: number): string =>
  `/FontDescriptor << /Type /FontDescriptor /FontName /X /Flags ${flags} >>`;

describe('the family that a translation is set in', () => {
  it.each([
    ['Helvetica', 'Arimo', ''],
    ['Arial', 'Arimo', ''],
    ['Times-Roman', 'Tinos', ''],
    ['AAAAAA+UnknownAsWideAsCalibri', 'Carlito', listed(widths.calibri)],
  ])('%s is set in %s, at its size', async (name, family, entries) => {
    const { families, sizes } = await setIn(pageIn([name, entries]));
    expect(families).toEqual([family]);
    expect(sizes).toEqual([12]);
  });

  it.each([
    ['no widths', descriptor(4)],
    ['three letters', '/FirstChar 97 /LastChar 99 /Widths [556 556 500]'],
    ['digits alone', '/FirstChar 48 /LastChar 57 /Widths [556 556 556 556 556 556 556 556 556 556]'],
    ['letters as wide as those of Noto Sans', listed(widths.noto)],
  ])('a font with %s is set in Noto Sans', async (_what, entries) => {
    expect((await setIn(pageIn(['Unknown', entries]))).families).toEqual(['NotoSans']);
  });

  it('a font that is as wide as no family is set in the one in which it looks most alike', async () => {
    expect((await setIn(pageIn(['Unknown', listed(widths.other)]))).families).toEqual(['Arimo']);
  });

  it('parts of a font are set in one family, though one of them has three letters', async () => {
    const few = '/FirstChar 97 /LastChar 99 /Widths [479 525 423]';
    const source = pageIn(['AAAAAA+Unknown', few, 'abba cab'], ['BBBBBB+Unknown', listed(widths.calibri)]);
    expect((await setIn(source)).families).toEqual(['Carlito']);
  });

  it('bold letters of a font that is as wide as no family are set in that of the regular ones', async () => {
    const bold = `/FirstChar 97 /LastChar 102 /Widths [${widths.bold}]`;
    expect((await setIn(pageIn(['Unknown-Bold', bold, 'a bad cafe']))).families).toEqual(['NotoSans']);
    const source = pageIn(['Unknown', listed(widths.other)], ['Unknown-Bold', bold, 'a bad cafe']);
    expect((await setIn(source)).families).toEqual(['Arimo']);
  });

  it.each([
    ['Polish', 'zażółć gęślą jaźń'],
    ['Vietnamese', 'tiếng Việt được'],
    ['Russian', 'съешь ещё этих булок'],
    ['Greek', 'ξεσκεπάζω την ψυχοφθόρα'],
  ])('%s is set in one family', async (_language, text) => {
    expect((await setIn(pageIn(['Helvetica']), () => text)).families).toEqual(['Arimo']);
    expect((await setIn(pageIn(['Times-Roman']), () => text)).families).toEqual(['Tinos']);
    expect((await setIn(pageIn(['Unknown', listed(widths.calibri)]), () => text)).families).toEqual(['Carlito']);
  });

  const heightsIn = async (name: string, entries: string): Promise<[ascent: number, descent: number]> => {
    const source = pageIn([name, entries]);
    const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
    const added = bytes.subarray(source.length).toString('latin1');
    const stated = (key: string): number => Number(added.match(`/${key} (-?\\d+)`)?.[1]);
    return [stated('Ascent'), stated('Descent')];
  };

  const stating = (heights: string): string =>
    `/FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 ${heights} >>`;

  it.each([
    ['Helvetica', '', [718, -207]],
    ['Times-Roman', '', [683, -217]],
    ['ArialMT', stating('/Ascent 1040 /Descent -325'), [718, -207]],
    ['ArialMT', stating('/Ascent 905 /Descent -212 /FontFile2 4 0 R'), [905, -212]],
    ['Unknown', `${listed(widths.calibri)} ${stating('/Ascent 750 /Descent -250')}`, [750, -250]],
    ['Unknown', `${listed(widths.noto)} ${stating('/Ascent 1069 /Descent 293')}`, [1069, -293]],
  ])('the heights of %s with “%.60s” are those that programs know of it', async (name, entries, heights) => {
    expect(await heightsIn(name, entries)).toEqual(heights);
  });

  it('a font that is set smaller is as high as the one in whose place it stands', async () => {
    const narrow = listed(widths.noto.replaceAll(/\d+/g, (width) => String(Math.round(Number(width) * 0.9))));
    const [ascent, descent] = await heightsIn('Unknown', `${narrow} ${stating('/Ascent 700 /Descent -200')}`);
    expect(ascent).toBeGreaterThan(750);
    expect(descent).toBeLessThan(-214);
  });

  it.each(['', stating('/Ascent 0 /Descent 0'), stating('/Ascent 1 /Descent -0.2')])(
    'heights are those of letters without accents where the file states none: “%s”',
    async (entries) => {
      const [ascent, descent] = await heightsIn('Unknown', entries);
      expect(ascent).toBeGreaterThan(700);
      expect(ascent).toBeLessThan(850);
      expect(descent).toBeGreaterThan(-260);
      expect(descent).toBeLessThan(-200);
    },
  );

  it('a letter that the family has not comes from Noto', async () => {
    const { families } = await setIn(pageIn(['Helvetica']), () => 'नमस्ते and שלום');
    expect(families).toEqual(['Arimo', 'NotoSans', 'NotoSansHebrew']);
  });
});
