import { describe, expect, it } from 'vitest';
import { pdfOf } from './pdf-sample.fixture.js';
import { translatedPdf } from './translated-pdf.fixture.js';

/** Bytes of a table that is zeros but for these numbers of two bytes, and of one, by their places. */
const table = (
  length: number,
  words: Readonly<Record<number, number>>,
  bytes: Readonly<Record<number, number>> = {},
): Buffer => {
  const data = Buffer.alloc(length);
  for (const [at, value] of Object.entries(words)) data.writeUInt16BE(value, Number(at));
  for (const [at, value] of Object.entries(bytes)) data.writeUInt8(value, Number(at));
  return data;
};

/** A `name` table with this family, once as Windows has it and once for the Macintosh. */
const nameTable = (family: string): Buffer => {
  const wide = Buffer.from(family, 'utf16le').swap16();
  const head = table(30, {
    2: 2,
    4: 30,
    6: 1,
    12: 1,
    14: family.length,
    18: 3,
    24: 1,
    26: wide.length,
    28: family.length,
  });
  return Buffer.concat([head, Buffer.from(family, 'latin1'), wide]);
};

/** An OpenType font of these tables, without letters. */
const openType = (tables: Readonly<Record<string, Buffer>>): Buffer => {
  const entries = Object.entries(tables);
  let at = 12 + 16 * entries.length;
  const head = table(12, { 0: 1, 4: entries.length });
  const directory = entries.map(([tag, { length }]) => {
    const entry = Buffer.alloc(16);
    entry.write(tag, 'latin1');
    entry.writeUInt32BE(at, 8);
    entry.writeUInt32BE(length, 12);
    at += length;
    return entry;
  });
  return Buffer.concat([head, ...directory, ...entries.map(([, data]) => data)]);
};

interface Weighed {
  weight?: number;
  macStyle?: number;
  panose?: readonly [kind: number, serifs: number, proportion: number];
  group?: number;
  isFixed?: boolean;
}

const faceOf = ({ weight = 400, macStyle = 0, panose = [0, 0, 0], group = 0, isFixed = false }: Weighed = {}) => ({
  head: table(54, { 44: macStyle }),
  'OS/2': table(78, { 4: weight }, { 30: group, 32: panose[0], 33: panose[1], 35: panose[2] }),
  post: table(32, { 14: isFixed ? 1 : 0 }),
});

/** A page of words in one font, with these entries of its descriptor, and this programme. */
const pageIn = (name: string, entries: string, key?: string, programme: string | Uint8Array = ''): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 600 600] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F0 5 0 R >> >> >>',
    { stream: 'BT /F0 12 Tf 40 500 Td (words of a page) Tj ET' },
    `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>`,
    `<< /Type /FontDescriptor /FontName /${name} ${entries} ${key === undefined ? '' : `/${key} 7 0 R`} >>`,
    { dictionary: '/Subtype /Type1C', stream: programme },
  ]);

/** The font in which the page is set again. */
const setIn = async (source: Buffer): Promise<string | undefined> => {
  const { bytes } = await translatedPdf(source, (text) => text.toUpperCase());
  return /\/FontName \/TRNSLD\+([\w-]+)/.exec(bytes.subarray(source.length).toString('latin1'))?.[1];
};

describe('the face of a font whose name says nothing', () => {
  const printed = (programme: Buffer) => setIn(pageIn('CIDFont+F1', '/Flags 6', 'FontFile2', programme));

  it.each([
    ['a name of a family', { ...faceOf(), name: nameTable('Arial') }, 'NotoSans-Regular'],
    ['its weight', { ...faceOf({ weight: 700 }), name: nameTable('Arial') }, 'NotoSans-Bold'],
    ['its style', { ...faceOf({ macStyle: 3 }), name: nameTable('Calibri') }, 'NotoSans-BoldItalic'],
    ['a name with its weight', { name: nameTable('DejaVu Sans Bold') }, 'NotoSans-Bold'],
    ['PANOSE of a face without serifs', faceOf({ panose: [2, 11, 3] }), 'NotoSans-Regular'],
    ['PANOSE of a face with serifs', faceOf({ panose: [2, 2, 3] }), 'NotoSerif-Regular'],
    ['PANOSE of a typewriter', faceOf({ panose: [2, 11, 9] }), 'NotoSansMono-Regular'],
    ['its class', faceOf({ group: 8 }), 'NotoSans-Regular'],
    ['letters that are all as wide', faceOf({ isFixed: true }), 'NotoSansMono-Regular'],
    ['nothing in its programme', {}, 'NotoSerif-Regular'],
  ])('is told by %s', async (_, tables, font) => {
    expect(await printed(openType(tables))).toBe(font);
  });

  it.each([
    ['a programme that is cut', openType({ ...faceOf(), name: nameTable('Arial') }).subarray(0, 60)],
    ['places beyond the end', openType({ head: Buffer.alloc(2), 'OS/2': Buffer.alloc(2) })],
    ['no font at all', Buffer.from('x'.repeat(40))],
  ])('is that of its flags where it embeds %s', async (_, programme) => {
    expect(await printed(programme)).toBe('NotoSerif-Regular');
  });

  it.each([
    ['/FullName (Fancy Sans Bold) readonly def /Weight (Bold) def', 'NotoSans-Bold'],
    ['/FamilyName (Fancy) def /Weight (Demi) def /ItalicAngle -12 def', 'NotoSerif-BoldItalic'],
    ['/isFixedPitch true def', 'NotoSansMono-Regular'],
  ])('is told by the entries of a Type 1 programme: %s', async (entries, font) => {
    expect(await setIn(pageIn('F3', '/Flags 6', 'FontFile', `%!FontType1-1.0 ${entries}`))).toBe(font);
  });

  it('is told by the name of a compact programme', async () => {
    const name = 'HelveticaNeue-Bold';
    const index = Buffer.from([0, 1, 1, 1, 1 + name.length]);
    const compact = Buffer.concat([
      Buffer.from([1, 0, 4, 1]),
      index,
      Buffer.from(name),
      Buffer.from([0, 1, 1, 1, 1, 0, 0]),
    ]);
    expect(await setIn(pageIn('T1', '/Flags 6', 'FontFile3', compact))).toBe('NotoSans-Bold');
  });

  it.each([
    ['SFRM1095', 'NotoSerif-Regular'],
    ['SFBX1440', 'NotoSerif-Bold'],
    ['SFTI1000', 'NotoSerif-Italic'],
    ['SFBI0900', 'NotoSerif-BoldItalic'],
    ['SFTT1000', 'NotoSansMono-Regular'],
    ['SFSS1728', 'NotoSans-Regular'],
    ['SFSX1000', 'NotoSans-Bold'],
    ['CMSSBX10', 'NotoSans-Bold'],
    ['CMSSI10', 'NotoSans-Italic'],
    ['CMCSC10', 'NotoSerif-Regular'],
    ['CMBX12', 'NotoSerif-Bold'],
    ['CMTT8', 'NotoSansMono-Regular'],
    ['AAAAAA+SFBX1440', 'NotoSerif-Bold'],
    ['SFPRO1234', 'NotoSans-Regular'],
  ])('is told by the names of TeX: %s', async (name, font) => {
    expect(await setIn(pageIn(name, '/Flags 4'))).toBe(font);
  });

  it('leans where its descriptor says by how much', async () => {
    expect(await setIn(pageIn('Fancy', '/Flags 32 /ItalicAngle -12'))).toBe('NotoSans-Italic');
    expect(await setIn(pageIn('Fancy', '/Flags 32 /ItalicAngle 0'))).toBe('NotoSans-Regular');
  });
});
