import { packings } from './packed-streams.fixture.js';
import { pdfOf, type SampleObject } from './pdf-sample.fixture.js';

/** A page with a construct that few files have. */
interface UnusualPage {
  source: Buffer;
  texts: readonly string[];
  /** Roles, where the construct is what they depend on. */
  roles?: readonly string[];
  /** Lines that are counted as skipped. */
  skipped?: number;
  /** Where the first words are drawn, as the matrix of their translation. */
  at?: string;
  /** The size in which they are drawn, within a tenth. */
  size?: number;
  /** Operators that a translation keeps as they are. */
  kept?: readonly string[];
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
/** A picture below the words. */
const picture = '0.5 g 10 10 20 20 re f 0 g';
const words = (text: string): string => `BT /F1 12 Tf 40 500 Td (${text}) Tj ET`;

interface Parts {
  content?: string | Uint8Array;
  /** Entries of the page. */
  entries?: string;
  /** The font `F2`. */
  font?: string;
  filter?: string;
  /** Objects from 6 on. */
  objects?: readonly SampleObject[];
}

/** A PDF of one page of 400 by 600 points, with the fonts `F1` and `F2`. Its content is object 4. */
const pageWith = ({ content = `${picture} ${words('Words')}`, entries = '', ...parts }: Parts): Buffer => {
  const { font = helvetica, filter, objects = [] } = parts;
  const own = `/Resources << /Font << /F1 ${helvetica} /F2 5 0 R >> >>`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 400 600] >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${own} ${entries} >>`,
    { stream: content, ...(filter === undefined ? {} : { filter }) },
    font,
    ...objects,
  ]);
};

/** Longer than any table of LZW knows whole, with bytes that ASCII85 writes as one letter. */
const longContent = Buffer.from(
  `${Array.from({ length: 900 }, (_, at) => `${at} ${at * 7} m`).join(' ')} n ${'\0'.repeat(8)} ${picture} ${words('Words')}`,
);

const filtered = Object.entries(packings).flatMap(([filter, pack]): [string, UnusualPage][] => [
  [
    `a content in ${filter}`,
    { source: pageWith({ content: pack(longContent), filter: `/${filter}` }), texts: ['Words'], kept: [picture] },
  ],
  [
    `a content in ${filter} within ASCII85Decode`,
    {
      source: pageWith({
        content: packings.ASCII85Decode?.(pack(longContent)) ?? '',
        filter: `[/ASCII85Decode /${filter}]`,
      }),
      texts: ['Words'],
      kept: [picture],
    },
  ],
]);

const unicode = (code: string, text: string): SampleObject => ({
  stream: `1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <${code}> <${code}> <${text}> endbfrange`,
});

/** Letters that are drawings of 10 units, on an em of 20: each is as wide as half an em, as most letters are. */
const drawnFont = (matrix: string, widths: number): string =>
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 14] /FontMatrix ${matrix} /FirstChar 97 /LastChar 99 /Widths [${widths} ${widths} ${widths}] /CharProcs << /a 6 0 R /b 6 0 R /c 6 0 R >> /Encoding << /Type /Encoding /Differences [97 /a /b /c] >> >>`;
const drawnLetter: SampleObject = { stream: '10 0 0 0 10 14 d1 0 0 10 14 re f' };

/** Pages by the constructs that they have. */
export const unusualPages: Readonly<Record<string, UnusualPage>> = {
  ...Object.fromEntries(filtered),

  'a free text annotation': {
    source: pageWith({
      content: picture,
      entries: '/Annots [6 0 R]',
      objects: [
        '<< /Type /Annot /Subtype /FreeText /Rect [40 300 240 320] /DA (/Helv 12 Tf 0 g) /AP << /N 7 0 R >> >>',
        {
          dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 ${helvetica} >> >>`,
          stream: `1 1 0 rg 0 0 200 20 re f 0 g BT /F1 12 Tf 4 5 Td (Words) Tj ET`,
        },
      ],
    }),
    texts: ['Words'],
    at: '1 0 0 1 4 5',
    kept: ['1 1 0 rg 0 0 200 20 re f'],
  },
  ...Object.fromEntries(
    [
      { what: 'upside down', place: '1 0 0 -1 0 600 cm', matrix: '' },
      { what: 'upside down by itself', place: '', matrix: '/Matrix [1 0 0 -1 0 600]' },
    ].map(({ what, place, matrix }) => [
      `a form that is drawn ${what}`,
      {
        source: pageWith({
          content: `q ${place} /X1 Do Q`,
          entries: `/Resources << /Font << /F1 ${helvetica} >> /XObject << /X1 6 0 R >> >>`,
          objects: [
            {
              dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 400 600] ${matrix} /Resources << /Font << /F1 ${helvetica} >> >>`,
              stream: `${picture} BT /F1 1 Tf 12 0 0 -12 40 100 Tm (Words that go on) Tj 0 1.2 TD (below) Tj ET`,
            },
          ],
        }),
        texts: ['Words that go on', 'below'],
        at: '1 0 0 -1 40 100',
        kept: [picture],
      },
    ]),
  ),
  'a field with a label': {
    source: pageWith({
      entries: '/Annots [6 0 R]',
      objects: ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /TU (Your name) /Rect [40 300 90 312] >>'],
    }),
    texts: ['Words', 'Your name'],
    roles: ['body', 'alt_text'],
    kept: [picture],
  },
  'a part of it cut off': {
    source: pageWith({ content: `${picture} ${words('Words')}`, entries: '/CropBox [0 0 400 510]' }),
    texts: ['Words'],
    roles: ['header'],
    at: '1 0 0 1 40 500',
    kept: [picture],
  },
  'a cut larger than it is': {
    source: pageWith({ content: words('Words').replace('500', '580'), entries: '/CropBox [-200 -200 900 900]' }),
    texts: ['Words'],
    roles: ['header'],
  },
  ...Object.fromEntries(
    [
      { turn: 90, matrix: '0 1 -1 0 20 40' },
      { turn: -90, matrix: '0 -1 1 0 380 560' },
      { turn: 180, matrix: '-1 0 0 -1 360 20' },
    ].map(({ turn, matrix }) => [
      `a turn of ${turn} degrees`,
      {
        source: pageWith({
          content: `${picture} BT /F1 12 Tf ${matrix} Tm (Words) Tj ET`,
          entries: `/Rotate ${turn}`,
        }),
        texts: ['Words'],
        roles: ['header'],
        at: matrix,
        kept: [picture],
      },
    ]),
  ),
  'a turn, and text that does not stand upright on it': {
    source: pageWith({ content: words('Words').replace('500', '580'), entries: '/Rotate 90' }),
    texts: ['Words'],
    roles: ['body'],
  },
  'contents in several streams': {
    source: pageWith({
      entries: '/Contents [6 0 R 7 0 R 8 0 R]',
      objects: [{ stream: `${picture} BT /F1 12 Tf` }, { stream: '40 500 Td (Words) ' }, { stream: 'Tj ET' }],
    }),
    texts: ['Words'],
    at: '1 0 0 1 40 500',
    kept: [picture],
  },
  'a font of drawings': {
    source: pageWith({
      content: `${picture} BT /F2 12 Tf 40 500 Td (abc) Tj ET`,
      font: drawnFont('[0.05 0 0 0.05 0 0]', 10),
      objects: [drawnLetter],
    }),
    texts: ['abc'],
    at: '1 0 0 1 40 500',
    size: 12,
    kept: [picture],
  },
  'a font of drawings in its own units': {
    source: pageWith({
      content: `${picture} BT /F2 1 Tf 0.6 0 0 0.6 40 500 Tm (abc) Tj ET`,
      font: drawnFont('[1 0 0 1 0 0]', 10),
      objects: [drawnLetter],
    }),
    texts: ['abc'],
    at: '1 0 0 1 40 500',
    size: 12,
    kept: [picture],
  },
  'text that runs downwards': {
    source: pageWith({
      content: `${picture} ${words('Words')} BT /F2 12 Tf 300 500 Td <00410041> Tj ET`,
      font: '<< /Type /Font /Subtype /Type0 /BaseFont /Other /Encoding /Identity-V /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
      objects: [
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Other /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
        unicode('0041', '6587'),
      ],
    }),
    texts: ['Words'],
    skipped: 1,
    kept: [picture, '<00410041> Tj'],
  },
  'letters that a picture shows through': {
    source: pageWith({
      content: `q BT 7 Tr /F2 40 Tf 40 300 Td (Summer) Tj ET 0.5 g 0 0 400 400 re f Q ${words('Words')}`,
    }),
    texts: ['Words'],
    skipped: 1,
    kept: ['q BT 7 Tr /F2 40 Tf 40 300 Td (Summer) Tj ET 0.5 g 0 0 400 400 re f Q'],
  },
  'a size below nothing': {
    source: pageWith({ content: `${picture} BT /F1 -12 Tf -1 0 0 -1 40 500 Tm (Words) Tj 0 -20 Td (More) Tj ET` }),
    texts: ['Words', 'More'],
    at: '1 0 0 1 40 500',
    kept: [picture],
  },
};
