import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, PdfStream } from '../objects/pdf-values.js';
import { namesOfCompactFont } from './compact-font.js';

/** The look of a font as far as its programme says it. */
interface ProgrammeLook {
  /** Its own names: of the family, of the face, for PostScript. */
  names: readonly string[];
  family?: 'sans' | 'serif' | 'mono';
  isBold?: boolean;
  isItalic?: boolean;
}

const boldFrom = 600;
const maxTables = 64;
const maxNames = 256;
const maxNameLength = 256;
/** Bytes of a Type 1 programme in which its names stand, before what is encrypted. */
const maxClearText = 65_536;

/** The look that the embedded programme of a font states; undefined where there is none, or it is damaged. */
export const programmeLookOf = (file: PdfFile, descriptor: PdfDictionary | undefined): ProgrammeLook | undefined => {
  for (const [key, read] of readers) {
    const programme = file.resolve(descriptor?.get(key));
    if (!(programme instanceof PdfStream)) continue;
    try {
      return read(file.streamData(programme));
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }
  return undefined;
};

/** How an OpenType font begins: with outlines of TrueType, also as Apple marks them, or of CFF. */
const signatures = new Set([0x0001_0000, 0x7472_7565, 0x4f54_544f]);

const isOpenType = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && signatures.has(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(0));

const compactLook = (bytes: Uint8Array): ProgrammeLook => ({ names: namesOfCompactFont(bytes) });

/** The entries of the clear text of a Type 1 font (Adobe Type 1 Font Format, 2.2). */
const typeOneLook = (bytes: Uint8Array): ProgrammeLook => {
  const text = Buffer.from(bytes.subarray(0, maxClearText)).toString('latin1');
  const entry = (key: string): string | undefined => {
    const at = text.indexOf(`/${key}`);
    return at < 0 ? undefined : /^\s{0,8}\(([^()]{1,256})\)/.exec(text.slice(at + key.length + 1, at + 300))?.[1];
  };
  const names = ['FullName', 'FamilyName', 'Weight'].flatMap((key) => entry(key) ?? []);
  const isFixed = /\/isFixedPitch\s{1,8}true/.test(text);
  const angle = Number(/\/ItalicAngle\s{1,8}(-?\d{1,3})/.exec(text)?.[1] ?? 0);
  return { names, ...(isFixed && { family: 'mono' }), ...(angle !== 0 && { isItalic: true }) };
};

/** The tables of an OpenType font that tell of its look: `name`, `OS/2`, `head`, `post` (ISO/IEC 14496-22). */
const openTypeLook = (bytes: Uint8Array): ProgrammeLook => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  const count = Math.min(view.getUint16(4), maxTables);
  for (let at = 12; at < 12 + 16 * count; at += 16)
    tables.set(Buffer.from(bytes.subarray(at, at + 4)).toString('latin1'), view.getUint32(at + 8));
  const [head, os2, post, name] = ['head', 'OS/2', 'post', 'name'].map((tag) => tables.get(tag));
  const macStyle = head === undefined ? undefined : view.getUint16(head + 44);
  const weight = os2 === undefined ? undefined : view.getUint16(os2 + 4);
  const selection = os2 === undefined ? undefined : view.getUint16(os2 + 62);
  const isFixed = post !== undefined && view.getUint32(post + 12) !== 0;
  const angle = post === undefined ? 0 : view.getInt32(post + 4);
  const family = isFixed ? 'mono' : os2 === undefined ? undefined : familyIn(view, os2);
  const isBold = ((macStyle ?? 0) & 1) !== 0 || (weight ?? 0) >= boldFrom;
  const isItalic = ((macStyle ?? 0) & 2) !== 0 || ((selection ?? 0) & 1) !== 0 || angle !== 0;
  return {
    names: name === undefined ? [] : namesIn(view, bytes, name),
    ...(family && { family }),
    ...((macStyle ?? weight) !== undefined && { isBold, isItalic }),
  };
};

/** The kind of face by PANOSE, or else by the class of the family; undefined where neither tells. */
const familyIn = (view: DataView, os2: number): ProgrammeLook['family'] => {
  const [kind, serifs, , proportion] = Array.from({ length: 4 }, (_, at) => view.getUint8(os2 + 32 + at));
  const [text, even] = [2, 9];
  if (kind === text && proportion === even) return 'mono';
  if (kind === text && serifs !== undefined && serifs >= 2) return serifs >= 11 ? 'sans' : 'serif';
  const group = view.getUint8(os2 + 30);
  if (group === 8) return 'sans';
  return [1, 2, 3, 4, 5, 7].includes(group) ? 'serif' : undefined;
};

/** Numbers of names: of the family, of the style, of both, for PostScript, and of both for families of many faces. */
const told = new Set([1, 2, 4, 6, 16, 17]);

const namesIn = (view: DataView, bytes: Uint8Array, table: number): string[] => {
  const names = new Set<string>();
  const count = Math.min(view.getUint16(table + 2), maxNames);
  const strings = table + view.getUint16(table + 4);
  for (let at = table + 6; at < table + 6 + 12 * count; at += 12) {
    if (!told.has(view.getUint16(at + 6))) continue;
    const length = Math.min(view.getUint16(at + 8), maxNameLength);
    const from = strings + view.getUint16(at + 10);
    const text = Buffer.from(bytes.subarray(from, from + length));
    // Names for the Macintosh have bytes, others have characters of two.
    const isWide = view.getUint16(at) !== 1;
    names.add(
      isWide
        ? text
            .subarray(0, text.length & ~1)
            .swap16()
            .toString('utf16le')
        : text.toString('latin1'),
    );
  }
  return [...names];
};

const readers: readonly [key: string, read: (bytes: Uint8Array) => ProgrammeLook][] = [
  ['FontFile2', openTypeLook],
  ['FontFile3', (bytes) => (isOpenType(bytes) ? openTypeLook(bytes) : compactLook(bytes))],
  ['FontFile', typeOneLook],
];
