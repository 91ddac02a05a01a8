/** The values of a PDF file (ISO 32000-1, 7.3). Numbers, booleans and null are those of JavaScript. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfReference
  | PdfStream
  | PdfValue[]
  | PdfDictionary;

export type PdfDictionary = Map<string, PdfValue>;

export class PdfName {
  constructor(readonly name: string) {}
}

export class PdfString {
  constructor(readonly bytes: Uint8Array) {}
}

export class PdfReference {
  constructor(
    readonly number: number,
    readonly generation: number,
  ) {}
}

export class PdfStream {
  constructor(
    readonly dictionary: PdfDictionary,
    /** Bytes as the file has them: compressed, and encrypted where the file is. */
    readonly raw: Uint8Array,
    /** The object whose number its encryption depends on; undefined where nothing is encrypted. */
    readonly owner?: PdfReference,
  ) {}
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;

export const nameOf = (value: PdfValue | undefined): string | undefined =>
  value instanceof PdfName ? value.name : undefined;

export const numberOf = (value: PdfValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const numbersOf = (value: PdfValue | undefined): number[] | undefined =>
  Array.isArray(value) && value.every((item) => numberOf(item) !== undefined) ? (value as number[]) : undefined;

const bigEndian = new TextDecoder('utf-16be');
const utf8 = new TextDecoder();

/** Characters of PDFDocEncoding that are not those of Latin-1, from 0x80 on and from 0x18 on. */
const documentHigh = '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€';
const documentLow = '˘ˇˆ˙˝˛˚˜';

/** The text of a text string (7.9.2.2). */
export const textOf = (value: PdfValue | undefined): string | undefined => {
  if (!(value instanceof PdfString)) return undefined;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return withoutLanguage(bigEndian.decode(bytes.subarray(2)));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return withoutLanguage(utf8.decode(bytes));
  let text = '';
  for (const byte of bytes) {
    if (byte >= 0x80 && byte <= 0xa0) text += documentHigh[byte - 0x80];
    else if (byte >= 0x18 && byte < 0x20) text += documentLow[byte - 0x18];
    else text += String.fromCharCode(byte);
  }
  return text;
};

/** A language escape stands between two escape characters. */
const withoutLanguage = (text: string): string => {
  const parts = text.split('\u001b');
  const isEscaped = parts.length > 2 && parts.length % 2 === 1;
  return (isEscaped ? parts.filter((_, at) => at % 2 === 0).join('') : text).toWellFormed();
};

export const textString = (text: string): PdfString => {
  if (/^[\t\n\r -~]*$/.test(text)) return new PdfString(Buffer.from(text, 'latin1'));
  const bytes = Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16();
  return new PdfString(bytes);
};
