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
  return data.length > maxMetadata ? undefined : { reference, stream, xml: Buffer.from(data).toString('utf8') };
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
