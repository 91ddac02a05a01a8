import type { PdfFile } from '../objects/pdf-file.js';
import { PdfReference, PdfStream } from '../objects/pdf-values.js';

const maxMetadata = 4 * 1024 * 1024;

/** The XMP metadata of a file. */
export interface Metadata {
  reference: PdfReference;
  stream: PdfStream;
  xml: string;
}

export const metadataOf = (file: PdfFile): Metadata | undefined => {
  const reference = file.catalogue.get('Metadata');
  const stream = file.resolve(reference);
  if (!(reference instanceof PdfReference) || !(stream instanceof PdfStream)) return undefined;
  const data = file.streamData(stream);
  return data.length > maxMetadata ? undefined : { reference, stream, xml: decoded(Buffer.from(data)) };
};

/** Encodings other than UTF-8 by the first bytes of a text that begins with a mark or with `<` (XMP, part 1, 7.1). */
const encodings: readonly [start: string, width: 2 | 4, isLittle: boolean][] = [
  ['0000feff', 4, false],
  ['0000003c', 4, false],
  ['fffe0000', 4, true],
  ['3c000000', 4, true],
  ['feff', 2, false],
  ['003c', 2, false],
  ['fffe', 2, true],
  ['3c00', 2, true],
];

const decoded = (data: Buffer): string => {
  const start = data.subarray(0, 4).toString('hex');
  const [, width, isLittle] = encodings.find(([mark]) => start.startsWith(mark)) ?? [];
  if (width === undefined) return data.toString('utf8');
  const units = data.subarray(0, data.length - (data.length % width));
  if (width === 2) return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(units);
  let text = '';
  for (let at = 0; at < units.length; at += 4) {
    const point = isLittle ? units.readUInt32LE(at) : units.readUInt32BE(at);
    text += point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  }
  return text.replace(/^\ufeff/, '').toWellFormed();
};

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The metadata with another of the languages that they name. */
export const withLanguage = (xml: string, isReplaced: (tag: string) => boolean, to: string): string => {
  const start = xml.indexOf('<dc:language>');
  const end = xml.indexOf('</dc:language>', start);
  if (start < 0 || end < 0) return xml;
  const languages = xml
    .slice(start, end)
    .replace(/>([A-Za-z0-9-]{2,35})</g, (item, tag: string) => (isReplaced(tag) ? `>${to}<` : item));
  return xml.slice(0, start) + languages + xml.slice(end);
};

/** The metadata with another title, wherever the old one stands as such. */
export const withTitle = (xml: string, from: string, to: string): string => {
  const start = xml.indexOf('<dc:title>');
  const end = xml.indexOf('</dc:title>', start);
  if (start < 0 || end < 0) return xml;
  const titles = xml.slice(start, end).replaceAll(`>${escaped(from)}<`, () => `>${escaped(to)}<`);
  return xml.slice(0, start) + titles + xml.slice(end);
};
