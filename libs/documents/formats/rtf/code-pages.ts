import iconv from 'iconv-lite';

/** Code pages of the character sets of fonts; 1 is that of the document. */
const ofCharset: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [78, 932],
  [79, 949],
  [80, 936],
  [81, 950],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
  [254, 437],
  [255, 850],
]);

/** The character set of fonts whose characters are signs without a code page. */
export const symbolCharset = 2;

export const codePageOfCharset = (charset: number): number | undefined => ofCharset.get(charset);

const doubleByte: ReadonlyMap<number, string> = new Map([
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'cp949'],
  [950, 'big5'],
]);

/** Mac OS has names for its code pages instead of numbers in iconv-lite. */
const macintosh: ReadonlyMap<number, string> = new Map([
  [10000, 'macroman'],
  [10006, 'macgreek'],
  [10007, 'maccyrillic'],
  [10029, 'maccenteuro'],
  [10081, 'macturkish'],
]);

const encodingOf = (codePage: number): string => {
  const name = doubleByte.get(codePage) ?? macintosh.get(codePage) ?? `cp${codePage}`;
  return iconv.encodingExists(name) ? name : 'cp1252';
};

/** Whether a byte is the first of two that make a character. */
export const isLeadByte = (codePage: number, byte: number): boolean => {
  if (!doubleByte.has(codePage) || byte < 0x81 || byte > 0xfe) return false;
  return codePage !== 932 || byte < 0xa0 || byte > 0xdf;
};

const singles = new Map<string, string[]>();

/** The character of one or two bytes; undefined where they stand for none. */
export const decodeBytes = (codePage: number, bytes: readonly number[]): string | undefined => {
  const encoding = encodingOf(codePage);
  const known = bytes.length === 1 ? singles.get(encoding) : undefined;
  const table = known ?? (bytes.length === 1 ? tableOf(encoding) : undefined);
  const character = table?.[bytes[0] ?? 0] ?? iconv.decode(Buffer.from(bytes), encoding);
  return character.includes('\ufffd') || /^\p{Cc}/u.test(character) ? undefined : character;
};

const tableOf = (encoding: string): string[] => {
  const table = Array.from({ length: 256 }, (_, byte) => iconv.decode(Buffer.of(byte), encoding));
  singles.set(encoding, table);
  return table;
};
